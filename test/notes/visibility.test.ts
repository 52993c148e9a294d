import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/**
 * Ada and Ben are in the crew, Zoe is not. `open` is for everyone; `secret` below it is for the crew; `inner` below
 * that inherits it; `shown` below `secret` is for everyone again.
 */
let scratch: TestApp
let ada: Person
let ben: Person
let zoe: Person
let org = ''

beforeAll(async () => {
  scratch = await createTestApp()
})
afterAll(() => scratch.close())

beforeEach(async () => {
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada', { role: 'admin', groups: ['Crew'] })
  ben = await scratch.person(org, 'ben', { groups: ['Crew'] })
  zoe = await scratch.person(org, 'zoe', { role: 'admin' })
  await scratch.note(org, { id: 'open', title: 'Open', content: 'Marmalade for all.' })
  await scratch.note(org, {
    id: 'secret',
    title: 'Secret',
    content: 'Marmalade recipe: seville oranges.',
    parent: 'open',
    audience: ['group:Crew'],
  })
  await scratch.note(org, { id: 'inner', title: 'Inner', content: 'Marmalade jars.', parent: 'secret' })
  await scratch.note(org, {
    id: 'shown',
    title: 'Shown',
    content: 'Marmalade tasting.',
    parent: 'secret',
    audience: ['everyone'],
  })
})

const get = (person: Person, path: string) => scratch.call(person.key, 'GET', `/v1${path}`)
const put = (person: Person, path: string, body: unknown) => scratch.call(person.key, 'PUT', `/v1${path}`, body)
const listIds = async (person: Person, path = '/notes') => {
  const answer = await get(person, path)
  expect(answer.body.total).toBe(answer.body.notes.length)
  return answer.body.notes.map((note: { id: string }) => note.id).sort()
}
const searchIds = async (person: Person) => {
  const byNotes = await get(person, '/search-notes?query=marmalade')
  const byAll = await scratch.call(person.key, 'POST', '/v1/search', { query: 'marmalade' })
  const ids = byNotes.body.hits.map((hit: { id: string }) => hit.id).sort()
  expect(byAll.body.hits.map((hit: { id: string }) => hit.id).sort()).toEqual(ids)
  return ids
}

