import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildService, startServiceProcess } from '../support/service-process.ts'
import { startStubEmbeddingsServer } from '../support/stub-embeddings-server.ts'

const program = fileURLToPath(new URL('../../bin/lorewell.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lorewell-modes-'))
const dataDir = join(folder, 'data')

let embeddings: Awaited<ReturnType<typeof startStubEmbeddingsServer>>

beforeAll(async () => {
  buildService()
  embeddings = await startStubEmbeddingsServer()
})
afterAll(async () => {
  await embeddings.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command as a shell does that lets everybody read and write what it creates. */
async function lorewell(...argv: string[]): Promise<void> {
  const command = 'umask 0; exec "$0" "$@"'
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ...embeddings.env }
  await promisify(execFile)('sh', ['-c', command, process.execPath, program, ...argv], { env })
}

/** Returns everything beneath a folder that accounts other than its owner can access. */
function accessibleToOthers(root: string): string[] {
  return ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(root, name)).mode & 0o077) !== 0,
  )
}

test('whatever the umask, a command creates files that only their owner can access', async () => {
  const organization = join(folder, 'organization.yaml')
  writeFileSync(
    organization,
    'organization: {id: acme}\nusers: [{email: ada@acme.test, role: admin}]\ndataSources: [{id: wiki, name: Wiki}]',
  )
  await lorewell('apply', organization)
  expect(readdirSync(join(dataDir, 'pg')).length).toBeGreaterThan(10)
  expect(accessibleToOthers(dataDir)).toEqual([])

  const pages = join(folder, 'pages')
  mkdirSync(pages)
  writeFileSync(join(pages, 'page.md'), '# Doors\n\nThe front door opens at seven.')
  await lorewell('import', pages, '--root', 'wiki', '--url-base', 'https://wiki.example')
  const backup = join(folder, 'lorewell.backup')
  await lorewell('backup', backup)
  expect(statSync(backup).mode & 0o777).toBe(0o600)
  expect(accessibleToOthers(dataDir)).toEqual([])
})

test('a start repairs the permissions of an existing store, and its lock is private', async () => {
  chmodSync(dataDir, 0o755)
  for (const name of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    const path = join(dataDir, name)
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o666)
  }
  expect(accessibleToOthers(dataDir).length).toBeGreaterThan(100)
  const service = startServiceProcess({ dataDir, databaseUrl: '' }, { env: embeddings.env })
  try {
    expect(await service.url).toMatch(/^http/)
    expect(accessibleToOthers(dataDir)).toEqual([])
  } finally {
    await service.stop()
  }
})
