import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** Ada writes privately; Ben is a member, Zoe an admin. `open` is for everyone, `crew` for Ada and Ben. */
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
  ada = await scratch.person(org, 'ada', { groups: ['Crew'] })
  ben = await scratch.person(org, 'ben', { groups: ['Crew'] })
  zoe = await scratch.person(org, 'zoe', { role: 'admin' })
  await scratch.note(org, { id: 'open', title: 'Open', content: 'For all.' })
  await scratch.note(org, { id: 'crew', title: 'Crew', content: 'For the crew.', audience: ['group:Crew'] })
})

const get = (person: Person, path: string) => scratch.call(person.key, 'GET', `/v1${path}`)
const put = (person: Person, path: string, body: unknown) => scratch.call(person.key, 'PUT', `/v1${path}`, body)
const create = async (person: Person, fields: Record<string, unknown> = {}): Promise<string> => {
  const { status, body } = await scratch.call(person.key, 'POST', '/v1/notes', {
    title: 'Zanzibar plan',
    markdown: 'The zanzibar plan costs ninety pounds.',
    ...fields,
  })
  expect(status).toBe(200)
  return body.id
}
const audience = async (person: Person, id: string) => (await get(person, `/notes/${id}/audience`)).body

/** Everything of the service that could tell this person about the note. */
async function everythingSeenBy(person: Person, id: string): Promise<string> {
  const replies = await Promise.all([
    ...[
      `/notes/${id}`,
      `/notes/${id}/audience`,
      `/notes/${id}/versions`,
      '/notes?topOnly=true',
      '/notes',
      '/note-branches',
      '/search-notes?query=zanzibar',
      '/questions/examples',
      '/insights',
    ].map((path) => get(person, path)),
    scratch.call(person.key, 'POST', '/v1/search', { query: 'zanzibar plan' }),
    scratch.call(person.key, 'POST', '/v1/ask', { question: 'How much does it cost?' }),
  ])
  return replies.map(({ text }) => text).join('\n')
}

describe('a note created without a parent', () => {
  test('is private to its creator', async () => {
    const id = await create(ada)
    expect((await get(ada, `/notes/${id}`)).status).toBe(200)
    expect(await audience(ada, id)).toEqual({
      audience: [`user:${ada.email}`],
      effectiveAudience: [`user:${ada.email}`],
    })
    for (const other of [ben, zoe]) {
      expect((await get(other, `/notes/${id}`)).body).toEqual((await get(other, '/notes/missing')).body)
      expect(await everythingSeenBy(other, id)).not.toMatch(/zanzibar|ninety/i)
    }
    expect(await everythingSeenBy(ada, id)).toMatch(/zanzibar/i)
  })

  test('is in nobody else’s digest', async () => {
    await scratch.assistant(org, 'news')
    await create(ada)
    expect((await get(ada, '/ask/digest/news')).text).toContain('Zanzibar')
    expect((await get(ben, '/ask/digest/news')).text).not.toContain('Zanzibar')
  })

  test('is private with a parent of null, and so are its subpages', async () => {
    const id = await create(ada, { parentNoteId: null })
    const below = await create(ada, { parentNoteId: id })
    expect((await get(ben, `/notes/${below}`)).status).toBe(404)
    expect((await get(ada, `/notes/${below}`)).body.parentNoteId).toBe(id)
  })

  test('is shared when its creator shares it, and other private notes are not', async () => {
    const shared = await create(ada)
    const kept = await create(ada)
    await put(ada, `/notes/${shared}/audience`, { audience: [`user:${ada.email}`, `user:${ben.email}`] })
    expect((await get(ben, `/notes/${shared}`)).status).toBe(200)
    expect((await get(ben, `/notes/${kept}`)).status).toBe(404)
    await put(ada, `/notes/${shared}/audience`, { audience: [`user:${ada.email}`] })
    expect((await get(ben, `/notes/${shared}`)).status).toBe(404)
    expect((await get(ada, `/notes/${shared}`)).status).toBe(200)
  })

  test('is marked as private in the tree, until it is shared', async () => {
    const id = await create(ada)
    const isPrivate = async () => {
      const { notes } = (await get(ada, '/note-branches')).body
      return Object.fromEntries(notes.map((note: { id: string; isPrivate: boolean }) => [note.id, note.isPrivate]))
    }
    expect(await isPrivate()).toEqual({ open: false, crew: false, [id]: true })
    await put(ada, `/notes/${id}/audience`, { audience: ['group:Crew'] })
    expect((await isPrivate())[id]).toBe(false)
  })

  test('can be deleted while its creator has others', async () => {
    const [one, other] = [await create(ada), await create(ada)]
    expect((await scratch.call(ada.key, 'DELETE', `/v1/notes/${one}`)).status).toBe(204)
    expect((await get(ada, `/notes/${other}`)).status).toBe(200)
  })

  test('is private for each of several creators at once', async () => {
    const ids = await Promise.all([ada, ben, ada, ben].map((person) => create(person)))
    const statuses = await Promise.all(ids.map(async (id) => (await get(ben, `/notes/${id}`)).status))
    expect(statuses).toEqual([404, 200, 404, 200])
  })

  test('counts once among the audiences of its creator, however many there are', async () => {
    const before = (await scratch.caller(ada)).audienceIds.length
    for (let index = 0; index < 5; index += 1) await create(ada)
    expect((await scratch.caller(ada)).audienceIds.length).toBe(before + 1)
  })
})