describe('a note that is not shared with someone', () => {
  test('is nowhere in lists, totals and searches', async () => {
    expect(await listIds(zoe)).toEqual(['open', 'shown'])
    expect(await listIds(zoe, '/notes/open/children')).toEqual([])
    expect(await listIds(zoe, '/notes?parentNoteId=open')).toEqual([])
    expect(await listIds(zoe, '/notes?topOnly=true')).toEqual(['open', 'shown'])
    expect(await searchIds(zoe)).toEqual(['open', 'shown'])
    expect(await listIds(ben)).toEqual(['inner', 'open', 'secret', 'shown'])
    expect(await listIds(ben, '/notes?topOnly=true')).toEqual(['open'])
    expect(await searchIds(ben)).toEqual(['inner', 'open', 'secret', 'shown'])
  })

  test('is, under every address, what does not exist', async () => {
    for (const path of ['', '/children', '/audience', '?format=html']) {
      const hidden = await get(zoe, `/notes/secret${path}`)
      const missing = await get(zoe, `/notes/missing${path}`)
      expect(hidden.status).toBe(404)
      expect(hidden.body).toEqual(missing.body)
    }
    const writes: [string, unknown][] = [
      ['', { title: 'Mine' }],
      ['/verify', { until: null }],
      ['/flag-as-outdated', { reason: 'x' }],
      ['/archived', { archived: true }],
      ['/owner', { userId: zoe.id }],
      ['/audience', { audience: ['everyone'] }],
    ]
    for (const [path, body] of writes) {
      expect((await put(zoe, `/notes/inner${path}`, body)).body).toEqual(
        (await put(zoe, `/notes/missing${path}`, body)).body,
      )
    }
    expect((await scratch.call(zoe.key, 'DELETE', '/v1/notes/inner')).status).toBe(404)
    expect((await get(ben, '/notes/inner')).body).toMatchObject({ title: 'Inner', archivedAt: null })
    for (const query of ['/notes?parentNoteId=secret', '/search-notes?query=x&parentNoteId=secret']) {
      expect(await get(zoe, query)).toMatchObject({ status: 404, body: { id: 'parent-not-found' } })
    }
    const below = { title: 'New', parentNoteId: 'secret' }
    expect(await scratch.call(zoe.key, 'POST', '/v1/notes', below)).toMatchObject({
      status: 404,
      body: { id: 'parent-not-found' },
    })
    const search = { query: 'marmalade', parentId: 'secret' }
    expect(await scratch.call(zoe.key, 'POST', '/v1/search', search)).toMatchObject({
      status: 404,
      body: { id: 'parent-not-found' },
    })
  })

  test('is not named by a note below it that is shared', async () => {
    expect((await get(zoe, '/notes/shown')).body.parentNoteId).toBeNull()
    expect((await get(ben, '/notes/shown')).body.parentNoteId).toBe('secret')
    const hits = async (person: Person) =>
      (await get(person, '/search-notes?query=tasting')).body.hits.find((hit: { id: string }) => hit.id === 'shown')
    expect((await hits(zoe)).parentNotes).toEqual([])
    expect((await hits(ben)).parentNotes).toEqual([
      { id: 'open', title: 'Open' },
      { id: 'secret', title: 'Secret' },
    ])
    // Below `open` Zoe does not reach `shown`: the way there leads through what she does not see.
    expect((await get(zoe, '/search-notes?query=marmalade&parentNoteId=open')).body.hits).toHaveLength(1)
    expect((await get(ben, '/search-notes?query=marmalade&parentNoteId=open')).body.hits).toHaveLength(4)
    expect((await get(ben, '/search-notes?query=marmalade&parentNoteId=open&depth=1')).body.hits).toHaveLength(1)
    // The depth counts the parents that the caller sees, so it tells nothing of the others.
    const idsAtDepth = async (person: Person, depth: number) =>
      (await get(person, `/search-notes?query=tasting&depth=${depth}`)).body.hits.map((hit: { id: string }) => hit.id)
    expect(await idsAtDepth(zoe, 0)).toContain('shown')
    expect(await idsAtDepth(zoe, 2)).toEqual([])
    expect(await idsAtDepth(ben, 0)).not.toContain('shown')
    expect(await idsAtDepth(ben, 2)).toContain('shown')
  })

  test('leaves no word of itself in a highlight', async () => {
    const { text } = await get(zoe, '/search-notes?query=marmalade%20recipe%20seville%20oranges%20jars')
    expect(text).not.toMatch(/seville|oranges|jars|Secret|secret|Inner/i)
  })

  test('does not move when someone who sees no parent repeats what they read', async () => {
    expect((await put(zoe, '/notes/shown', { title: 'Shown!', parentNoteId: null })).status).toBe(200)
    expect((await get(ben, '/notes/shown')).body).toMatchObject({ title: 'Shown!', parentNoteId: 'secret' })
  })
})

describe('deleting', () => {
  const remove = (person: Person, id: string) => scratch.call(person.key, 'DELETE', `/v1/notes/${id}`)

  test('takes what the caller sees below, and is final', async () => {
    const answer = await remove(ben, 'open')
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(await listIds(ben)).toEqual([])
    expect(await searchIds(ben)).toEqual([])
    expect((await remove(ben, 'open')).status).toBe(404)
  })

  test('leaves what the caller does not see, with all below it and hidden as before', async () => {
    expect((await remove(zoe, 'open')).status).toBe(204)
    expect(await listIds(zoe)).toEqual(['shown'])
    expect(await listIds(ben)).toEqual(['inner', 'secret', 'shown'])
    expect(await searchIds(ben)).toEqual(['inner', 'secret', 'shown'])
    expect((await get(ben, '/notes/secret')).body.parentNoteId).toBeNull()
    expect((await get(ben, '/notes/secret/audience')).body.audience).toEqual(['group:Crew'])
  })

  test('leaves archived what was archived with the note', async () => {
    await put(zoe, '/notes/open/archived', { archived: true })
    await remove(zoe, 'open')
    expect((await get(ben, '/notes/secret')).body.archivedAt).not.toBeNull()
    expect(await searchIds(ben)).toEqual([])
    await put(ben, '/notes/secret/archived', { archived: false })
    expect(await searchIds(ben)).toEqual(['inner', 'secret', 'shown'])
  })
})

