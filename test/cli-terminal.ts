import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { runCommandLine } from '../src/cli/command-line.ts'
import type { Terminal } from '../src/cli/terminal.ts'
import type { Database } from '../src/storage/database.ts'
import { scratchDatabase } from './scratch-database.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
  /** The last line of standard output, read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what was printed is what a test is about to check
  json: any
}

export interface ScratchTerminal {
  env: Record<string, string>
  /** A folder for the files of the test. */
  directory: string
  database: Database
  /** Types a command. */
  lorewell(...argv: string[]): Promise<Ran>
  /** Writes a file below the folder and gives its path. */
  file(name: string, text: string): string
  /** Removes every organization. */
  empty(): Promise<void>
  close(): Promise<void>
}

/** A terminal before an empty store. Nothing is embedded: texts are found by their words. */
export async function scratchTerminal(
  world: Partial<Pick<Terminal, 'fetch'>> = {},
): Promise<ScratchTerminal> {
  const scratch = await scratchDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'lorewell-cli-'))
  const env = {
    DATA_DIR: directory,
    XDG_CACHE_HOME: join(directory, '.cache'),
    LOG_LEVEL: 'silent',
  }
  return {
    env,
    directory,
    database: scratch.database,
    lorewell: (...argv) =>
      run(argv, {
        env,
        // Opened once: a command that closes it leaves it to the next one.
        openDatabase: async () => ({ ...scratch.database, close: async () => {} }),
        ...world,
      }),
    file(name, text) {
      const path = join(directory, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    },
    async empty() {
      await sql`delete from organization`.execute(scratch.database.service)
    },
    async close() {
      rmSync(directory, { recursive: true, force: true })
      await scratch.close()
    },
  }
}

/** Types a command that needs no store. */
export async function run(
  argv: readonly string[],
  world: Partial<Omit<Terminal, 'signals'>> & { signals?: EventEmitter } = {},
): Promise<Ran> {
  const written = { stdout: '', stderr: '' }
  const take = (name: 'stdout' | 'stderr', text: string) => {
    written[name] += text
  }
  const code = await runCommandLine(argv, {
    env: {},
    stdin: (async function* () {})(),
    fetch: globalThis.fetch,
    loadEmbedder: async () => undefined,
    stdout: { write: (text) => take('stdout', text) },
    stderr: { write: (text) => take('stderr', text) },
    ...world,
    signals: Object.assign(world.signals ?? new EventEmitter(), {
      exit: (status: number) => take('stderr', `exited at once with ${status}\n`),
    }),
  })
  return {
    code,
    ...written,
    get json() {
      return JSON.parse(written.stdout.trimEnd().split('\n').at(-1) as string)
    },
  }
}
