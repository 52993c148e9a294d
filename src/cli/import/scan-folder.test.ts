import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { scanFolder } from './scan-folder.ts'

/** Error codes by path, of folders that cannot be listed. */
const faults = vi.hoisted(() => new Map<string, string>())

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return {
    ...real,
    readdirSync(path: string) {
      const code = faults.get(path)
      if (code) throw Object.assign(new Error(`${code}: scandir`), { code })
      return real.readdirSync(path)
    },
  }
})

const made: string[] = []
afterEach(() => {
  faults.clear()
  for (const path of made.splice(0)) rmSync(path, { recursive: true })
})

function folder(...files: string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'lorewell-scan-'))
  made.push(root)
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), file)
  }
  return root
}

test('folders become parents, with their index page', () => {
  const root = folder('people/index.md', 'people/leave.md', 'money/travel.html', 'top.md')
  expect(scanFolder(root).pages).toEqual([
    { path: 'money', file: undefined, parentPath: undefined },
    { path: 'money/travel.html', file: 'money/travel.html', parentPath: 'money' },
    { path: 'people', file: 'people/index.md', parentPath: undefined },
    { path: 'people/leave.md', file: 'people/leave.md', parentPath: 'people' },
    { path: 'top.md', file: 'top.md', parentPath: undefined },
  ])
})

test('a README is the index page of a folder without one, else a page of its own', () => {
  const root = folder('a/README.md', 'b/README.md', 'b/index.md')
  expect(scanFolder(root).pages.map(({ path, file }) => [path, file])).toEqual([
    ['a', 'a/README.md'],
    ['b', 'b/index.md'],
    ['b/README.md', 'b/README.md'],
  ])
})

test('the README at the top is a page of its own', () => {
  expect(scanFolder(folder('README.md')).pages.map(({ path }) => path)).toEqual(['README.md'])
})

test('a file with the name of a folder beside it is its index page', () => {
  const root = folder('Plans.md', 'Plans/Autumn.md')
  expect(scanFolder(root).pages.map(({ path, file }) => [path, file])).toEqual([
    ['Plans', 'Plans.md'],
    ['Plans/Autumn.md', 'Plans/Autumn.md'],
  ])
})

test('hidden entries, other kinds of files and folders without pages are left out, files with the reason', () => {
  const root = folder('.git/a.md', 'node_modules/x/a.md', 'pictures/a.PNG', 'note.md', 'note.bin', 'old/more.zip')
  const { pages, problems, skipped } = scanFolder(root)
  expect([pages.map(({ path }) => path), problems]).toEqual([['note.md'], []])
  expect(skipped.sort((a, b) => a.file.localeCompare(b.file))).toEqual([
    { file: 'note.bin', message: 'Files of this kind cannot be imported.' },
    { file: 'old/more.zip', message: expect.stringMatching(/^Archives within a folder are not imported/) },
    { file: 'pictures/a.PNG', message: 'Pictures are not imported.' },
  ])
})

test('a link that leads out of the folder is a problem and is not followed', () => {
  const outside = folder('secret.md')
  const root = folder('note.md')
  symlinkSync(join(outside, 'secret.md'), join(root, 'link.md'))
  symlinkSync(outside, join(root, 'folder'))
  const { pages, problems } = scanFolder(root)
  expect(pages.map(({ path }) => path)).toEqual(['note.md'])
  expect(problems.map(({ file }) => file)).toEqual(['folder', 'link.md'])
})

test('a link to an ancestor folder causes no endless loop', () => {
  const root = folder('a/note.md')
  symlinkSync(root, join(root, 'a', 'round'))
  expect(scanFolder(root).pages.map(({ path }) => path)).toEqual(['a', 'a/note.md'])
})

test('a path that is not a folder is an error', () => {
  const root = folder('note.md')
  expect(() => scanFolder(join(root, 'note.md'))).toThrow('is not a folder')
  expect(() => scanFolder(join(root, 'nothing'))).toThrow('cannot be read')
})

test('a folder that cannot be listed is reported and does not stop the others', () => {
  const root = folder('closed/a.md', 'open/b.md')
  faults.set(join(realpathSync(root), 'closed'), 'EACCES')
  const { pages, problems } = scanFolder(root)
  expect(pages.map(({ path }) => path)).toEqual(['open', 'open/b.md'])
  expect(problems).toEqual([{ file: 'closed', message: 'cannot be read: permission denied' }])
})

test('a folder that cannot be listed at all is an error', () => {
  const root = folder('a.md')
  faults.set(realpathSync(root), 'EIO')
  expect(() => scanFolder(root)).toThrow('cannot be read: the disk fails')
})

// macOS and Windows have no such names.
test.runIf(process.platform === 'linux')('a file or folder whose name is not UTF-8 is reported as such', () => {
  const root = folder('a.md')
  writeFileSync(Buffer.from(join(root, 'caf\u00e9.md'), 'latin1'), 'Text')
  mkdirSync(Buffer.from(join(root, 'm\u00e4rz'), 'latin1'))
  symlinkSync('nowhere.md', join(root, 'link.md'))
  const { pages, problems } = scanFolder(root)
  expect(pages.map(({ path }) => path)).toEqual(['a.md'])
  const message = 'has a name that is not UTF-8; rename it'
  expect(problems).toEqual([
    { file: 'caf\ufffd.md', message },
    { file: 'link.md', message: 'cannot be read: there is no such file or directory' },
    { file: 'm\ufffdrz', message },
  ])
})