describe('moving', () => {
  test('shows and hides at once, with all below', async () => {
    await put(ben, '/notes/inner', { parentNoteId: 'open' })
    expect(await searchIds(zoe)).toEqual(['inner', 'open', 'shown'])
    expect((await get(zoe, '/notes/inner')).body.parentNoteId).toBe('open')
    await put(ben, '/notes/inner', { parentNoteId: 'secret' })
    expect(await searchIds(zoe)).toEqual(['open', 'shown'])
    expect((await get(zoe, '/notes/inner')).status).toBe(404)
  })

  test('to the top of a note that inherits keeps it for the same people', async () => {
    await put(ben, '/notes/inner', { parentNoteId: null })
    expect(await searchIds(zoe)).toEqual(['open', 'shown'])
    expect(await searchIds(ada)).toContain('inner')
  })

  test('below a note that the caller does not see is below nothing', async () => {
    expect(await put(zoe, '/notes/open', { parentNoteId: 'inner' })).toMatchObject({
      status: 404,
      body: { id: 'parent-not-found' },
    })
  })
})

describe('sharing', () => {
  test('tells who sees a note and why', async () => {
    const everyone = { audience: null, effectiveAudience: ['everyone'] }
    expect((await get(ben, '/notes/open/audience')).body).toEqual(everyone)
    expect((await get(ben, '/notes/secret/audience')).body).toEqual({
      audience: ['group:Crew'],
      effectiveAudience: ['group:Crew'],
    })
    expect((await get(ben, '/notes/inner/audience')).body).toEqual({
      audience: null,
      effectiveAudience: ['group:Crew'],
      inheritedFrom: 'secret',
    })
  })

  test('holds from the next request on, for all below that inherit', async () => {
    const shared = await put(ben, '/notes/secret/audience', { audience: ['group:Crew', `user:${zoe.email}`] })
    expect(shared.body.audience).toEqual(['group:Crew', `user:${zoe.email}`])
    expect(await searchIds(zoe)).toEqual(['inner', 'open', 'secret', 'shown'])
    await put(ben, '/notes/secret/audience', { audience: ['group:Crew'] })
    expect(await searchIds(zoe)).toEqual(['open', 'shown'])
    const inherited = await put(ben, '/notes/secret/audience', { audience: null })
    expect(inherited.body).toEqual({ audience: null, effectiveAudience: ['everyone'] })
    expect(await searchIds(zoe)).toEqual(['inner', 'open', 'secret', 'shown'])
  })

  test('can be such that the sharer does not see the note any more', async () => {
    const answer = await put(ada, '/notes/open/audience', { audience: [`user:${zoe.email}`] })
    expect(answer).toMatchObject({ status: 200, body: { audience: [`user:${zoe.email}`] } })
    expect((await get(ada, '/notes/open')).status).toBe(404)
    expect((await get(zoe, '/notes/open')).status).toBe(200)
    expect((await get(ada, '/notes/secret')).body.parentNoteId).toBeNull()
  })

  test('a new note below one that is shared is shared with the same people', async () => {
    const made = await scratch.call(ben.key, 'POST', '/v1/notes', {
      title: 'Marmalade log',
      parentNoteId: 'secret',
    })
    expect((await get(zoe, `/notes/${made.body.id}`)).status).toBe(404)
    expect((await get(ada, `/notes/${made.body.id}`)).status).toBe(200)
    expect(await searchIds(zoe)).toEqual(['open', 'shown'])
  })
})

test('with the filter of the application out of the way, row-level security still hides the archived passages', async () => {
  await put(ben, '/notes/secret/archived', { archived: true })
  const bodies = (person: Person) =>
    scratch.database.readAs({ organizationId: org, memberId: person.id }, async (store) => {
      const { rows } = await sql<{ body: string }>`
        select body from archived_chunk order by body`.execute(store)
      return rows.map((row) => row.body)
    })
  expect(await bodies(zoe)).toEqual(['Marmalade tasting.'])
  expect(await bodies(ben)).toEqual(['Marmalade jars.', 'Marmalade recipe: seville oranges.', 'Marmalade tasting.'])
})
