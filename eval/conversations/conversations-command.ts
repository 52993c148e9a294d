import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Caller } from '../../src/access/caller.ts'
import { applyOrganization } from '../../src/cli/apply/apply-organization.ts'
import { readOrganizationFile } from '../../src/cli/apply/read-organization-file.ts'
import { loadCaller } from '../../src/cli/choose-caller.ts'
import { UsageError } from '../../src/cli/command.ts'
import { createProgress } from '../../src/cli/progress.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { readQuestions } from '../handbook/sample-app.ts'
import { percentile, sampleEvenly } from '../people/measure-answers.ts'
import { readHandbookSections } from '../people/people-questions.ts'
import { openPeopleStore, type PeopleStore } from '../people/people-store.ts'
import { type EvaluatedConversation, readConversations } from './conversations.ts'
import { type MeasuredFollowUp, measureConversation, summarizeConversations } from './measure-conversations.ts'
import { measureNewTopics } from './measure-new-topics.ts'
import { startReplayModel } from './replay-model.ts'

const help = `Asks the hand-written conversations of eval/conversations through the whole product: over the sample handbook and over
the sections of public handbooks in training/questions. Prints by kind how often the answer to a follow-up contains the
gold sentence, and how often the answer to the same question asked in full does.

Usage: npm run eval -- conversations [options]

Each conversation is asked without a language model, and with a replayed one, which rewrites every follow-up to the
hand-written full question and copies the gold sentence if its passages contain it. That proves the plumbing; it says
nothing about how well a model rewrites.

Options:
  --keep FOLDER    Keep the index in this folder; later runs reuse it until the model, ingest code or schema changes.
  --mode MODE      Ask in one mode only: quoted (without a language model) or replayed.
  --limit N        Ask N evenly sampled conversations.
  --new-topics     Ask every question of eval/handbook alone and after an unrelated one instead: nothing should change.
  --verbose        Print every follow-up with what it was understood as, and its answer.
  --help           Print this help.`

const modes = ['quoted', 'replayed'] as const
type Mode = (typeof modes)[number]

/** Runs `npm run eval -- conversations`; resolves to the exit code. */
export async function runConversationsCommand(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { keep, mode, limit, verbose, help: isHelp, 'new-topics': newTopics } = readOptions(argv)
    if (isHelp) {
      terminal.stdout.write(`${help}\n`)
      return 0
    }
    if (newTopics) {
      await reportNewTopics(keep, terminal)
      return 0
    }
    for (const next of mode ? [mode] : modes) {
      const measured = await measureMode(next, { keep, limit }, terminal)
      if (verbose) for (const followUp of measured) terminal.stdout.write(`${formatFollowUp(followUp)}\n`)
      terminal.stdout.write(`\n${formatConversations(next, measured)}\n`)
    }
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    terminal.stderr.write(`${error.message}\nSee "npm run eval -- conversations --help".\n`)
    return 2
  }
}

async function measureMode(
  mode: Mode,
  { keep, limit }: { keep: string | undefined; limit: number },
  terminal: Terminal,
): Promise<MeasuredFollowUp[]> {
  const model = mode === 'replayed' ? await startReplayModel() : undefined
  const { LLM_BASE_URL: _url, LLM_MODEL: _model, ...others } = terminal.env
  const env = model ? { ...others, LLM_BASE_URL: model.baseUrl, LLM_MODEL: 'replay' } : others
  const store = await openPeopleStore(keep, { ...terminal, env })
  try {
    const conversations = sampleEvenly(readConversations(), limit)
    const callers = await fillStore(store, readConversations())
    const progress = createProgress('Asking: conversation', terminal)
    const measured: MeasuredFollowUp[] = []
    for (const [index, conversation] of conversations.entries()) {
      const isSample = conversation.book === 'sample'
      const asker = {
        app: store.app,
        caller: isSample ? callers.sample : callers.handbooks,
        parentId: isSample ? undefined : conversation.book,
        ...(model && { onTurn: model.replay }),
      }
      measured.push(...(await measureConversation(asker, conversation)))
      progress.update(index + 1, conversations.length)
    }
    progress.end()
    if (model) terminal.stdout.write(`\nThe model was asked to rewrite ${model.rewrites()} follow-ups.\n`)
    return measured
  } finally {
    await store.close()
    await model?.close()
  }
}

