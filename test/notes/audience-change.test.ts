import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Caller } from '../../src/access/caller.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/**
 * A request between its authentication and its reads, while somebody else shares the note: the caller still has the
 * audiences from before.
 */
let service: TestApp
let ada: Person
let bob: Person
let requester: Caller
let round = 0
let word = ''
let noteId = ''

const share = async (audience: string[]) => {
  const reply = await service.call(ada.key, 'PUT', `/v1/notes/${noteId}/audience`, { audience })
  expect(reply.status, reply.text).toBe(200)
}

beforeEach(async () => {
  service ??= await createTestApp()
  if (round === 0) {
    await service.organization('acme')
    ada = await service.person('acme', 'ada', { role: 'admin' })
    bob = await service.person('acme', 'bob')
  }
  round += 1
  word = `marmot${String.fromCharCode(96 + round)}`
  noteId = await service.note('acme', { title: `About ${word}`, content: `The ${word} sails at noon.` })
  // Loads the indexes: the searches below rank in memory.
  await service.call(bob.key, 'POST', '/v1/search', { query: word })
  requester = await service.caller(bob)
})
afterAll(() => service.close())

const reads: [string, () => Promise<unknown>][] = [
  ['a note', () => service.app.notes.read(requester, noteId)],
  ['a note of which the audience is asked', () => service.app.notes.getAudience(requester, noteId)],
  ['a document by its id', () => service.app.contentReader.read(requester, { id: noteId })],
  ['a parent of an answer', () => service.app.notes.findParent(requester, noteId)],
  ['the list of notes', () => listed(() => service.app.notes.list(requester, newestFirst))],
  ['the tree', () => listed(() => service.app.noteBranches.list(requester, { page: 0 }))],
  [
    'a search',
    () => listed(() => service.app.retrieval.search(requester, { question: word, scope: {}, limit: { passages: 5 } })),
  ],
]
const newestFirst = {
  includeArchived: false,
  order: { by: 'editedAt', isDescending: true },
  pageSize: 100,
} as const

/** Rejects unless the result names the note, as reading a missing one does. */
async function listed(read: () => Promise<unknown>): Promise<unknown> {
  const result = await read()
  if (!JSON.stringify(result).includes(`About ${word}`)) throw new Error('not listed')
  return result
}

test.each(reads)('%s is found by callers in the old audience and in the new one', async (_, read) => {
  await share([`user:${ada.email}`, `user:${bob.email}`])
  await read()
})

test.each(reads)('%s is not found by callers who are no longer in the audience', async (_, read) => {
  await share([`user:${ada.email}`])
  await expect(read()).rejects.toThrow()
})

test('a change is accepted from callers in both audiences, and from nobody else', async () => {
  const until = new Date('2027-01-01T00:00:00Z')
  await share([`user:${ada.email}`, `user:${bob.email}`])
  await service.app.notes.verify(requester, noteId, until)
  await share([`user:${ada.email}`])
  await expect(service.app.notes.verify(requester, noteId, until)).rejects.toThrow('Note not found.')
})
