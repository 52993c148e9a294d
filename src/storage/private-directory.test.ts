import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDirectoryPrivate } from './private-directory.ts'

const modeOf = (path: string) => statSync(path).mode & 0o777

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorewell-private-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Creates an entry with this mode, whatever the umask. */
function create(name: string, mode: number, content?: string): string {
  const path = join(folder, name)
  if (content === undefined) mkdirSync(path)
  else writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

test('a new directory can be entered by its owner only', () => {
  const path = join(folder, 'new', 'data')
  expect(makeDirectoryPrivate(path)).toBeUndefined()
  expect(modeOf(path)).toBe(0o700)
})

test('an existing directory loses the permissions of others, on every level', () => {
  const data = create('data', 0o755)
  const table = create('data/pg', 0o777) && create('data/pg/1261', 0o666, 'password hashes')
  const program = create('data/run', 0o755, 'a program')
  const readOnly = create('data/readable', 0o444, 'text')
  create('data/empty', 0o770)
  expect(makeDirectoryPrivate(data)).toBeUndefined()
  expect([data, join(data, 'pg'), join(data, 'empty'), table, program, readOnly].map(modeOf)).toEqual([
    0o700, 0o700, 0o700, 0o600, 0o700, 0o400,
  ])
  expect(readFileSync(table, 'utf8')).toBe('password hashes')
  makeDirectoryPrivate(data)
  expect(modeOf(table)).toBe(0o600)
})

test('symbolic links are not followed, except the directory itself', () => {
  const data = create('data', 0o755)
  const elsewhere = create('elsewhere', 0o755)
  const file = create('elsewhere/file', 0o644, 'of another program')
  symlinkSync(file, join(data, 'file'))
  symlinkSync(elsewhere, join(data, 'folder'))
  symlinkSync(join(folder, 'nowhere'), join(data, 'dangling'))
  symlinkSync(data, join(folder, 'link'))
  makeDirectoryPrivate(join(folder, 'link'))
  expect([data, elsewhere, file].map(modeOf)).toEqual([0o700, 0o755, 0o644])
  expect(lstatSync(join(data, 'dangling')).isSymbolicLink()).toBe(true)
})

describe('a directory of another account', () => {
  /** Runs the work without the rights of root, if this process has them. */
  function asUnprivileged(work: () => void): void {
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.(65_534)
    try {
      work()
    } finally {
      if (isRoot) process.seteuid?.(0)
    }
  }
  /** Only root can create a directory for another account; others use one of the system, which they can't change. */
  const foreignDirectory = (mode: number) => (process.getuid?.() === 0 ? create('foreign', mode) : '/')

  test('that others can access is refused, with the commands that repair it', () => {
    chmodSync(folder, 0o755)
    const foreign = foreignDirectory(0o777)
    const inside = join(foreign, 'file')
    asUnprivileged(() => {
      expect(() => makeDirectoryPrivate(foreign)).toThrow(
        /Other accounts of this machine can access .*belongs to uid 0.*chown -R \d+ .*chmod -R go-rwx/,
      )
    })
    expect(existsSync(inside)).toBe(false)
  })

  test('that nobody else can access is refused as well', () => {
    chmodSync(folder, 0o755)
    const foreign = process.getuid?.() === 0 ? create('foreign', 0o700) : '/proc/1/root'
    asUnprivileged(() => {
      expect(() => makeDirectoryPrivate(foreign)).toThrow(/This account \(uid \d+\) cannot access/)
    })
  })
})

test.skipIf(!existsSync('/proc/self'))('a directory below /proc, where none can be created, is reported', () => {
  expect(() => makeDirectoryPrivate('/proc/lorewell/data')).toThrow(
    'The data directory /proc/lorewell/data cannot be used: there is no such file or directory. Set DATA_DIR',
  )
})
