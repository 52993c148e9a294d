import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { createProgress } from '../../src/cli/progress.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { formatAnswer, formatFaults, formatFigures } from './format-report.ts'
import { type MeasuredAnswer, measureAnswer, sampleEvenly } from './measure-answers.ts'
import {
  type PeopleQuestion,
  readDevelopmentQuestions,
  readDocumentationSections,
  readInventedPages,
  readOtherLanguagePages,
} from './people-questions.ts'
import { openPeopleStore, type PeopleStore } from './people-store.ts'

const help = `Asks the hand-written development questions of training/questions through the whole product, each within its book, and
prints by kind how often the answer contains the evidence, and how often it is refused.

Usage: npm run eval -- people DIR [options]

DIR contains handbooks/ with one folder of Markdown per book: clef, gsa-tts, meltano, posthog, turing-way
(training/SOURCES.md has the repositories and commits). The documentation and the invented handbooks need no files: their
sections are in training/questions.

Options:
  --keep FOLDER    Keep the index in this folder; later runs reuse it until the model, ingest code or schema changes.
  --books A,B      Ask about these books only. "documentation" stands for all of the documentation, "invented" for the
                   invented handbooks and manuals, "other-languages" for those of other languages; both are asked about
                   only if they are named. Default: all others.
  --limit N        Ask N evenly sampled questions of each table.
  --verbose        Print every question with its evidence, its answer and what is unclean in it.
  --help           Print this help.

Example: npm run eval -- people ~/data --keep /tmp/people --books clef,meltano --limit 50`

/** Runs `npm run eval -- people`; resolves to the exit code. */
export async function runPeopleCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const options = readOptions(argv)
    if (options === 'help') terminal.stdout.write(`${help}\n`)
    else await measurePeople(options, terminal)
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.stderr.write(`${error.message}\nSee "npm run eval -- people --help".\n`)
    return 2
  }
}

interface PeopleOptions {
  directory: string
  keep: string | undefined
  books: string[] | undefined
  limit: number
  isVerbose: boolean
}

const documentation = 'documentation'
const invented = 'invented'
const otherLanguages = 'other-languages'

async function measurePeople(options: PeopleOptions, terminal: Terminal): Promise<void> {
  const questions = readDevelopmentQuestions()
  const publicBooks = [...new Set(questions.handbooks.map(({ book }) => book)), documentation]
  const books = chooseBooks([...publicBooks, invented, otherLanguages], options.books ?? publicBooks)
  const store = await openPeopleStore(options.keep, terminal)
  try {
    const folders = books.filter((book) => ![documentation, invented, otherLanguages].includes(book))
    for (const book of folders) await store.importBook(join(options.directory, 'handbooks', book))
    if (books.includes(documentation)) await store.writeSections(readDocumentationSections())
    if (books.includes(invented)) await store.writeSections(readInventedPages())
    if (books.includes(otherLanguages)) await store.writeSections(readOtherLanguagePages())
    await store.app.inMemoryIndexes.load()
    const tables = [
      { title: 'handbooks', asked: questions.handbooks.filter(({ book }) => folders.includes(book)) },
      { title: documentation, asked: books.includes(documentation) ? questions.documentation : [] },
      { title: 'invented handbooks', asked: books.includes(invented) ? questions.invented : [] },
      { title: 'invented handbooks, plain questions', asked: books.includes(invented) ? questions.plain : [] },
      { title: 'invented handbooks, reworded questions', asked: books.includes(invented) ? questions.reworded : [] },
      { title: 'invented handbooks, varied questions', asked: books.includes(invented) ? questions.varied : [] },
      { title: 'invented work documents', asked: books.includes(invented) ? questions.work : [] },
      ...Object.entries(questions.otherLanguages).map(([language, asked]) => ({
        title: `other languages, ${language}`,
        asked: books.includes(otherLanguages) ? asked : [],
      })),
    ]
    const measured: MeasuredAnswer[] = []
    for (const { title, asked } of tables) {
      if (asked.length > 0) measured.push(...(await measureTable(title, store, asked, options, terminal)))
    }
    terminal.stdout.write(`\n${formatFaults(measured)}\n`)
  } finally {
    await store.close()
  }
}

/** Asks one question after the other, because the time of each is measured, and prints their table. */
async function measureTable(
  title: string,
  store: PeopleStore,
  questions: readonly PeopleQuestion[],
  { limit, isVerbose }: PeopleOptions,
  terminal: Terminal,
): Promise<MeasuredAnswer[]> {
  const measured: MeasuredAnswer[] = []
  const sampled = sampleEvenly(questions, limit)
  const asker = { app: store.app, caller: await store.loadCaller() }
  const progress = createProgress(`Asking about ${title}: question`, terminal)
  for (const question of sampled) {
    const answer = await measureAnswer(asker, question)
    measured.push(answer)
    if (isVerbose) terminal.stdout.write(`${formatAnswer(answer)}\n`)
    progress.update(measured.length, sampled.length)
  }
  progress.end()
  terminal.stdout.write(`\n${formatFigures(title, measured)}\n`)
  return measured
}

function readOptions(argv: readonly string[]): PeopleOptions | 'help' {
  const { values, positionals } = parse(argv)
  if (values.help) return 'help'
  const [directory, ...more] = positionals
  if (directory === undefined) throw new UsageError('DIR is missing: the folder that contains handbooks/.')
  if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many.`)
  if (values.limit !== undefined && !/^[1-9]\d{0,5}$/.test(values.limit)) {
    throw new UsageError(`--limit must be a whole number above 0, not "${values.limit}".`)
  }
  return {
    directory,
    keep: values.keep,
    books: values.books?.split(',').filter(Boolean),
    limit: values.limit === undefined ? Number.POSITIVE_INFINITY : Number(values.limit),
    isVerbose: values.verbose ?? false,
  }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        keep: { type: 'string' },
        books: { type: 'string' },
        limit: { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function chooseBooks(known: readonly string[], chosen: readonly string[]): string[] {
  const unknown = chosen.find((book) => !known.includes(book))
  if (unknown !== undefined) throw new UsageError(`There is no book "${unknown}". Choose of: ${known.join(', ')}.`)
  return [...chosen]
}
