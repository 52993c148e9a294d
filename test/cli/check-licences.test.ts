import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/check-licences.mjs', import.meta.url))
const tempFolders: string[] = []
afterEach(() => {
  for (const folder of tempFolders.splice(0)) rmSync(folder, { recursive: true })
})

/** A project with these packages installed, each by its path; the first is what it depends on. */
function runCheck(packages: Record<string, object>, app = '') {
  const root = mkdtempSync(join(tmpdir(), 'lorewell-licences-'))
  tempFolders.push(root)
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const [first = ''] = Object.keys(packages)
  write('package.json', JSON.stringify({ dependencies: { [first]: '1.0.0' } }))
  write('web/src/main.tsx', app)
  for (const [path, manifest] of Object.entries(packages)) {
    const name = path.split('/node_modules/').at(-1)
    write(`node_modules/${path}/package.json`, JSON.stringify({ name, version: '1.0.0', ...manifest }))
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

it('packages with licences of the list pass, one of several being enough', () => {
  const { status, said } = runCheck({
    one: { license: '(GPL-3.0 OR MIT)', dependencies: { two: '1' }, optionalDependencies: { other: '1' } },
    two: { licenses: [{ type: 'ISC' }] },
  })
  expect(said).toContain('Licences of 2 shipped packages')
  expect(status).toBe(0)
})

it.each([
  ['a licence that is not on the list', { license: 'AGPL-3.0-only' }, 'deep@1.0.0 has the licence AGPL-3.0-only'],
  ['one of two that both hold', { license: 'MIT AND GPL-2.0' }, 'MIT AND GPL-2.0'],
  ['no licence at all', {}, 'names no licence'],
])('a package far below with %s is named', (_case, manifest, message) => {
  const { status, said } = runCheck({
    one: { license: 'MIT', dependencies: { deep: '1' } },
    'one/node_modules/deep': manifest,
  })
  expect(said).toContain(message)
  expect(status).toBe(1)
})

it('what the app is bundled with counts as shipped', () => {
  const packages = { one: { license: 'MIT' }, '@ui/parts': { license: 'CC-BY-NC-4.0' } }
  expect(runCheck(packages).status).toBe(0)
  expect(runCheck(packages, "import { Button } from '@ui/parts/button'").said).toContain('@ui/parts@1.0.0')
})
