import { createSupportJudge, type SupportJudge } from '../../src/answer/verification/support-judge.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { createLocalEmbedder } from '../../src/models/local-embedder.ts'
import { createLocalReader } from '../../src/models/local-reader.ts'
import type { Reader } from '../../src/models/reader.ts'
import { measureWritten, type WrittenFigures } from './measure-written.ts'
import { measureMisbehaviors, misbehaviors } from './misbehaviors.ts'
import { createReplayedApp } from './replayed-app.ts'
import { measureStatements, type StatementFigures, type StatementSet } from './statements.ts'

const help = `Replays hand-written answers of a language model through the whole product and prints what verification
makes of them. README.md beside this file explains the sets.

Usage: npm run eval -- written [options]

Options:
  --recorded     Only the recorded answers.
  --statements   Only the statements of training/questions (the held-out fifth).
  --verbose      Also list each supported sentence that was dropped and each false one that was kept.`

/** Runs `npm run eval -- written`; resolves to the exit code. */
export async function runWrittenCommand(argv: readonly string[], { stdout, stderr }: Terminal): Promise<number> {
  const known = ['--recorded', '--statements', '--verbose', '--help']
  const unknown = argv.filter((option) => !known.includes(option))
  if (argv.includes('--help') || unknown.length > 0) {
    ;(unknown.length > 0 ? stderr : stdout).write(`${help}\n`)
    return unknown.length > 0 ? 2 : 0
  }
  const print = (text: string) => stdout.write(`${text}\n`)
  const list = (title: string, lines: readonly string[]) => {
    if (argv.includes('--verbose') && lines.length > 0)
      print(`\n${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`)
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const [embedder, reader] = [await createLocalEmbedder({ log }), createLocalReader({ log })]
  try {
    if (!argv.includes('--statements')) {
      const app = await createReplayedApp({ embedder, reader })
      try {
        const figures = await measureWritten(app)
        print(formatWritten(figures))
        const failed = await measureMisbehaviors(app)
        print(`| misbehaving models that got something into an answer | ${failed.length} of ${misbehaviors.length} |`)
        list('Supported, dropped', figures.droppedSupported)
        list(
          'False, kept',
          figures.keptFalse.map(({ kind, text }) => `${kind} ${text}`),
        )
        list('Refusals overridden', figures.overriddenRefusals)
        list(
          'Damaged',
          figures.damaged.map(({ id, damage }) => `${id}: ${damage}`),
        )
        list('Misbehaviors', failed)
        list('Not in the prompt', figures.missing)
      } finally {
        await app.close()
      }
    }
    if (!argv.includes('--recorded')) {
      for (const set of ['public', 'invented'] as const) {
        const figures = await measureStatements(() => createJudge(reader), set)
        print(`\n${formatStatements(figures, set)}`)
        list('Supported, dropped', figures.droppedSupported)
        list(
          'Unsupported, kept',
          figures.keptUnsupported.map(({ how, text }) => `${how} ${text}`),
        )
      }
    }
    return 0
  } finally {
    await embedder.close()
    await reader.close()
  }
}

/** The judge of statements as the answer pipeline uses it. */
function createJudge(reader: Reader): SupportJudge {
  const { signal } = new AbortController()
  const onReaderFailure = (error: unknown) => {
    throw error
  }
  return createSupportJudge({ reader, question: '', language: 'en', signal, onReaderFailure })
}

export function formatWritten(figures: WrittenFigures): string {
  const { supported, droppedSupported, falseSentences, keptFalse, falseByKind, refusals, overriddenRefusals } = figures
  return [
    '| recorded answers | |\n|---|---|',
    `| supported sentences dropped | ${share(droppedSupported.length, supported)} |`,
    `| false sentences kept | ${share(keptFalse.length, falseSentences)} |`,
    ...byKind(
      falseByKind,
      keptFalse.map(({ kind }) => kind),
    ),
    `| refusals honoured | ${refusals - overriddenRefusals.length} of ${refusals} |`,
    `| damaged forms | ${new Set(figures.damaged.map(({ id }) => id)).size} of ${figures.answers} |`,
  ].join('\n')
}

export function formatStatements(figures: StatementFigures, set: StatementSet): string {
  const { supported, droppedSupported, unsupported, keptUnsupported, unsupportedByKind } = figures
  return [
    `| held-out statements about ${set === 'public' ? 'public files' : 'invented handbooks'} | |\n|---|---|`,
    `| supported dropped | ${share(droppedSupported.length, supported)} |`,
    `| unsupported kept | ${share(keptUnsupported.length, unsupported)} |`,
    ...byKind(
      unsupportedByKind,
      keptUnsupported.map(({ how }) => how),
    ),
  ].join('\n')
}

function byKind(totals: Readonly<Record<string, number>>, kept: readonly string[]): string[] {
  return Object.entries(totals).map(
    ([kind, total]) => `| … ${kind} | ${share(kept.filter((one) => one === kind).length, total)} |`,
  )
}

function share(count: number, total: number): string {
  return `${((100 * count) / Math.max(1, total)).toFixed(1)} % (${count} of ${total})`
}
