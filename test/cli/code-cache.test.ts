import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
// @ts-expect-error: it runs before anything is built, so it is JavaScript.
import { createCodeCache } from '../../bin/code-cache.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'code-cache-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const cachePath = () => join(folder, 'code-cache')
const write = (name: string, code: string) => writeFile(join(folder, name), code)
const load = (cache = createCodeCache(cachePath())) => cache.load(join(folder, 'main.js'))

/** Loads the program in a new process, as it were, and saves what was compiled; returns whether anything was written. */
async function runAndSave(): Promise<boolean> {
  const before = await readFile(cachePath()).catch(() => undefined)
  const writtenAt = before && new Date(2020, 1, 1)
  if (writtenAt) await utimes(cachePath(), writtenAt, writtenAt)
  const cache = createCodeCache(cachePath())
  load(cache)
  await cache.save()
  const info = await stat(cachePath()).catch(() => undefined)
  return info !== undefined && info.mtimeMs !== writtenAt?.getTime()
}

test('files of a build load each other, and packages and modules of Node as usual', async () => {
  await write('main.js', `const path = require('node:path'); exports.name = path.basename(require('./part.js').file)`)
  await write('part.js', `exports.main = require('./main.js'); exports.file = __filename`)
  expect(load()).toEqual({ name: 'part.js' })
})

test('code that was compiled is kept once and used by the next process', async () => {
  await write('main.js', 'exports.answer = (() => 41 + 1)()')
  expect(await runAndSave()).toBe(true)
  expect(await runAndSave()).toBe(false)
  expect(load()).toEqual({ answer: 42 })
})

test('code that has changed is compiled again, also if it is as long as before', async () => {
  await write('main.js', 'exports.answer = 41')
  expect(await runAndSave()).toBe(true)
  await write('main.js', 'exports.answer = 42')
  expect(load()).toEqual({ answer: 42 })
  expect(await runAndSave()).toBe(true)
  expect(await runAndSave()).toBe(false)
})

test('a damaged cache is not used, and replaced', async () => {
  await write('main.js', 'exports.answer = (() => 41 + 1)()')
  await runAndSave()
  const kept = await readFile(cachePath())
  for (const damaged of [kept.subarray(0, 100), Buffer.concat([kept, kept]), kept.fill(7, kept.length / 2)]) {
    await writeFile(cachePath(), damaged)
    expect(load()).toEqual({ answer: 42 })
    expect(await runAndSave()).toBe(true)
    expect(await runAndSave()).toBe(false)
  }
})

test('a file that fails says why each time', async () => {
  await write('main.js', `throw new Error('no such luck')`)
  const cache = createCodeCache(cachePath())
  for (const _ of [1, 2]) expect(() => load(cache)).toThrow('no such luck')
})

test('where nothing can be written, nothing fails', async () => {
  await write('main.js', 'exports.answer = 42')
  const cache = createCodeCache(join(folder, 'missing', 'code-cache'))
  expect(load(cache)).toEqual({ answer: 42 })
  await cache.save()
  expect(await readdir(folder)).toEqual(['main.js'])
})
