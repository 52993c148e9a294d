import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readGzipLines, readSections } from '../eval/written/replayed-app.ts'
import { isHeldOut, passagesOf, type Statement } from '../eval/written/statements.ts'
import { claimKeys, claimTerms, coveredShare, selectWindow } from '../src/answer/verification/evidence.ts'
import { type PassageEvidence, readEvidence } from '../src/answer/verification/passage-evidence.ts'
import { statementText } from '../src/answer/verification/statement.ts'

/**
 * Writes the hand-written statements as the verifier reads them, for training/train_verifier.py: each with its passage, cut
 * as the service cuts it, and with the sentences that it is judged by.
 *
 * Usage: npx tsx scripts/export-statements.ts FILE.json.gz
 */
const [path] = process.argv.slice(2)
if (!path) throw new Error('Name the file to write: npx tsx scripts/export-statements.ts FILE.json.gz')

const windowWords = [50, 80, 120]
const sections = new Map(readSections().map((section) => [section.id, section]))
const evidenceBySection = new Map<string, PassageEvidence[]>()
const passages: { file: string; context: string; units: string[] }[] = []
const passageNumbers = new Map<PassageEvidence, number>()

const rows = ['statements.jsonl.gz', 'statements-2.jsonl.gz'].flatMap((file, source) =>
  readGzipLines<Statement>(file).flatMap(({ id, s, label, how }) => {
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
      ...{ source, how, statement, passage: numberOf(best, section.file), windows },
      isSupported: label === 'supported',
      isHeldOut: isHeldOut(section.file),
    }
  }),
)
writeFileSync(path, gzipSync(JSON.stringify({ passages, rows })))
process.stdout.write(`${rows.length} statements about ${passages.length} passages\n`)

function numberOf(evidence: PassageEvidence, file: string): number {
  const known = passageNumbers.get(evidence)
  if (known !== undefined) return known
  passages.push({ file, context: evidence.readerContext, units: evidence.units.map(({ text }) => text) })
  passageNumbers.set(evidence, passages.length - 1)
  return passages.length - 1
}
