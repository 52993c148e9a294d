import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { developmentSections, isDevelopmentFile } from './development-split.ts'

/** A part of a handbook or of a documentation, about which people asked. */
export interface Section {
  id: string
  book: string
  file: string
  title: string
  /** The headings above the text, separated by " > ". */
  heading: string
  text: string
  /** ISO 639-1; absent: English. */
  language?: string
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
  'code',
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

export interface DevelopmentQuestions {
  handbooks: PeopleQuestion[]
  documentation: PeopleQuestion[]
  invented: PeopleQuestion[]
  /** Short questions in ordinary words about the same invented handbooks. */
  plain: PeopleQuestion[]
  /** These in other words, and with a small change after which nothing answers them. */
  reworded: PeopleQuestion[]
  /** Questions in all styles about further invented handbooks, two of five without an answer. */
  varied: PeopleQuestion[]
  /** Questions about invented documents as teams write them: runbooks with code, minutes, chats, plans, help pages, products. */
  work: PeopleQuestion[]
  /** Questions about invented handbooks in other languages; `across`: in another language than the handbook. */
  otherLanguages: Record<'de' | 'fr' | 'es' | 'across', PeopleQuestion[]>
}

/** Returns the development questions, about public handbooks, about documentation and about invented handbooks and manuals. */
export function readDevelopmentQuestions(): DevelopmentQuestions {
  const sections = new Map(readSections().map((section) => [section.id, section]))
  const development = developmentSections([...sections.values()])
  const answeredElsewhere = new Set(
    readVerdicts()
      .filter(({ verdict }) => verdict === 'answered')
      .map(({ id, question }) => `${id} ${question}`),
  )
  const isAnsweredElsewhere = ({ id, q }: QuestionRow) => answeredElsewhere.has(`${id} ${q}`)
  const rows = readLines<QuestionRow>('questions')
  const questionsOf = (prefix: string) =>
    rows
      .filter(({ id }) => id.startsWith(prefix) && development.has(id))
      .map((row) => toQuestion(row, sections.get(row.id)!.book, isAnsweredElsewhere(row)))
  const inventedSections = developmentSectionsOf([...inventedFiles, otherLanguagesFile])
  const inventedBooks = new Map(inventedSections.map(({ id, book }) => [id, book]))
  const inventedQuestionsOf = (rows: readonly QuestionRow[]) =>
    rows.filter(({ id }) => inventedBooks.has(id)).map((row) => toQuestion(row, inventedBooks.get(row.id)!, false))
  const otherRows = readLines<QuestionRow>('questions-10')
  const languageOf = new Map(inventedSections.map(({ id, language }) => [id, language]))
  const otherQuestionsOf = (language: string) =>
    inventedQuestionsOf(otherRows.filter(({ id, across }) => !across && languageOf.get(id) === language))
  // Of the unanswered questions of the first file one can tell without the handbook that nothing answers them.
  const elaborate = [
    ...readLines<QuestionRow>('questions-2').filter(({ kind }) => kind !== 'none'),
    ...readLines<QuestionRow>('questions-3'),
    ...readLines<QuestionRow>('questions-4'),
  ]
  return {
    handbooks: questionsOf('p'),
    documentation: questionsOf('d'),
    invented: inventedQuestionsOf(elaborate),
    plain: inventedQuestionsOf(readLines<QuestionRow>('questions-6')),
    reworded: inventedQuestionsOf(readLines<QuestionRow>('questions-7')),
    varied: inventedQuestionsOf(readLines<QuestionRow>('questions-8')),
    work: inventedQuestionsOf(readLines<QuestionRow>('questions-9')),
    otherLanguages: {
      de: otherQuestionsOf('de'),
      fr: otherQuestionsOf('fr'),
      es: otherQuestionsOf('es'),
      across: inventedQuestionsOf(otherRows.filter(({ across }) => across)),
    },
  }
}

interface QuestionRow {
  id: string
  kind: PeopleQuestion['kind']
  q: string
  /** Several where they answer together. */
  evidence?: string | string[]
  answer?: string
  /** The question is in another language than the section. */
  across?: boolean
}

function toQuestion(row: QuestionRow, book: string, isAnsweredElsewhere: boolean): PeopleQuestion {
  return {
    sectionId: row.id,
    book,
    kind: row.kind,
    question: row.q,
    evidence: Array.isArray(row.evidence) ? row.evidence.join('\n') : row.evidence,
    shortAnswer: row.answer,
    isAnsweredElsewhere,
  }
}

/** Returns the pages of the invented handbooks and manuals that are kept for development, each with its sections below headings. */
export function readInventedPages(): Section[] {
  return pagesOf(developmentSectionsOf(inventedFiles))
}

/** Returns the pages of the invented handbooks for questions in other languages. */
export function readOtherLanguagePages(): Section[] {
  return pagesOf(developmentSectionsOf([otherLanguagesFile]))
}

function pagesOf(sections: readonly Section[]): Section[] {
  const pages = new Map<string, Section>()
  for (const { book, file, title, heading, text } of sections) {
    const earlier = pages.get(file)?.text ?? ''
    const id = file.replaceAll('/', '-')
    const titles = heading.split(' > ').filter((line) => line !== '')
    const headings = titles.map((line, level) => `${'#'.repeat(level + 1)} ${line}\n\n`)
    pages.set(file, { id, book, file, title, heading: '', text: `${earlier}${headings.join('')}${text}\n\n` })
  }
  return [...pages.values()]
}

const inventedFiles = ['sections-2', 'sections-3', 'sections-4', 'sections-5']
const otherLanguagesFile = 'sections-6'

/** Invented handbooks are split as a whole. */
function developmentSectionsOf(names: readonly string[]): Section[] {
  return names.flatMap((name) => readLines<Section>(name)).filter(({ book }) => isDevelopmentFile(book))
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
