import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { DatabaseSettings } from '../../src/storage/database.ts'

const program = fileURLToPath(new URL('../../bin/lorewell.js', import.meta.url))
/** As in `npm start`. */
const nodeOptions = ['--max-semi-space-size=4', '--v8-pool-size=2']
const build = fileURLToPath(new URL('../../scripts/build.mjs', import.meta.url))

/** Makes sure that what is started is what the sources say; next to nothing where `npm test` has built already. */
export function buildService(): void {
  execFileSync(process.execPath, [build, '--if-stale'], { stdio: 'inherit' })
}

export interface ServiceProcess {
  child: ChildProcess
  /** Where it is, once it says so; undefined where it ended before. */
  url: Promise<string | undefined>
  /** What it wrote: its words and its log. */
  output(): string
  exited: Promise<unknown>
  /** Ends it without a word, and waits until it is gone. */
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** `lorewell start` in a process of its own, as an operator runs it. */
export function startServiceProcess(
  settings: DatabaseSettings,
  {
    env = {},
    under = [],
  }: {
    env?: Record<string, string>
    /** A program that runs it, with its arguments, such as strace. */
    under?: readonly string[]
  } = {},
): ServiceProcess {
  const [command = process.execPath, ...argv] = [...under, process.execPath, ...nodeOptions, program, 'start']
  const child = spawn(command, argv, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DATA_DIR: settings.dataDir,
      DATABASE_URL: settings.databaseUrl,
      PORT: '0',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_ASK_PER_MINUTE: '10000000',
      RATE_LIMIT_INDEX_PER_MINUTE: '10000000',
      ...env,
    },
  })
  let text = ''
  const exited = once(child, 'exit')
  const url = new Promise<string | undefined>((resolve) => {
    exited.then(() => resolve(undefined))
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => {
        // The last words are enough to tell what went wrong.
        text = (text + part).slice(-100_000)
        const address = /Lorewell is at (http:\S+)\n/.exec(text)?.[1]
        if (address) resolve(address)
      })
  })
  return {
    child,
    url,
    output: () => text,
    exited,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.kill('SIGTERM')
      await exited
      return child.exitCode
    },
  }
}
