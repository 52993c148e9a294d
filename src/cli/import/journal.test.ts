import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lorewell-journal-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

test('a pending page is known until it is written', () => {
  const journal = openJournal(directory, ['acme', '/begun'])
  journal.markPending('a.md', 'x')
  journal.markPending('b.md', 'y')
  journal.record('a.md', { id: 'a', hash: '1' })
  const again = openJournal(directory, ['acme', '/begun'])
  expect([...again.pending]).toEqual([['b.md', 'y']])
  again.compact()
  const third = openJournal(directory, ['acme', '/begun'])
  expect([...third.pending]).toEqual([['b.md', 'y']])
  expect([...third.entries.keys()]).toEqual(['a.md'])
})

test('written pages are known to the next run, even after a crash', () => {
  const journal = openJournal(directory, ['acme', '/handbook'])
  journal.record('a.md', { id: 'a', hash: '1' })
  journal.record('b.md', { id: 'b', hash: '1' })
  journal.record('a.md', { id: 'a', hash: '2' })
  journal.forget('b.md')
  expect([...openJournal(directory, ['acme', '/handbook']).entries]).toEqual([['a.md', { id: 'a', hash: '2' }]])
})

test('each folder and target has its own journal', () => {
  openJournal(directory, ['acme', '/handbook']).record('a.md', { id: 'a', hash: '1' })
  expect(openJournal(directory, ['acme', '/other']).entries.size).toBe(0)
})

test('a truncated line is ignored', () => {
  const journal = openJournal(directory, ['acme'])
  journal.record('a.md', { id: 'a', hash: '1' })
  appendFileSync(join(directory, readdirSync(directory)[0] as string), '{"path":"b.md","id"')
  expect([...openJournal(directory, ['acme']).entries.keys()]).toEqual(['a.md'])
})

test('a compacted journal has the same entries', () => {
  const journal = openJournal(directory, ['acme'])
  journal.record('a.md', { id: 'a', hash: '1' })
  journal.record('a.md', { id: 'a', hash: '2' })
  journal.compact()
  expect([...openJournal(directory, ['acme']).entries]).toEqual([['a.md', { id: 'a', hash: '2' }]])
})
