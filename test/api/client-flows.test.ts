import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver.ts'
import type { Person } from '../support/test-app.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'

/**
 * What programs of different kinds do with this interface, from their first request to their last, over real connections.
 * Each flow has the headers, parameters and order of requests of programs that people run, and reads only what they read.
 */

let receiver: CallbackReceiver
let server: TestServer
let ada: Person
let org = ''
beforeAll(async () => {
  receiver = await startCallbackReceiver()
  server = await startTestServer({ config: { callbackAllow: receiver.allowedHosts } })
})
afterAll(async () => {
  await server?.close()
  await receiver?.close()
})
beforeEach(async () => {
  org = await server.organization(`org-${randomUUID().slice(0, 8)}`)
  ada = await server.person(org, 'ada', { groups: ['Platform'] })
  await server.note(org, { id: 'eng', title: 'Engineering', content: 'All about machines.' })
  await server.note(org, {
    id: 'oncall',
    parent: 'eng',
    title: 'On call',
    content: 'The platform team is on call at the weekend.',
  })
  await server.note(org, { id: 'rota', parent: 'oncall', title: 'Rota', content: 'The rota changes on Monday.' })
})

interface Hit {
  id: string
  title: string
}

type Query = Record<string, string | number | boolean | readonly string[]>

/** A client with these headers on every request. Lists are repeated parameters. */
function createTestClient(headers: Record<string, string>) {
  return async (method: string, path: string, { query = {}, json }: { query?: Query; json?: unknown } = {}) => {
    const search = new URLSearchParams()
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) search.append(name, String(one))
    const response = await fetch(`${server.url}/v1${path}?${search}`, {
      method,
      headers,
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    const text = await response.text()
    // biome-ignore lint/suspicious/noExplicitAny: what came over the wire is what a test is about to check
    return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as any }
  }
}

const json = { 'content-type': 'application/json', accept: 'application/json' }
const withBearer = () => createTestClient({ authorization: `Bearer ${ada.key}`, ...json })
const withApiKey = () => createTestClient({ 'x-slite-api-key': ada.key, ...json })

describe('an agent server that edits notes', () => {
  it('searches, reads, replaces a passage, writes the note back and creates another', async () => {
    const call = withBearer()
    const found = await call('GET', '/search-notes', { query: { query: 'weekend', hitsPerPage: 5 } })
    expect(found.body.hits).toMatchObject([{ id: 'oncall', title: 'On call', type: 'rich_text' }])
    const note = await call('GET', '/notes/oncall', { query: { format: 'md' } })
    const markdown = note.body.content.replace('the weekend', 'weekends')
    expect(markdown).not.toBe(note.body.content)
    expect((await call('PUT', '/notes/oncall', { json: { markdown } })).status).toBe(200)
    expect((await call('GET', '/notes/oncall')).body.content).toBe(markdown)
    const children = await call('GET', '/notes/eng/children')
    expect(children.body).toMatchObject({ notes: [{ id: 'oncall', parentNoteId: 'eng' }], hasNextPage: false })
    const made = await call('POST', '/notes', { json: { title: 'Drill', parentNoteId: 'eng', markdown: '# Drill' } })
    expect(made).toMatchObject({ status: 200, body: { title: 'Drill', parentNoteId: 'eng', url: expect.any(String) } })
    const asked = await call('GET', '/ask', { query: { question: 'Who is on call at weekends?' } })
    expect(asked.body.answer).toContain('platform team')
    expect(asked.body.sources[0]).toMatchObject({ title: 'On call', url: expect.any(String) })
  })

  it('reviews notes: verifies, flags, archives, hands over, with people looked up by name', async () => {
    const call = withBearer()
    const { users } = (await call('GET', '/users', { query: { query: 'ada' } })).body
    expect(users).toMatchObject([{ id: ada.id, displayName: 'ada', email: expect.any(String) }])
    const { groups } = (await call('GET', '/groups', { query: { query: 'platform' } })).body
    expect(groups).toMatchObject([{ name: 'Platform', description: '' }])
    const set = (path: string, body: object) => call('PUT', `/notes/oncall/${path}`, { json: body })
    expect((await set('verify', { until: null })).body.reviewState).toBe('Verified')
    expect((await set('flag-as-outdated', { reason: 'New rota.' })).body.reviewState).toBe('Outdated')
    expect((await set('owner', { groupId: groups[0].id })).body.owner).toEqual({ groupId: groups[0].id })
    expect((await set('archived', { archived: true })).body.archivedAt).toEqual(expect.any(String))
    expect((await set('archived', { archived: false })).body.archivedAt).toBeNull()
    expect((await call('DELETE', '/notes/oncall')).status).toBe(204)
    expect((await call('GET', '/notes/oncall')).status).toBe(404)
  })
})

