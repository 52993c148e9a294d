import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/release.mjs', import.meta.url))
let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'lorewell-release-'))
  mkdirSync(join(project, 'sdk'))
  write('package.json', { name: 'lorewell', version: '0.2.0' })
  write('sdk/package.json', { name: '@lorewell/sdk', version: '0.2.0' })
  write('package-lock.json', {
    version: '0.2.0',
    packages: { '': { version: '0.2.0' }, sdk: { version: '0.2.0' } },
  })
  writeFileSync(
    join(project, 'CHANGELOG.md'),
    '# Changelog\n\n## [Unreleased]\n\n### Added\n- Trash.\n\n## [0.2.0] - 2026-11-16\n',
  )
  git('init', '--quiet')
  git('config', 'user.email', 'dev@example.com')
  git('config', 'user.name', 'Dev')
  commit()
})
afterEach(() => rmSync(project, { recursive: true }))

test('a release sets every version, dates the changelog, commits and tags', () => {
  expect(release('0.3.0').status).toBe(0)
  const today = new Date().toISOString().slice(0, 10)
  expect(readFileSync(join(project, 'CHANGELOG.md'), 'utf8')).toContain(`## [0.3.0] - ${today}\n\n### Added\n- Trash.`)
  for (const file of ['package.json', 'sdk/package.json', 'package-lock.json'])
    expect(readFileSync(join(project, file), 'utf8')).not.toContain('0.2.0')
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.3.0')
  expect(git('tag', '--list')).toBe('v0.3.0')
  expect(git('status', '--porcelain')).toBe('')
})

test.each([
  ['no version', [], 'VERSION must be like 1.2.3'],
  ['an older version', ['0.1.9'], 'older than the current version 0.2.0'],
])('%s is refused and nothing changes', (_case, args, message) => {
  const before = git('rev-parse', 'HEAD')
  const { status, stderr } = release(...args)
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(message) })
  expect(git('rev-parse', 'HEAD')).toBe(before)
})

test('an empty section and uncommitted changes are refused', () => {
  writeFileSync(join(project, 'CHANGELOG.md'), '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-11-16\n- x\n')
  expect(release('0.3.0').stderr).toContain('uncommitted changes')
  commit()
  expect(release('0.3.0').stderr).toContain('is empty')
})

test('a dry run and a version that is tagged already change nothing', () => {
  expect(release('0.3.0', '--dry-run').stdout).toContain('Would set 0.3.0')
  expect(git('tag', '--list')).toBe('')
  release('0.3.0')
  expect(release('0.3.0').stderr).toContain('v0.3.0 is tagged already')
})

function release(...args: string[]) {
  return spawnSync(process.execPath, [script, ...args], { cwd: project, encoding: 'utf8' })
}

function commit() {
  git('add', '.')
  git('commit', '--quiet', '--message', 'Change')
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: project, encoding: 'utf8' }).trim()
}

function write(file: string, value: unknown) {
  writeFileSync(join(project, file), `${JSON.stringify(value, null, 2)}\n`)
}
