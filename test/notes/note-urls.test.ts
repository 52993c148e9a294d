import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BrowserCall, createBrowserCall } from '../api/browser-session.ts'
import { createRestoreTarget } from '../support/restore-target.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

const before = 'http://127.0.0.1:3000'
const after = 'https://lore.example'
const at = new Date('2026-11-09T08:00:00Z')
const question = 'When does the blue harbour gate open?'

let remove: () => Promise<void>
let scratch: TestApp
let ada: Person
let browser: BrowserCall
let created: { id: string; url: string }
let deferred: string
let inboxId: string

/** Everything is written and asked under one PUBLIC_URL; then the server starts with another one. */
beforeAll(async () => {
  const target = await createRestoreTarget()
  remove = target.remove
  const { settings } = target
  scratch = await createTestApp({ settings, now: () => at })
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  await scratch.app.notes.upsert('acme', {
    id: 'blue gate/1',
    title: 'Gates',
    content: 'The blue harbour gate opens at seven in the morning.',
    type: 'markdown',
    url: undefined,
    parentId: undefined,
    audience: undefined,
    updatedAt: at,
  })
  await scratch.note('acme', {
    id: 'chosen',
    title: 'Red',
    content: 'The red lighthouse lamp is green.',
    updatedAt: at,
  })
  created = (await scratch.call(ada.key, 'POST', '/v1/notes', { title: 'Made', markdown: 'Bread is baked at six.' }))
    .body
  await scratch.assistant('acme', 'helper')
  browser = await createBrowserCall(scratch, 'acme', ada, at)
  const asked = await browser('POST', '/v1/ask', { question })
  expect(asked.body.sources[0].url).toBe(`${before}/notes/blue%20gate%2F1`)
  const async = { prefer: 'respond-async' }
  const accepted = await scratch.call(ada.key, 'POST', '/v1/ask', { question }, async)
  deferred = String(accepted.headers.location)
  await scratch.app.jobs.drain()
  const caller = await scratch.caller(ada)
  const digest = await scratch.app.digests.compose(caller, await scratch.app.assistants.find(caller, 'helper'))
  inboxId = 'digest-1'
  const entry = {
    id: inboxId,
    organizationId: 'acme',
    memberId: ada.id,
    assistantId: 'helper',
    assistantName: 'Helper',
  }
  await scratch.database.transaction((store) => scratch.app.inbox.insert(store, { ...entry, scheduledFor: at, digest }))
  await scratch.close()
  scratch = await createTestApp({ settings, now: () => at, config: { publicUrl: after } })
  browser = await createBrowserCall(scratch, 'acme', ada, at)
})
afterAll(async () => {
  await scratch.close()
  await remove()
})

const current = `${after}/notes/blue%20gate%2F1`
const get = async (path: string) => (await scratch.call(ada.key, 'GET', path)).body

test('a new PUBLIC_URL applies to notes that exist', async () => {
  expect((await get('/v1/notes/blue%20gate%2F1')).url).toBe(current)
  expect((await get(`/v1/notes/${created.id}`)).url).toBe(`${after}/notes/${created.id}`)
  const urls = (await get('/v1/notes')).notes.map((note: { url: string }) => note.url)
  expect(urls.sort()).toEqual([current, `${after}/notes/${created.id}`, 'https://notes.test/chosen'].sort())
})

test('an address that was chosen for a note stays', async () => {
  expect((await get('/v1/notes/chosen')).url).toBe('https://notes.test/chosen')
})

test('answers, searches and digests show the new address', async () => {
  const asked = await scratch.call(ada.key, 'POST', '/v1/ask', { question })
  expect(asked.body.sources[0].url).toBe(current)
  const found = await scratch.call(ada.key, 'POST', '/v1/search', { query: 'blue harbour gate' })
  expect(found.body.hits[0].url).toBe(current)
  const digest = await get('/v1/ask/digest/helper')
  expect(digest).toContain(`<${current}>`)
  expect(digest).not.toContain(before)
})

test('answers and digests from before the change show the new address', async () => {
  const kept = await get(deferred)
  expect(kept.state).toBe('done')
  expect(kept.result.sources[0].url).toBe(current)
  const { questions } = (await browser('GET', '/v1/questions')).body
  expect(questions[0].sources[0].url).toBe(current)
  const document = (await browser('GET', `/v1/documents/${questions[0].sources[0].documentId}`)).body
  expect(document.url).toBe(current)
  await browser('PUT', `/v1/questions/${questions[0].id}/shared`, { isShared: true })
  const shared = (await browser('GET', `/v1/shared-answers/${questions[0].id}`)).body
  expect(shared.sources?.[0].url).toBe(current)
  const { digest } = await get(`/v1/inbox/${inboxId}`)
  expect(digest).toContain(`<${current}>`)
  expect(digest).not.toContain(before)
})

test('only chosen addresses are stored', async () => {
  const { rows } = await sql<{ url: string | null }>`select url from document order by url`.execute(
    scratch.database.unrestricted,
  )
  expect(rows.map((row) => row.url)).toEqual(['https://notes.test/chosen', null, null])
})
