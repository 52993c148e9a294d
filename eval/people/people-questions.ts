import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { developmentSections } from './development-split.ts'

/** A part of a handbook or of a documentation, about which people asked. */
export interface Section {
  id: string
  book: string
  file: string
  title: string
  /** The headings above the text, separated by " > ". */
  heading: string
  text: string
}

export const questionKinds = [
  'fact',
  'how',
  'list',
  'yesno',
  'why',
  'compare',
  'who',
  'when',
  'number',
  'table',
  'define',
  'none',
] as const

export interface PeopleQuestion {
  /** Of the section it was asked about. */
  sectionId: string
  book: string
  /** `none`: the section doesn't answer it. */
  kind: (typeof questionKinds)[number]
  question: string
  /** The part of the section that answers, verbatim; undefined for `none`. */
  evidence: string | undefined
  /** The words of the evidence that answer; of a list, its first item. */
  shortAnswer: string | undefined
  /** Of a `none` question: another section of the book answers it, as somebody judged who read the answer. */
  isAnsweredElsewhere: boolean
}

/** What a reader thought of an answer to a question that its section doesn't answer. */
export interface Verdict {
  id: string
  question: string
  /** `answered`: the quoted text states what was asked. */
  verdict: 'answered' | 'not answered'
}

/** Returns the development questions, about handbooks and about documentation. */
export function readDevelopmentQuestions(): { handbooks: PeopleQuestion[]; documentation: PeopleQuestion[] } {
  const sections = new Map(readSections().map((section) => [section.id, section]))
  const development = developmentSections([...sections.values()])
  const rows = readLines<{ id: string; kind: PeopleQuestion['kind']; q: string; evidence?: string; answer?: string }>(
    'questions',
  )
  const answeredElsewhere = new Set(
    readVerdicts()
      .filter(({ verdict }) => verdict === 'answered')
      .map(({ id, question }) => `${id} ${question}`),
  )
  const questionsOf = (prefix: string) =>
    rows
      .filter(({ id }) => id.startsWith(prefix) && development.has(id))
      .map(({ id, kind, q: question, evidence, answer: shortAnswer }) => ({
        sectionId: id,
        book: sections.get(id)!.book,
        kind,
        question,
        evidence,
        shortAnswer,
        isAnsweredElsewhere: answeredElsewhere.has(`${id} ${question}`),
      }))
  return { handbooks: questionsOf('p'), documentation: questionsOf('d') }
}

/** Returns every section of the documentation: those without development questions are there to be found by mistake. */
export function readDocumentationSections(): Section[] {
  return readSections().filter(({ id }) => id.startsWith('d'))
}

/** Returns every section of the handbooks. */
export function readHandbookSections(): Section[] {
  return readSections().filter(({ id }) => id.startsWith('p'))
}

/** Returns the judged answers to `none` questions; a question that isn't there was refused, or not asked yet. */
export function readVerdicts(): Verdict[] {
  return parseLines<Verdict>(readFileSync(new URL('verdicts.jsonl', import.meta.url)))
}

function readSections(): Section[] {
  return readLines<Section>('sections')
}

function readLines<Row>(name: string): Row[] {
  const file = new URL(`../../training/questions/${name}.jsonl.gz`, import.meta.url)
  return parseLines<Row>(gunzipSync(readFileSync(file)))
}

function parseLines<Row>(file: Buffer): Row[] {
  return file
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}
