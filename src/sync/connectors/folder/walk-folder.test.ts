import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { readFileWithin, walkFolder } from './walk-folder.ts'

/** Error codes by path, thrown by whatever looks at it or goes through it. */
const { faults, openFaults, readFaults, systemError } = vi.hoisted(() => ({
  faults: new Map<string, string>(),
  /** Of files that can be listed. */
  openFaults: new Map<string, string>(),
  readFaults: new Map<string, string>(),
  systemError: (code: string) => Object.assign(new Error(code), { code, errno: -1, syscall: 'read' }),
}))

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof import('node:fs/promises')>()
  const failing =
    <Call extends (path: string) => Promise<unknown>>(call: Call) =>
    async (path: string) => {
      // As the system does, a link fails with its target.
      const target = call.name === 'lstat' ? path : await real.realpath(path).catch(() => path)
      const code = faults.get(path) ?? faults.get(target)
      if (code) throw systemError(code)
      return call(path)
    }
  const open: typeof real.open = async (path, flags, mode) => {
    const code = openFaults.get(String(path))
    if (code) throw systemError(code)
    const file = await real.open(path, flags, mode)
    const readCode = readFaults.get(String(path))
    if (readCode) Object.assign(file, { readFile: () => Promise.reject(systemError(readCode)) })
    return file
  }
  return { ...real, open, lstat: failing(real.lstat), stat: failing(real.stat), realpath: failing(real.realpath) }
})

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'walk-folder-')))
const root = join(folder, 'root')
const target = join(root, 'sub', 'target.md')

afterAll(() => rmSync(folder, { recursive: true }))
beforeEach(() => {
  for (const map of [faults, openFaults, readFaults]) map.clear()
  rmSync(root, { recursive: true, force: true })
  mkdirSync(join(root, 'sub'), { recursive: true })
  writeFileSync(target, 'target')
  symlinkSync('sub/target.md', join(root, 'link.md'))
})

async function walk() {
  const unreadable: string[] = []
  const paths: string[] = []
  for await (const { path } of walkFolder(root, { after: undefined, onUnreadable: (one) => unreadable.push(one) }))
    paths.push(path)
  return { paths, unreadable }
}

test('a link to a file within the folder is listed', async () => {
  expect(await walk()).toEqual({ paths: ['link.md', 'sub/target.md'], unreadable: [] })
})

test.each(['EIO', 'EACCES', 'ESTALE', 'ETIMEDOUT'])(
  'a link whose file fails with %s makes the listing incomplete',
  async (code) => {
    faults.set(target, code)
    expect(await walk()).toEqual({ paths: [], unreadable: [root, 'sub'] })
  },
)

test.each(['ENOENT', 'ENOTDIR', 'ELOOP'])('a link whose file fails with %s counts as removed', async (code) => {
  faults.set(target, code)
  expect(await walk()).toEqual({ paths: [], unreadable: [] })
})

test.each(['EACCES', 'EPERM', 'EBUSY', 'EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN'])(
  'a file that fails with %s while it is found, opened or read is unavailable, not without text',
  async (code) => {
    for (const map of [faults, openFaults, readFaults]) {
      map.set(target, code)
      const reason = /EACCES|EPERM/.test(code) ? 'has no permission to read it' : `(${code})`
      expect(await readFileWithin(root, 'sub/target.md', 1000)).toEqual({
        type: 'unavailable',
        reason: expect.stringContaining(reason),
      })
      map.clear()
    }
    expect(await readFileWithin(root, 'sub/target.md', 1000)).toMatchObject({ type: 'file' })
  },
)

test('a link to itself, and one without a target, count as removed', async () => {
  rmSync(join(root, 'link.md'))
  symlinkSync('loop.md', join(root, 'loop.md'))
  symlinkSync('nowhere.md', join(root, 'dangling.md'))
  expect(await walk()).toEqual({ paths: ['sub/target.md'], unreadable: [] })
})

test('what fails outside of the folder leaves the listing complete, also through a link to a folder', async () => {
  const outside = join(folder, 'outside')
  mkdirSync(outside, { recursive: true })
  writeFileSync(join(outside, 'secret.md'), 'secret')
  symlinkSync(outside, join(root, 'drive'))
  symlinkSync('drive/secret.md', join(root, 'through.md'))
  symlinkSync('../outside/secret.md', join(root, 'direct.md'))
  faults.set(join(outside, 'secret.md'), 'EACCES')
  faults.set(outside, 'EIO')
  expect(await walk()).toEqual({ paths: ['link.md', 'sub/target.md'], unreadable: [] })
})
