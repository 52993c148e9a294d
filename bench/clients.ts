import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { startTestServer } from '../test/support/test-server.ts'

const source = fileURLToPath(new URL('./clients', import.meta.url))

/** What is done with the document of a running server. The first command that fails ends the benchmark. */
const steps = {
  'Redocly CLI, recommended rules, warnings are errors': [
    'redocly',
    'lint',
    '--extends=recommended-strict',
    'openapi.json',
  ],
  'Spectral, rules for OpenAPI': ['spectral', 'lint', 'openapi.json', '-r', 'spectral.yaml', '--fail-severity=hint'],
  'openapi-typescript': ['openapi-typescript', 'openapi.json', '-o', 'generated/openapi-typescript.d.ts'],
  '@hey-api/openapi-ts': ['openapi-ts', '-i', 'openapi.json', '-o', 'generated/hey-api', '-c', '@hey-api/client-fetch'],
  orval: ['orval'],
  'strict types, no casts': ['tsc', '-p', '.'],
}

/**
 * Checks the OpenAPI document with the linters of others, generates three clients from it, and calls the server through
 * them. Everything is installed into a temporary folder: together it is larger than Lorewell.
 */
export async function benchClients(print: (line: string) => void, argv: string[]): Promise<void> {
  const { values } = parseArgs({ args: argv, options: { modules: { type: 'string' } } })
  const folder = mkdtempSync(join(tmpdir(), 'lorewell-clients-'))
  const server = await startTestServer({ config: { askPerMinute: 10_000, indexPerMinute: 10_000 } })
  try {
    cpSync(source, folder, { recursive: true })
    if (values.modules) symlinkSync(resolve(values.modules), join(folder, 'node_modules'))
    else await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], folder)
    await server.organization('acme')
    const ada = await server.person('acme', 'ada', { role: 'admin' })
    const note = { id: 'oncall', title: 'On call', content: 'The platform team is on call at the weekend.' }
    await server.note('acme', note)
    await server.dataSource('acme', 'tickets')
    await server.assistant('acme', 'helper', { digestDays: 366 })
    const credentials = { LOREWELL_SERVER: server.url, LOREWELL_KEY: ada.key }
    const document = await (await fetch(`${server.url}/v1/openapi.json`)).text()
    writeFileSync(join(folder, 'openapi.json'), document)
    for (const [name, [command = '', ...args]] of Object.entries(steps)) {
      await run(join(folder, 'node_modules/.bin', command), args, folder, credentials)
      print(`${name}: no errors, no warnings`)
    }
    await run(process.execPath, ['--import', import.meta.resolve('tsx'), 'main.ts'], folder, credentials)
    print('Every client works.')
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