async function reportNewTopics(keep: string | undefined, terminal: Terminal): Promise<void> {
  const store = await openPeopleStore(keep, terminal)
  try {
    const { sample } = await fillStore(store, [])
    const questions = readQuestions()
    const progress = createProgress('Asking: question', terminal)
    const asker = { app: store.app, caller: sample, parentId: undefined }
    const { dragged, refused, answered } = await measureNewTopics(asker, questions, (done) =>
      progress.update(done, questions.length),
    )
    progress.end()
    terminal.stdout.write(
      [
        ...dragged,
        `Of ${questions.length} questions after an unrelated one, ${dragged.length} were taken for a follow-up; ${refused} answers became refusals, ${answered} refusals answers.`,
        '',
      ].join('\n'),
    )
  } finally {
    await store.close()
  }
}

/** Indexes the sample handbook as an organization of its own, and the sections of the handbooks that are asked about. */
async function fillStore(
  store: PeopleStore,
  conversations: readonly EvaluatedConversation[],
): Promise<{ sample: Caller; handbooks: Caller }> {
  const { app } = store
  const books = new Set(conversations.map(({ book }) => book))
  await store.writeSections(readHandbookSections().filter(({ book }) => books.has(book)))
  const organization = 'larkwain'
  if (!(await app.organizations.list()).some(({ id }) => id === organization)) {
    const path = fileURLToPath(new URL('../../sample/handbook.yaml', import.meta.url))
    await applyOrganization(app, readOrganizationFile(readFileSync(path, 'utf8'), path), () => {})
    await app.backlog?.whenDrained()
  }
  await app.inMemoryIndexes.load()
  const sample = (await loadCaller(app, organization, 'jelle@larkwain.test')) as Caller
  return { sample, handbooks: await store.loadCaller() }
}

export function formatConversations(title: string, measured: readonly MeasuredFollowUp[]): string {
  const times = (of: 'ms' | 'fullMs') =>
    Math.round(
      percentile(
        measured.map((one) => one[of]).sort((a, b) => a - b),
        0.5,
      ),
    )
  return [
    `| ${title} | follow-ups | found | found when asked in full |`,
    '|---|---|---|---|',
    ...summarizeConversations(measured).map(
      ({ name, followUps, found, foundInFull }) =>
        `| ${name} | ${followUps} | ${formatShare(found, followUps)} | ${formatShare(foundInFull, followUps)} |`,
    ),
    '',
    `p50 ${times('ms')} ms for a follow-up, ${times('fullMs')} ms for the question asked in full.`,
  ].join('\n')
}

function formatShare(count: number, total: number): string {
  return `${count} (${((100 * count) / total).toFixed(1)} %)`
}

function formatFollowUp({
  id,
  number,
  turn,
  answer,
  standaloneQuestion,
  isFound,
  isFoundInFull,
}: MeasuredFollowUp): string {
  const verdict = isFound ? (isFoundInFull ? 'found' : 'FOUND, not in full') : isFoundInFull ? 'LOST' : 'missed by both'
  return [
    `${verdict} ${id}.${number} ${turn.kind}: ${turn.question}`,
    `  understood as: ${standaloneQuestion ?? '(as typed)'}`,
    `  in full:       ${turn.full}`,
    `  answer:        ${answer.replaceAll('\n', '\n                 ')}`,
  ].join('\n')
}

function readOptions(argv: readonly string[]) {
  const values = parse(argv)
  const mode = modes.find((known) => known === values.mode)
  if (values.mode !== undefined && !mode)
    throw new UsageError(`--mode must be quoted or replayed, not "${values.mode}".`)
  if (values.limit !== undefined && !/^[1-9]\d{0,5}$/.test(values.limit)) {
    throw new UsageError(`--limit must be a whole number above 0, not "${values.limit}".`)
  }
  return { ...values, mode, limit: Number(values.limit ?? Number.POSITIVE_INFINITY) }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        keep: { type: 'string' },
        mode: { type: 'string' },
        limit: { type: 'string' },
        'new-topics': { type: 'boolean' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
