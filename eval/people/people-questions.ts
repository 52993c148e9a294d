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
  book: string
  /** `none`: the section doesn't answer it. */
  kind: (typeof questionKinds)[number]
  question: string
  /** The part of the section that answers, verbatim; undefined for `none`. */
  evidence: string | undefined
  /** The words of the evidence that answer; of a list, its first item. */
  shortAnswer: string | undefined
}

/** Returns the development questions, about handbooks and about documentation. */
export function readDevelopmentQuestions(): { handbooks: PeopleQuestion[]; documentation: PeopleQuestion[] } {
  const sections = new Map(readSections().map((section) => [section.id, section]))
  const development = developmentSections([...sections.values()])
  const rows = readLines<{ id: string; kind: PeopleQuestion['kind']; q: string; evidence?: string; answer?: string }>(
    'questions',
  )
  const questionsOf = (prefix: string) =>
    rows
      .filter(({ id }) => id.startsWith(prefix) && development.has(id))
      .map(({ id, kind, q: question, evidence, answer: shortAnswer }) => ({
        book: sections.get(id)!.book,
        kind,
        question,
        evidence,
        shortAnswer,
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

function readSections(): Section[] {
  return readLines<Section>('sections')
}

function readLines<Row>(name: string): Row[] {
  const file = new URL(`../../training/questions/${name}.jsonl.gz`, import.meta.url)
  return gunzipSync(readFileSync(file))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
}