describe('a connector that copies all notes', () => {
  it('follows cursors through the list of notes, and reads each as Markdown', async () => {
    for (let number = 0; number < 55; number += 1) await server.note(org, { title: `Note ${number}`, content: 'Text.' })
    const call = withApiKey()
    const contents = new Map<string, string>()
    let cursor: string | null = null
    do {
      const { body } = await call('GET', '/notes', { query: { ...(cursor && { cursor }) } })
      for (const { id, lastEditedAt } of body.notes) {
        expect(Number.isNaN(Date.parse(lastEditedAt))).toBe(false)
        contents.set(id, (await call('GET', `/notes/${id}`, { query: { format: 'md' } })).body.content)
      }
      cursor = body.hasNextPage ? body.nextCursor : null
    } while (cursor)
    expect(contents.size).toBe(58)
    expect(contents.get('rota')).toContain('Monday')
  })

  it('copies the notes of a channel by the lists for knowledge management, then only what changed', async () => {
    const call = withApiKey()
    const listed: Hit[] = []
    let cursor: string | null = null
    do {
      const query: Query = { first: 2, 'channelIdList[]': ['eng'], ...(cursor && { cursor }) }
      const { body } = await call('GET', '/knowledge-management/notes', { query })
      listed.push(...body.notes)
      cursor = body.hasNextPage ? body.nextCursor : null
    } while (cursor)
    expect(listed.map(({ id }) => id).sort()).toEqual(['eng', 'oncall', 'rota'])
    const since = listed
      .map((note) => (note as Hit & { lastEditedAt: string }).lastEditedAt)
      .sort()
      .at(-1) as string
    await call('PUT', '/notes/rota', { json: { markdown: 'The rota changes on Tuesday.' } })
    for (const name of ['lastEditedAfter', 'lastUpdatedAfter']) {
      const { body } = await call('GET', '/search-notes', { query: { query: '', [name]: since } })
      expect(body.hits.map(({ id }: Hit) => id)).toEqual(['rota'])
    }
  })

  it('takes every note from a search without words, with a JSON content type on GET', async () => {
    const call = withApiKey()
    const { status, body } = await call('GET', '/search-notes', { query: { query: '' } })
    expect(status).toBe(200)
    expect(body).toMatchObject({ page: 0, nbPages: 1 })
    expect(body.hits.map(({ id }: Hit) => id).sort()).toEqual(['eng', 'oncall', 'rota'])
  })
})

it('an audit of the knowledge base lists outdated, public, inactive and empty notes', async () => {
  const call = withBearer()
  await server.note(org, { id: 'blank', title: 'Blank', content: '' })
  await call('PUT', '/notes/rota/flag-as-outdated', { json: { reason: 'Old.' } })
  const ids = async (path: string, query: Query = {}) => {
    const { body } = await call('GET', `/knowledge-management/notes${path}`, { query: { first: 50, ...query } })
    expect(body.total).toBe(body.notes.length)
    return body.notes.map(({ id }: Hit) => id).sort()
  }
  expect(await ids('', { reviewStateList: 'Outdated' })).toEqual(['rota'])
  expect(await ids('/public')).toEqual(['blank', 'eng', 'oncall', 'rota'])
  expect(await ids('/empty')).toEqual(['blank'])
  expect(await ids('', { ownerIdList: ada.id, sinceDaysAgo: 7 })).toEqual([])
  expect(await ids('/inactive', { ownerIdList: ada.id })).toEqual([])
})

it('a script that files minutes makes folders, and sends every field that it knows', async () => {
  const call = withApiKey()
  const folder = await call('POST', '/notes', {
    json: { title: 'Minutes', description: 'All meetings.', type: 'folder' },
  })
  expect(folder.status).toBe(200)
  const fields = {
    title: 'Monday',
    parentNoteId: folder.body.id,
    templateId: null,
    markdown: '# Monday',
    attributes: [],
  }
  const made = await call('POST', '/notes', { json: fields })
  expect(made).toMatchObject({ status: 200, body: { parentNoteId: folder.body.id } })
  const update = { markdown: '# Monday\n\nWe met.', attributes: [] }
  expect((await call('PUT', `/notes/${made.body.id}`, { json: update })).status).toBe(200)
  const query = { query: 'met', hitsPerPage: 20, page: 0, highlightPreTag: '<mark>', highlightPostTag: '</mark>' }
  const { hits } = (await call('GET', '/search-notes', { query })).body
  expect(hits[0].highlight).toContain('<mark>met</mark>')
  expect((await call('PUT', `/notes/${folder.body.id}`, { json: { title: 'All minutes' } })).status).toBe(200)
  expect((await call('DELETE', `/notes/${folder.body.id}`)).status).toBe(204)
  expect((await call('GET', `/notes/${made.body.id}`)).status).toBe(404)
})