describe('a note created with an audience', () => {
  test('is for these people at once', async () => {
    const id = await create(ada, { audience: ['group:Crew'] })
    expect((await get(ben, `/notes/${id}`)).status).toBe(200)
    expect((await get(zoe, `/notes/${id}`)).status).toBe(404)
    const forAll = await create(ada, { audience: ['everyone'] })
    expect((await get(zoe, `/notes/${forAll}`)).status).toBe(200)
  })

  test('has it below a parent, too; without one it is for the readers of the parent', async () => {
    const narrowed = await create(ada, { parentNoteId: 'open', audience: [`user:${ada.email}`] })
    expect((await get(ben, `/notes/${narrowed}`)).status).toBe(404)
    const inherited = await create(ada, { parentNoteId: 'open' })
    expect((await get(zoe, `/notes/${inherited}`)).status).toBe(200)
  })

  test('is not created if a name in it is unknown', async () => {
    const body = { title: 'X', audience: ['group:Nobody'] }
    const reply = await scratch.call(ada.key, 'POST', '/v1/notes', body)
    expect(reply).toMatchObject({ status: 422, body: { details: { audience: { value: ['group:Nobody'] } } } })
  })
})

test('notes that were at the top level before stay visible to everyone', async () => {
  expect((await get(zoe, '/notes/open')).status).toBe(200)
  expect(await audience(zoe, 'open')).toEqual({ audience: null, effectiveAudience: ['everyone'] })
})

describe('moving to the top level', () => {
  test('keeps the readers of a note that inherited them', async () => {
    await scratch.note(org, { id: 'inner', title: 'Inner', parent: 'crew' })
    await scratch.note(org, { id: 'leaf', title: 'Leaf', parent: 'inner' })
    await put(ben, '/notes/inner', { parentNoteId: null })
    for (const id of ['inner', 'leaf']) {
      expect((await get(zoe, `/notes/${id}`)).status).toBe(404)
      expect((await get(ada, `/notes/${id}`)).status).toBe(200)
    }
    expect(await audience(ben, 'inner')).toEqual({ audience: ['group:Crew'], effectiveAudience: ['group:Crew'] })
    // It is a list of its own: the old parent's does not change it.
    await put(ben, '/notes/crew/audience', { audience: ['everyone'] })
    expect((await get(zoe, '/notes/inner')).status).toBe(404)
  })

  test('keeps a private note private', async () => {
    const id = await create(ada)
    const below = await create(ada, { parentNoteId: id })
    await put(ada, `/notes/${below}`, { parentNoteId: null })
    expect((await get(ben, `/notes/${below}`)).status).toBe(404)
    expect((await get(ada, `/notes/${below}`)).body.parentNoteId).toBeNull()
  })

  test('keeps a note of everyone for everyone', async () => {
    await scratch.note(org, { id: 'page', title: 'Page', parent: 'open' })
    await put(ben, '/notes/page', { parentNoteId: null })
    expect(await audience(zoe, 'page')).toEqual({ audience: null, effectiveAudience: ['everyone'] })
  })
})

describe('private notes of a member who is suspended or removed', () => {
  test('stay private, and come back with a suspended one', async () => {
    const id = await create(ada)
    const change = (disabled: boolean) => scratch.call(zoe.key, 'PATCH', `/v1/members/${ada.id}`, { disabled })
    await change(true)
    expect(await everythingSeenBy(zoe, id)).not.toMatch(/zanzibar|ninety/i)
    await change(false)
    const { key } = await scratch.app.apiKeys.create({ organizationId: org, memberId: ada.id, name: 'new' })
    expect((await get({ ...ada, key }, `/notes/${id}`)).status).toBe(200)
  })

  test('become nobody else’s with a removed one, not even of a member with the same address or id', async () => {
    const id = await create(ada)
    const shared = await create(ada, {
      title: 'Rota',
      markdown: 'Mondays.',
      parentNoteId: id,
      audience: ['group:Crew'],
    })
    expect((await scratch.call(zoe.key, 'DELETE', `/v1/members/${ada.id}`)).status).toBe(204)
    for (const other of [ben, zoe]) expect(await everythingSeenBy(other, id)).not.toMatch(/zanzibar|ninety/i)
    // A subpage that was shared stays with its readers.
    expect((await get(ben, `/notes/${shared}`)).body).toMatchObject({ parentNoteId: null })
    const again = await scratch.app.members.create({
      ...{ organizationId: org, id: ada.id, email: ada.email, name: 'Ada', role: 'member' },
    })
    const { key } = await scratch.app.apiKeys.create({ organizationId: org, memberId: again.id, name: 'new' })
    expect((await get({ ...ada, key }, `/notes/${id}`)).status).toBe(404)
    const fresh = await create({ ...ada, key })
    expect((await get({ ...ada, key }, `/notes/${fresh}`)).status).toBe(200)
    expect((await get({ ...ada, key }, `/notes/${id}`)).status).toBe(404)
  })
})
