import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tinyPdf } from '../../../test/support/tiny-pdf.ts'
import { readFile } from '../../files/read-file.ts'
import { importFolder } from './import-folder.ts'
import type { ImportTarget, PageToWrite } from './import-target.ts'
import { openJournal } from './journal.ts'

const directory = mkdtempSync(join(tmpdir(), 'lorewell-import-test-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

/** Reads in this thread; a copy, because the service's reader gets one in its process. */
const fileReader = { read: (bytes: Uint8Array, { name }: { name: string }) => readFile(new Uint8Array(bytes), name) }

async function importInto(written: PageToWrite[]) {
  const target: ImportTarget = {
    hasTree: true,
    idOf: (path) => path,
    validateId: () => undefined,
    isStored: () => false,
    linkTo: () => undefined,
    async put(page, sent) {
      if (!sent) written.push(page)
      return { id: page.path, outcome: sent ? 'unchanged' : 'created' }
    },
    remove: async () => true,
  }
  const journal = openJournal(join(directory, 'journal'), ['test'])
  const options = { target, journal, fileReader, maxFileBytes: 10_000, isPruning: false, onPage: () => {} }
  return importFolder({ ...options, directory: join(directory, 'notes') })
}

test('documents become pages below their folders; those that cannot be read are named; again, only changes are written', async () => {
  mkdirSync(join(directory, 'notes/plans'), { recursive: true })
  writeFileSync(
    join(directory, 'notes/plans/harbour_gate.pdf'),
    tinyPdf(['The gate opens at seven.', 'It closes at nine.']),
  )
  writeFileSync(join(directory, 'notes/rates.csv'), 'City,Days\nKobe,30\nLeeds,25\n')
  writeFileSync(join(directory, 'notes/broken.pdf'), 'no PDF \u0000\u0001')
  writeFileSync(join(directory, 'notes/picture.png'), 'not imported')
  const written: PageToWrite[] = []
  const summary = await importInto(written)
  expect(summary.errors).toEqual([{ file: 'broken.pdf', message: expect.stringMatching(/^The file is damaged/) }])
  expect(summary).toMatchObject({ created: 3, failed: 1 })
  const pdf = written.find(({ path }) => path === 'plans/harbour_gate.pdf')
  expect(pdf).toMatchObject({ parentId: 'plans', type: 'html' })
  expect(pdf?.content).toContain('data-page="2"')
  expect(pdf?.title).not.toContain('.pdf')
  expect(written.find(({ path }) => path === 'rates.csv')?.content).toContain('Kobe')

  const again: PageToWrite[] = []
  expect(await importInto(again)).toMatchObject({ created: 0, unchanged: 3 })
  expect(again).toEqual([])
})
