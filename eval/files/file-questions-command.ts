import { parseArgs } from 'node:util'
import { UsageError } from '../../src/cli/command.ts'
import { createProgress } from '../../src/cli/progress.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { countAnswerWords } from '../people/compare-evidence.ts'
import { percentile } from '../people/measure-answers.ts'
import { containsFacts, type FileQuestion, type MeasuredFileAnswer, readFileQuestions } from './file-questions.ts'
import { type FileStore, openFileStore } from './file-store.ts'

const help = `Indexes files as the service does, asks questions about them and prints by kind how often the fact is in the answer and the
citation opens the right page.

Usage: npm run eval -- files-questions DIR QUESTIONS [options]

DIR contains PDF, Office and other files; folders within are left out. QUESTIONS is a file with one JSON object per line: id,
kind, question, answer (one of these texts must be in the answer) or all (each of them), file, page, heldOut. The files don't
answer a question of kind "none".

Options:
  --keep FOLDER  Keep the index in this folder; later runs reuse it until the model, ingest code or schema changes.
  --held-out     Ask the questions that are held out, instead of the others.
  --verbose      Print every question with its answer.
  --help         Print this help.`

/** Runs `npm run eval -- files-questions`; resolves to the exit code. */
export async function runFileQuestionsCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parse(argv)
    if (values.help) {
      terminal.stdout.write(`${help}\n`)
      return 0
    }
    const [directory, questionFile, ...more] = positionals
    if (directory === undefined || questionFile === undefined) throw new UsageError('DIR or QUESTIONS is missing.')
    if (more.length > 0) throw new UsageError(`"${more[0]}" is one word too many.`)
    const questions = readFileQuestions(questionFile).filter(
      ({ heldOut = false }) => heldOut === (values['held-out'] ?? false),
    )
    const store = await openFileStore(directory, values.keep, terminal)
    try {
      const measured = await measureAll(store, questions, values.verbose ?? false, terminal)
      terminal.stdout.write(`\n${formatTable(measured)}\n`)
    } finally {
      await store.close()
    }
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.stderr.write(`${error.message}\nSee "npm run eval -- files-questions --help".\n`)
    return 2
  }
}

/** Asks one question after the other, because the time of each is measured. */
async function measureAll(
  store: FileStore,
  questions: readonly FileQuestion[],
  isVerbose: boolean,
  terminal: Terminal,
): Promise<MeasuredFileAnswer[]> {
  const measured: MeasuredFileAnswer[] = []
  const progress = createProgress('Asking: question', terminal)
  for (const question of questions) {
    const answer = await ask(store, question)
    measured.push(answer)
    if (isVerbose) terminal.stdout.write(`${formatAnswer(answer)}\n`)
    progress.update(measured.length, questions.length)
  }
  progress.end()
  return measured
}

async function ask({ app, caller }: FileStore, question: FileQuestion): Promise<MeasuredFileAnswer> {
  const startedAt = performance.now()
  const { answer, sources } = await app.answering.ask(caller, { question: question.question, parentId: undefined })
  const ms = performance.now() - startedAt
  const isRefused = sources.length === 0
  const isFound = !isRefused && containsFacts(answer, question)
  return {
    question,
    answer,
    isRefused,
    isFound,
    isPageRight: isFound && question.page !== undefined ? await isPageRight({ app, caller }, question) : undefined,
    words: isRefused ? 0 : countAnswerWords(answer),
    ms,
  }
}

/** Looks the citation up as the app shows it: with the page or slide. */
async function isPageRight({ app, caller }: Pick<FileStore, 'app' | 'caller'>, question: FileQuestion) {
  const { questions } = await app.questionHistory.list(caller, { query: '' })
  const cited = questions[0]?.sources.find(({ id }) => id === question.file)
  return cited?.page === question.page
}

const columns = ['kind', 'questions', 'fact in the answer', 'page right', 'refused', 'words', 'p50 ms', 'p95 ms']

function formatTable(answers: readonly MeasuredFileAnswer[]): string {
  const kinds = [...new Set(answers.map(({ question }) => question.kind))]
  const rows = kinds.map((kind) =>
    formatRow(
      kind,
      answers.filter(({ question }) => question.kind === kind),
    ),
  )
  const asked = answers.filter(({ question }) => question.kind !== 'none')
  return [
    `| ${columns.join(' | ')} |`,
    `|${'---|'.repeat(columns.length)}`,
    ...rows,
    formatRow('**all with an answer**', asked),
  ].join('\n')
}

function formatRow(kind: string, answers: readonly MeasuredFileAnswer[]): string {
  const given = answers.filter(({ isRefused }) => !isRefused)
  const paged = answers.filter((answer) => answer.isPageRight !== undefined)
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const words = given.reduce((sum, answer) => sum + answer.words, 0) / given.length
  const cells = [
    kind,
    answers.length,
    kind === 'none' ? '' : formatShare(answers.filter(({ isFound }) => isFound).length, answers.length),
    formatShare(paged.filter((answer) => answer.isPageRight).length, paged.length),
    formatShare(answers.length - given.length, answers.length),
    given.length === 0 ? '' : Math.round(words),
    Math.round(percentile(times, 0.5)),
    Math.round(percentile(times, 0.95)),
  ]
  return `| ${cells.join(' | ')} |`
}

function formatShare(count: number, of: number): string {
  return of === 0 ? '' : `${((100 * count) / of).toFixed(0)} % (${count} of ${of})`
}

function formatAnswer({ question, answer, isRefused, isFound, isPageRight, ms }: MeasuredFileAnswer): string {
  const expected = question.kind === 'none' ? isRefused : isFound
  const verdict = `${expected ? 'right' : isRefused ? 'REFUSED' : 'WRONG'}${isPageRight === false ? ', WRONG PAGE' : ''}`
  const facts = (question.all ?? question.answer ?? []).join(' | ')
  return [
    `${verdict} ${question.id} ${question.kind}, ${question.file ?? 'no file'}, ${Math.round(ms)} ms: ${question.question}`,
    `  expected: ${facts}`,
    `  answer:   ${answer.replaceAll('\n', '\n            ')}`,
  ].join('\n')
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        keep: { type: 'string' },
        'held-out': { type: 'boolean' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean' },
      },
      allowPositionals: true,
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}
