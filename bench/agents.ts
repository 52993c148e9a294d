import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestServer } from '../test/support/test-server.ts'

const source = fileURLToPath(new URL('./agents', import.meta.url))

/**
 * Calls every MCP tool through agent frameworks, each with the schemas that it sends to a language model. The frameworks are
 * installed into a temporary folder: together they are larger than Lorewell.
 */
export async function benchAgents(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { modules: { type: 'string' } } })
  const folder = mkdtempSync(join(tmpdir(), 'lorewell-agents-'))
  const server = await startTestServer({ config: { askPerMinute: 10_000, indexPerMinute: 10_000 } })
  try {
    cpSync(source, folder, { recursive: true })
    if (values.modules) symlinkSync(resolve(values.modules), join(folder, 'node_modules'))
    else await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps'], folder)
    await server.organization('acme')
    const ada = await server.person('acme', 'ada', { role: 'admin' })
    await server.note('acme', {
      id: 'oncall',
      title: 'On call',
      content: 'The platform team is on call at the weekend.',
    })
    await server.dataSource('acme', 'tickets')
    await server.assistant('acme', 'helper', { digestDays: 366 })
    const credentials = { LOREWELL_SERVER: server.url, LOREWELL_KEY: ada.key }
    const code = await run(process.execPath, ['main.mjs'], folder, credentials)
    if (code !== 0) process.exitCode = 1
    print(code === 0 ? 'Every tool works in every framework.' : 'Some tools failed.')
  } finally {
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function run(command: string, args: string[], cwd: string, env: Record<string, string> = {}): Promise<number> {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
  const [code] = (await once(child, 'close')) as [number]
  return code
}
