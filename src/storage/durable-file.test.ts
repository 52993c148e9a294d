import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeDurably } from './durable-file.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lorewell-test-'))
  path = join(folder, 'store.backup')
})
afterEach(() => rm(folder, { recursive: true }))

const write = (text: string) => (partial: string) => writeFile(partial, text, { flag: 'wx' })

test('of two writers of one file at once, neither touches what the other writes', async () => {
  const whole = 'whole'.repeat(1000)
  await writeDurably(path, async (partial) => {
    await writeFile(partial, whole, { flag: 'wx' })
    const other = writeDurably(path, async (otherPartial) => {
      await writeFile(otherPartial, 'half', { flag: 'wx' })
      throw new Error('The other writer was killed')
    })
    await expect(other).rejects.toThrow('killed')
  })
  expect(await readFile(path, 'utf8')).toBe(whole)
  expect(await readdir(folder)).toEqual(['store.backup'])
})

test('what a killed writer left behind is removed, but nothing that is being written or has another name', async () => {
  const kept = ['store.backup.0123abcd.partial', 'store.backup.mine.partial', 'other.backup.0123abcd.partial']
  const abandoned = ['store.backup.partial', 'store.backup.4567cdef.partial']
  const names = [...kept, ...abandoned]
  await Promise.all(names.map((name) => writeFile(join(folder, name), 'part of a backup')))
  const longAgo = new Date(Date.now() - 2 * 3600_000)
  for (const name of [...kept.slice(1), ...abandoned]) await utimes(join(folder, name), longAgo, longAgo)
  await writeDurably(path, write('new'))
  expect((await readdir(folder)).sort()).toEqual([...kept, 'store.backup'].sort())
})
