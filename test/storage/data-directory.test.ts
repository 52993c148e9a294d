import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildService, startServiceProcess } from '../support/service-process.ts'

const program = fileURLToPath(new URL('../../bin/lorewell.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'lorewell-modes-'))
const dataDir = join(folder, 'data')

beforeAll(buildService)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command as a shell does that lets everybody read and write what it creates. */
function lorewell(...argv: string[]): void {
  const command = ['umask 0', 'exec "$0" "$@"'].join('; ')
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir, MODEL_DIR: join(dataDir, 'models'), EMBEDDINGS_BASE_URL: '' }
  execFileSync('sh', ['-c', command, process.execPath, program, ...argv], { env, stdio: 'pipe' })
}

/** Returns everything beneath a folder that accounts other than its owner can access. */
function accessibleToOthers(root: string): string[] {
  return ['', ...readdirSync(root, { recursive: true, encoding: 'utf8' })].filter(
    (name) => (statSync(join(root, name)).mode & 0o077) !== 0,
  )
}

test('whatever the umask, a command creates files that only their owner can access', () => {
  const organization = join(folder, 'organization.yaml')
  writeFileSync(organization, 'organization: {id: acme}\nusers: [{email: ada@acme.test, role: admin}]')
  lorewell('apply', organization)
  expect(readdirSync(join(dataDir, 'pg')).length).toBeGreaterThan(10)
  expect(accessibleToOthers(dataDir)).toEqual([])

  const pages = join(folder, 'pages')
  mkdirSync(pages)
  writeFileSync(join(pages, 'page.md'), '# Doors\n\nThe front door opens at seven.')
  lorewell('import', pages, '--root', 'wiki')
  const backup = join(folder, 'lorewell.backup')
  lorewell('backup', backup)
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
  const service = startServiceProcess({ dataDir, databaseUrl: '' })
  try {
    expect(await service.url).toMatch(/^http/)
    expect(accessibleToOthers(dataDir)).toEqual([])
  } finally {
    await service.stop()
  }
})
