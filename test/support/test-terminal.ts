import { EventEmitter, once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { type App, createApp } from '../../src/app.ts'
import { runCommandLine } from '../../src/cli/command-line.ts'
import type { Terminal } from '../../src/cli/terminal.ts'
import { type Config, readConfig } from '../../src/config.ts'
import type { Database } from '../../src/storage/database.ts'
import { createTestDatabase } from './test-database.ts'

export interface CliResult {
  code: number
  stdout: string
  stderr: string
  /** The last line of standard output, read as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: what was printed is what a test is about to check
  json: any
}

export interface TestTerminal {
  env: Record<string, string>
  /** A folder for the files of the test. */
  directory: string
  app: App
  database: Database
  /** Types a command. */
  lorewell(...argv: string[]): Promise<CliResult>
  /** Types a command before other inputs and outputs. */
  runWith(argv: readonly string[], world: Partial<Omit<Terminal, 'signals'>>): Promise<CliResult>
  /** Types a command that goes on until it is told to stop. */
  startCommand(name: string, settings: Record<string, string>): RunningCommand
  /** Writes a file below the folder and gives its path. */
  writeFile(name: string, text: string): string
  /** Removes every organization. */
  deleteOrganizations(): Promise<void>
  close(): Promise<void>
}

export interface RunningCommand {
  signals: EventEmitter
  /** Waits until standard output matches. */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>
  result: Promise<Omit<CliResult, 'json'>>
}

/** A terminal before an empty store. Nothing is embedded: texts are found by their words. */
export async function createTestTerminal(settings: Record<string, string> = {}): Promise<TestTerminal> {
  const scratch = await createTestDatabase()
  const folder = createTempFolder()
  const env = {
    DATA_DIR: folder.directory,
    XDG_CACHE_HOME: join(folder.directory, '.cache'),
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const log = pino({ level: 'silent' })
  const app = await createApp({
    config: readConfig(env),
    database: scratch.database,
    embedder: undefined,
    log,
  })
  // Opened once: a command that closes it leaves it to the next one.
  const openApp = async (config: Config) => ({
    app: { ...app, config },
    embedder: undefined,
    close: async () => {},
  })
  return {
    env,
    directory: folder.directory,
    app,
    database: scratch.database,
    lorewell: (...argv) => runCli(argv, { env, openApp }),
    runWith: (argv, world) => runCli(argv, { env, openApp, ...world }),
    startCommand(name, settings) {
      const signals = new EventEmitter()
      let told = ''
      const stdout = Object.assign(new EventEmitter(), {
        write(text: string) {
          told += text
          stdout.emit('write')
        },
      })
      const ended = runCli([name], { env: { ...env, ...settings }, openApp, signals, stdout })
      return {
        signals,
        result: ended.then(({ code, stderr }) => ({ code, stderr, stdout: told })),
        async waitForOutput(pattern) {
          for (;;) {
            const found = pattern.exec(told)
            if (found) return found
            const over = await Promise.race([once(stdout, 'write').then(() => undefined), ended])
            if (over) throw new Error(`It ended before saying ${pattern}: ${told}${over.stderr}`)
          }
        },
      }
    },
    writeFile: folder.writeFile,
    async deleteOrganizations() {
      await sql`delete from organization`.execute(scratch.database.unrestricted)
    },
    async close() {
      folder.remove()
      await app.close()
      await scratch.close()
    },
  }
}

export function createTempFolder() {
  const directory = mkdtempSync(join(tmpdir(), 'lorewell-cli-'))
  return {
    directory,
    /** Writes a file below the folder and gives its path. */
    writeFile(name: string, text: string): string {
      const path = join(directory, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      return path
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** Types a command that needs no store. */
export async function runCli(
  argv: readonly string[],
  world: Partial<Omit<Terminal, 'signals'>> & { signals?: EventEmitter } = {},
): Promise<CliResult> {
  const written = { stdout: '', stderr: '' }
  const take = (name: 'stdout' | 'stderr', text: string) => {
    written[name] += text
  }
  const code = await runCommandLine(argv, {
    env: {},
    stdin: (async function* () {})(),
    fetch: globalThis.fetch,
    loadModels: async () => ({ embedder: undefined, reader: undefined }),
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
