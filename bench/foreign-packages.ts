import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestServer } from '../test/support/test-server.ts'

/** A folder with the packages of others, beside a running server that they are tried on. */
interface ForeignPackages {
  folder: string
  serverUrl: string
  /** Runs a program in the folder, with the server's address and a key in its environment. Rejects if it fails. */
  run(command: string, args: string[]): Promise<void>
}

/**
 * Copies `bench/NAME` into a temporary folder and installs its packages there: together they are larger than Lorewell. Starts
 * a server with a note, a data source and an assistant. `--modules DIR` uses packages that are already installed.
 */
export async function withForeignPackages(
  name: string,
  { argv, npmArguments = [] }: { argv: string[]; npmArguments?: string[] },
  work: (packages: ForeignPackages) => Promise<void>,
): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { modules: { type: 'string' } } })
  const folder = mkdtempSync(join(tmpdir(), `lorewell-${name}-`))
  const server = await startTestServer({ config: { askPerMinute: 10_000, indexPerMinute: 10_000 } })
  try {
    cpSync(fileURLToPath(new URL(`./${name}`, import.meta.url)), folder, { recursive: true })
    if (values.modules) symlinkSync(resolve(values.modules), join(folder, 'node_modules'))
    else await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...npmArguments], folder)
    await server.organization('acme')
    const ada = await server.person('acme', 'ada', { role: 'admin' })
    const note = { id: 'oncall', title: 'On call', content: 'The platform team is on call at the weekend.' }
    await server.note('acme', note)
    await server.dataSource('acme', 'tickets')
    await server.assistant('acme', 'helper', { digestDays: 366 })
    const credentials = { LOREWELL_SERVER: server.url, LOREWELL_KEY: ada.key }
    await work({
      folder,
      serverUrl: server.url,
      run: (command, args) => run(command, args, folder, credentials),
    })
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${command} ended with ${code}.`)
}
