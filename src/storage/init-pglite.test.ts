import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { initPglite } from './init-pglite.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorewell-make-store-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('uses nothing of a store whose creation was killed', async () => {
  await mkdir(join(folder, 'pg.new'))
  writeFileSync(join(folder, 'pg.new', 'PG_VERSION'), 'half')
  await initPglite(join(folder, 'pg'))
  expect(readdirSync(folder)).toEqual(['pg'])
  expect((await readFile(join(folder, 'pg', 'PG_VERSION'), 'utf8')).trim()).toMatch(/^\d+$/)
})

test('leaves the files of another program alone, and reports why no store was created', async () => {
  await mkdir(join(folder, 'pg'))
  writeFileSync(join(folder, 'pg', 'diary.txt'), 'mine')
  await expect(initPglite(join(folder, 'pg'))).rejects.toThrow(/not empty/)
  expect(readdirSync(join(folder, 'pg'))).toEqual(['diary.txt'])
})

test('reports why a store cannot be created', async () => {
  writeFileSync(join(folder, 'data'), 'a file, no folder')
  await expect(initPglite(join(folder, 'data', 'pg'))).rejects.toThrow(/ENOTDIR/)
})
