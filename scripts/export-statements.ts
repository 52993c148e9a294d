import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readGzipLines, readSections, type Section } from '../eval/written/replayed-app.ts'
import { isHeldOut, passagesOf, type Statement } from '../eval/written/statements.ts'
import { claimTerms } from '../src/answer/verification/claim-terms.ts'
import { claimKeys, coveredShare, selectWindow } from '../src/answer/verification/evidence.ts'
import { passesExactChecks } from '../src/answer/verification/exact-checks.ts'
import { type PassageEvidence, readEvidence } from '../src/answer/verification/passage-evidence.ts'
import { statementText } from '../src/answer/verification/statement.ts'

interface Question {
  id: string
  q: string
  /** None for questions that aren't answered. */
  answer?: string
}

/**
 * Writes the hand-written statements as the verifier reads them, for training/train_verifier.py: each with its passage, cut
 * as the service cuts it, and with the sentences that it is judged by. Questions about invented handbooks become statements
 * too: with their own answer, and with those of other questions about the same section.
 *
 * Usage: npx tsx scripts/export-statements.ts FILE.json.gz
 */
const [path] = process.argv.slice(2)
if (!path) throw new Error('Name the file to write: npx tsx scripts/export-statements.ts FILE.json.gz')

const windowWords = [50, 80, 120]
// Public files are split one by one, invented handbooks as a whole.
const sections = new Map([
  ...readSections().map((section) => [section.id, { ...section, splitBy: section.file }] as const),
  ...['sections-2.jsonl.gz', 'sections-3.jsonl.gz']
    .flatMap((file) => readGzipLines<Section>(file))
    .map((section) => [section.id, { ...section, splitBy: section.book }] as const),
])
const evidenceBySection = new Map<string, PassageEvidence[]>()
const passages: { file: string; context: string; units: string[] }[] = []
const passageNumbers = new Map<PassageEvidence, number>()

const statementFiles = ['', '-2', '-3', '-4', '-5', '-6'].map((part) => `statements${part}.jsonl.gz`)
const rows = [
  ...statementFiles.flatMap((file, source) =>
    readGzipLines<Statement>(file).flatMap((statement) => asRow({ source, ...statement })),
  ),
  ...readAnswers().flatMap((statement) => asRow({ source: statementFiles.length, ...statement })),
]
writeFileSync(path, gzipSync(JSON.stringify({ passages, rows })))
process.stdout.write(`${rows.length} statements about ${passages.length} passages\n`)

function asRow({ source, id, s, label, how }: Statement & { source: number }) {
  const section = sections.get(id)
  if (!section) return []
  const statement = statementText(s)
  const terms = claimTerms(statement, 'en')
  const parts = evidenceBySection.get(id) ?? passagesOf(section).map((passage) => readEvidence(passage, 'en'))
  evidenceBySection.set(id, parts)
  const best = parts.reduce((a, b) => (coveredShare(terms, b.terms) > coveredShare(terms, a.terms) ? b : a))
  const windows = windowWords.map((words) =>
    selectWindow(claimKeys(statement, 'en'), best.units, words).map((unit) => best.units.indexOf(unit)),
  )
  return {
    ...{ source, how, statement, passage: numberOf(best, section.splitBy), windows },
    isSupported: label === 'supported',
    isHeldOut: isHeldOut(section.splitBy),
    passesExactChecks: passesExactChecks(statement, best, { question: '', language: 'en' }),
  }
}

/** Returns questions about invented handbooks, each followed by an answer; a whole list is no short answer. */
function readAnswers(): Statement[] {
  const bySection = new Map<string, { q: string; answer: string }[]>()
  const questions = ['questions-2.jsonl.gz', 'questions-4.jsonl.gz'].flatMap((file) => readGzipLines<Question>(file))
  for (const { id, q, answer } of questions)
    if (typeof answer === 'string') bySection.set(id, [...(bySection.get(id) ?? []), { q, answer }])
  return [...bySection].flatMap(([id, asked]) =>
    asked.flatMap(({ q, answer: own }) =>
      asked.flatMap(({ answer }): Statement[] => {
        const isOverlap = answer !== own && (own.includes(answer) || answer.includes(own))
        const label = answer === own ? 'supported' : 'unsupported'
        return isOverlap ? [] : [{ id, s: `${q} ${answer}`, label, how: 'answer' }]
      }),
    ),
  )
}

function numberOf(evidence: PassageEvidence, file: string): number {
  const known = passageNumbers.get(evidence)
  if (known !== undefined) return known
  passages.push({ file, context: evidence.readerContext, units: evidence.units.map(({ text }) => text) })
  passageNumbers.set(evidence, passages.length - 1)
  return passages.length - 1
}