describe('a node of a workflow', () => {
  it('tests its credential in both headers by who it belongs to, and tells a bad one by its id', async () => {
    const both = createTestClient({ authorization: `Bearer ${ada.key}`, 'x-slite-api-key': ada.key })
    const me = await both('GET', '/me')
    expect(me).toMatchObject({ status: 200, body: { email: ada.email, displayName: 'ada' } })
    const bad = await createTestClient({ authorization: 'Bearer no', 'x-slite-api-key': 'no' })('GET', '/me')
    expect(bad).toEqual({ status: 401, body: { id: 'auth/unauthorized', message: 'Invalid apiKey' } })
  })

  it('asks with blank filters, and puts links where the text cites', async () => {
    const call = withBearer()
    const blank = { parentNoteId: '', assistantId: '', wait: true }
    const question = 'Who is on call at the weekend?'
    const plain = await call('GET', '/ask', { query: { question, ...blank } })
    expect(Object.keys(plain.body).sort()).toEqual(['answer', 'sources'])
    expect(plain.body.answer).toMatch(/\[1\](?!\()/)
    const linked = await call('POST', '/ask', { json: { question, citations: 'markdown' } })
    const [source] = linked.body.sources
    expect(linked.body.answer).toBe(plain.body.answer.replaceAll('[1]', `[1](${source.url})`))
    expect(linked.body.sources).toEqual(plain.body.sources)
    const refused = await call('GET', '/ask', { query: { question, citations: 'html' } })
    expect(refused).toMatchObject({ status: 400, body: { details: { citations: { message: expect.any(String) } } } })
  })

  it('does not wait for an answer, and polls the conversation', async () => {
    const threadId = randomUUID()
    const later = createTestClient({ authorization: `Bearer ${ada.key}`, ...json, prefer: 'respond-async' })
    const accepted = await later('POST', '/ask', { json: { question: 'When does the rota change?', threadId } })
    expect(accepted.status).toBe(202)
    const call = withBearer()
    let thread = await call('GET', `/threads/${threadId}`)
    while (thread.status === 202) {
      expect(thread.body.status).toBe('processing')
      await new Promise((resolve) => setImmediate(resolve))
      thread = await call('GET', `/threads/${threadId}`)
    }
    expect(thread).toMatchObject({ status: 200, body: { threadId, status: 'completed', turns: [{ state: 'done' }] } })
    expect(thread.body.turns[0].answer).toContain('Monday')
  })
})

it('a terminal program shows the tree, and searches by depth below a note', async () => {
  const call = withBearer()
  const tree = async (id: string, indent = ''): Promise<string[]> => {
    const { notes } = (await call('GET', `/notes/${id}/children`)).body
    const below = await Promise.all(notes.map((note: Hit) => tree(note.id, `${indent}  `)))
    return notes.flatMap((note: Hit, index: number) => [indent + note.title, ...below[index]])
  }
  expect(await tree('eng')).toEqual(['On call', '  Rota'])
  const ids = async (query: Query) => (await call('GET', '/search-notes', { query })).body.hits.map(({ id }: Hit) => id)
  expect(await ids({ query: 'rota', parentNoteId: 'eng', depth: 2, includeArchived: true })).toEqual(['rota'])
  expect(await ids({ query: 'rota', depth: 0 })).toEqual([])
  expect((await call('GET', '/notes/eng', { query: { format: 'sliteml' } })).body.content).toBe('All about machines.')
})

it('a job that indexes tickets repeats items, walks the pages and removes what is gone', async () => {
  await server.dataSource(org, 'tickets')
  const call = withApiKey()
  const item = (id: string) => ({
    rootId: 'tickets',
    id,
    title: `Ticket ${id}`,
    content: '<p>The <b>battery</b> was empty.</p>',
    type: 'html',
    updatedAt: '2026-11-01T09:00:00.000Z',
    url: `https://tickets.test/${id}`,
  })
  for (const id of ['T-1', 'T-2', 'T-3', 'T-1']) {
    const { status, body } = await call('POST', '/ask/index', { json: item(id) })
    expect([status, Object.keys(body).sort()]).toEqual([200, ['id', 'title', 'updatedAt', 'url']])
  }
  const listed: string[] = []
  for (let page = 0, nbPages = 1; page < nbPages; page += 1) {
    const { body } = await call('GET', '/super/index', { query: { rootId: 'tickets', page, hitsPerPage: 2 } })
    listed.push(...body.hits.map(({ id }: Hit) => id))
    nbPages = body.nbPages
  }
  expect(listed.sort()).toEqual(['T-1', 'T-2', 'T-3'])
  const removed = await call('DELETE', '/ask/index', { json: { rootId: 'tickets', id: 'T-2' } })
  expect(removed).toEqual({ status: 200, body: { ok: true } })
  const asked = await call('POST', '/super', { json: { question: 'What was empty?' } })
  expect(asked.body.sources.map(({ url }: { url: string }) => url)).not.toContain('https://tickets.test/T-2')
})

it('a chat bot asks two questions at once, and matches each callback with its question', async () => {
  const later = createTestClient({ authorization: `Bearer ${ada.key}`, ...json, prefer: 'respond-async' })
  const expected = { 'Who is on call at the weekend?': 'platform team', 'When does the rota change?': 'Monday' }
  const before = receiver.received.length
  const asked = new Map<string, string>()
  for (const [question, answer] of Object.entries(expected)) {
    const accepted = await later('POST', '/ask', { json: { question, callbackUrl: receiver.url } })
    expect(accepted.status).toBe(202)
    asked.set(accepted.body.id, answer)
  }
  await server.app.jobs.drain()
  await receiver.waitForRequests(before + 2)
  for (const { headers, body } of receiver.received.slice(before)) {
    const answer = asked.get(headers['lorewell-answer-id'] ?? '')
    expect(JSON.parse(body)).toEqual({ answer: expect.stringContaining(answer as string), sources: expect.any(Array) })
    asked.delete(headers['lorewell-answer-id'] ?? '')
  }
  expect(asked.size).toBe(0)
})

it('a newsletter fetches the digest of an assistant, which is a JSON string', async () => {
  await server.assistant(org, 'weekly', { digestDays: 366 })
  const call = withBearer()
  const digest = await call('GET', '/ask/digest/weekly')
  expect(digest).toEqual({ status: 200, body: expect.stringContaining('On call') })
  expect(await call('GET', '/super/digest/weekly')).toEqual(digest)
  expect(await call('GET', '/ask/digest/none')).toMatchObject({ status: 404, body: { id: 'assistant-not-found' } })
})

it('an export of the directory follows cursors through people and groups, and reads each', async () => {
  for (let number = 0; number < 52; number += 1) await server.person(org, `p${number}`, { groups: [`Group ${number}`] })
  const call = withApiKey()
  for (const [kind, count] of [
    ['users', 53],
    ['groups', 53],
  ] as const) {
    const listed = new Map<string, object>()
    let cursor: string | null = null
    do {
      const { body } = await call('GET', `/${kind}`, { query: { query: '', ...(cursor && { cursor }) } })
      for (const one of body[kind]) listed.set(one.id, one)
      cursor = body.hasNextPage ? body.nextCursor : null
    } while (cursor)
    expect(listed.size, kind).toBe(count)
    const [id, one] = [...listed][0] as [string, object]
    expect((await call('GET', `/${kind}/${id}`)).body).toEqual(one)
    expect((await call('GET', `/${kind}/none`)).status).toBe(404)
  }
})

it('a migration writes pages as HTML below each other, and reads them in both formats', async () => {
  const call = withBearer()
  const html = '<h1>Doors</h1><p>The <b>red</b> door.</p><script>alert(1)</script>'
  const parent = await call('POST', '/notes', { json: { title: 'Doors', parentNoteId: '', html } })
  expect(parent).toMatchObject({ status: 200, body: { parentNoteId: null } })
  const child = await call('POST', '/notes', {
    json: { title: 'Locks', parentNoteId: parent.body.id, html: '<p>Old.</p>' },
  })
  expect((await call('PUT', `/notes/${child.body.id}`, { json: { html: '<p>New.</p>' } })).status).toBe(200)
  const read = async (id: string, format: string) =>
    (await call('GET', `/notes/${id}`, { query: { format } })).body.content
  expect(await read(parent.body.id, 'md')).toContain('The **red** door.')
  expect(await read(parent.body.id, 'html')).not.toContain('alert')
  expect(await read(child.body.id, 'md')).toBe('New.\n')
})
