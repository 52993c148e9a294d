import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPage } from './read-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'lorewell-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each([
  ['updated_at: 2024-05-01', '2024-05-01'],
  ['modified: 2024-05-01T10:00:00Z', '2024-05-01'],
  ['last_update:\n  date: 2024-05-01\n  author: Ida', '2024-05-01'],
  ['last_reviewed: 2024-05-01', '2024-05-01'],
  ['date: 2020-01-01\nlast_modified: 2024-05-01', '2024-05-01'],
])('the date of a page is that of its front matter: %j', (fields, expected) => {
  expect(read(`---\n${fields}\n---\nText.`).date?.toISOString().slice(0, 10)).toBe(expected)
})

test('a page without a date in its front matter has that of its file', () => {
  const page = read('---\ntitle: Leave\nlast_update: soon\n---\nText.')
  expect(page.date).toBeUndefined()
  expect(page.modifiedAt).toEqual(new Date('2023-02-03T00:00:00Z'))
})

function read(text: string) {
  const path = join(folder, 'page.md')
  writeFileSync(path, text)
  utimesSync(path, new Date('2023-02-03T00:00:00Z'), new Date('2023-02-03T00:00:00Z'))
  return readPage(path, 'page.md', 10_000)
}
