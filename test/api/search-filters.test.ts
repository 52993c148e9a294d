import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

describe('finding by filters and titles', () => {
  let app: TestApp
  let ada: Person
  let vera: Person

  beforeAll(async () => {
    app = await createTestApp()
    await app.organization('acme')
    ada = await app.person('acme', 'ada', { role: 'admin', groups: ['Board'] })
    vera = await app.person('acme', 'vera', { role: 'viewer' })
    const note = (id: string, title: string, content: string, fields: object = {}) =>
      app.note('acme', { id, title, content, ...fields })
    await note('top', 'Harbour handbook', 'About the lantern of the harbour.', { updatedAt: new Date('2026-01-10') })
    await note('gate', 'Gates of the harbour', 'A lantern hangs at the blue gate.', { parent: 'top' })
    await note('crane', 'Crane', 'The crane has a lantern, too.', { parent: 'top', updatedAt: new Date('2026-06-01') })
    await note('pay', 'Lantern salaries', 'The lantern keeper earns much.', { audience: ['group:Board'] })
    await app.dataSource('acme', 'tickets')
    await app.call(
      ada.key,
      'POST',
      '/v1/ask/index',
      contentFixture({ title: 'Lantern broken', content: 'The lantern is dark.' }),
    )
    await app.call(ada.key, 'PUT', '/v1/notes/gate/verify', { until: null })
    await app.call(ada.key, 'PUT', '/v1/notes/crane/verify', { until: '2026-01-01T00:00:00Z' })
    await app.call(ada.key, 'PUT', '/v1/notes/crane/owner', { userId: ada.id })
    await app.call(ada.key, 'PUT', '/v1/notes/pay/owner', { userId: ada.id })
    await app.call(ada.key, 'PUT', '/v1/notes/pay/verify', { until: null })
  })
  afterAll(() => app.close())

  const search = async (person: Person, filter: object) => {
    const { status, body } = await app.call(person.key, 'POST', '/v1/search', { query: 'lantern', ...filter })
    expect(status).toBe(200)
    return body
  }
  const idsOf = async (person: Person, filter: object) =>
    (await search(person, filter)).hits.map(({ id }: { id: string }) => id).sort()

  test('by kind, owner, verification and date; hidden notes match no filter', async () => {
    expect(await idsOf(vera, {})).toEqual(['T-1', 'crane', 'gate', 'top'])
    expect(await idsOf(vera, { notesOnly: true })).toEqual(['crane', 'gate', 'top'])
    expect(await idsOf(vera, { ownerId: ada.id })).toEqual(['crane'])
    expect(await idsOf(ada, { ownerId: ada.id })).toEqual(['crane', 'pay'])
    expect(await idsOf(vera, { verifiedOnly: true })).toEqual(['gate'])
    expect(await idsOf(vera, { updatedAfter: '2026-06-01T00:00:00Z', updatedBefore: '2026-07-01T00:00:00Z' })).toEqual([
      'crane',
    ])
    expect(await idsOf(vera, { updatedBefore: '2026-06-01T00:00:00Z' })).toEqual(['top'])
    expect(await idsOf(vera, { ownerId: 'nobody' })).toEqual([])
  })

  test('filters combine with each other and with a scope', async () => {
    expect(await idsOf(vera, { parentId: 'top', verifiedOnly: true, updatedAfter: '2026-07-01T00:00:00Z' })).toEqual([
      'gate',
    ])
    expect(await idsOf(vera, { rootId: 'tickets', notesOnly: true })).toEqual([])
  })

  test('pages hold each document once', async () => {
    const pages = [0, 1, 2].map((page) => search(vera, { limit: 2, page }))
    const [first, second, third] = await Promise.all(pages)
    expect([first.hasNextPage, second.hasNextPage, third.hasNextPage]).toEqual([true, false, false])
    const ids = [...first.hits, ...second.hits].map(({ id }) => id)
    expect([...ids].sort()).toEqual(['T-1', 'crane', 'gate', 'top'])
    expect(third.hits).toEqual([])
  })

  test('details say where a hit is and what matches; without them a body is as before', async () => {
    const { hits } = await search(vera, { details: true })
    const gate = hits.find(({ id }: { id: string }) => id === 'gate')
    expect(gate.details).toMatchObject({
      kind: 'note',
      path: ['Harbour handbook'],
      reviewState: 'Verified',
      copies: [],
    })
    expect(
      gate.details.matches.map(({ start, end }: { start: number; end: number }) =>
        gate.details.snippet.slice(start, end),
      ),
    ).toEqual(['lantern'])
    const item = hits.find(({ id }: { id: string }) => id === 'T-1')
    expect(item.details).toMatchObject({ kind: 'item', path: ['tickets'] })
    const plain = await search(vera, {})
    expect(Object.keys(plain)).toEqual(['hits'])
    expect(plain.hits.some((hit: object) => 'details' in hit)).toBe(false)
  })

  test('the documents folded into a hit are named, without those that the caller can’t see', async () => {
    const text = 'The night watch begins at ten in the evening, and the watchman carries the copper bell to the pier.'
    await app.note('acme', { id: 'watch-1', title: 'Night watch', content: text })
    await app.note('acme', { id: 'watch-2', title: 'Night watch', content: text })
    await app.note('acme', {
      id: 'watch-3',
      title: 'Night watch',
      content: text,
      audience: ['group:Board'],
    })
    const copiesFor = async (person: Person) => {
      const { hits } = await search(person, { query: 'copper bell of the watchman', details: true })
      const [hit] = hits.filter(({ id }: { id: string }) => id.startsWith('watch-'))
      return { count: hit.duplicates, ids: [hit.id, ...hit.details.copies.map(({ id }: { id: string }) => id)].sort() }
    }
    expect(await copiesFor(vera)).toEqual({ count: 1, ids: ['watch-1', 'watch-2'] })
    expect(await copiesFor(ada)).toEqual({ count: 2, ids: ['watch-1', 'watch-2', 'watch-3'] })
  })

  test('wrong filters are named', async () => {
    const reply = await app.call(vera.key, 'POST', '/v1/search', {
      query: 'x',
      updatedAfter: 'May',
      page: -1,
      verifiedOnly: 'yes',
    })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.body.details).sort()).toEqual(['page', 'updatedAfter', 'verifiedOnly'])
  })

  const titles = async (person: Person, query: Record<string, string | string[]>) => {
    const search = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => [value].flat().map((one): [string, string] => [name, one])),
    )
    const { status, body } = await app.call(person.key, 'GET', `/v1/search-titles?${search}`)
    expect(status).toBe(200)
    return body.hits
  }
  const titleIds = async (person: Person, query: Record<string, string | string[]>) =>
    (await titles(person, query)).map(({ id }: { id: string }) => id)

  test('titles are found by the beginnings of their words, best first, with their paths', async () => {
    expect(await titleIds(vera, { query: 'har gat' })).toEqual(['gate'])
    expect(await titleIds(vera, { query: 'harb' })).toEqual(['top', 'gate'])
    expect(await titles(vera, { query: 'gates' })).toMatchObject([{ id: 'gate', path: ['Harbour handbook'] }])
    expect(await titles(vera, { query: 'lantern' })).toMatchObject([
      { id: 'T-1', rootId: 'tickets', path: ['tickets'] },
    ])
    expect(await titleIds(vera, { query: '%' })).toEqual([])
    expect(await titleIds(vera, { query: '.*' })).toEqual([])
  })

  test('titles are found whether accents of the title or of the query are composed or not', async () => {
    const [composed, decomposed] = ['Über die Räume'.normalize('NFC'), 'Über die Räume'.normalize('NFD')]
    await app.note('acme', { id: 'rooms', title: decomposed })
    await app.note('acme', { id: 'rooms-2', title: `${composed} 2` })
    for (const query of [composed, decomposed, composed.toUpperCase(), decomposed.slice(0, -2)])
      expect(await titleIds(vera, { query }), query).toEqual(['rooms', 'rooms-2'])
    await app.call(ada.key, 'DELETE', '/v1/notes/rooms')
    await app.call(ada.key, 'DELETE', '/v1/notes/rooms-2')
  })

  test('titles are limited to notes, to items, or to notes that the caller can edit', async () => {
    expect(await titleIds(ada, { query: 'harb', kind: 'note' })).toEqual(['top', 'gate'])
    expect(await titleIds(ada, { query: 'harb', kind: 'item' })).toEqual([])
    expect(await titleIds(ada, { query: 'lantern', kind: 'note' })).toEqual(['pay'])
    expect(await titleIds(vera, { query: 'lantern', kind: 'note' })).toEqual([])
    expect(await titleIds(ada, { query: 'lantern', kind: 'item' })).toEqual(['T-1'])
    expect(await titleIds(ada, { query: 'harb', editableOnly: 'true' })).toEqual(['top', 'gate'])
    expect(await titleIds(vera, { query: 'harb', editableOnly: 'true' })).toEqual([])
    const vic = await app.person('acme', 'vic')
    await app.call(ada.key, 'PUT', '/v1/notes/gate/rights', { edit: [`user:${vic.email}`] })
    expect(await titleIds(ada, { query: 'harb', editableOnly: 'true' })).toEqual(['top'])
    expect(await titleIds(vic, { query: 'harb', editableOnly: 'true' })).toEqual(['top', 'gate'])
    await app.call(ada.key, 'PUT', '/v1/notes/gate/rights', { edit: null })
    expect((await app.call(ada.key, 'GET', '/v1/search-titles?kind=page')).status).toBe(422)
  })

  test('titles of hidden and archived notes are not found, not by their ids either', async () => {
    expect(await titleIds(ada, { query: 'salar' })).toEqual(['pay'])
    expect(await titleIds(vera, { query: 'salar' })).toEqual([])
    expect(await titleIds(vera, { noteIdList: ['pay', 'crane', 'gate', 'nowhere', 'T-1'] })).toEqual(['crane', 'gate'])
    expect(await titleIds(ada, { noteIdList: ['pay', 'gate'] })).toEqual(['pay', 'gate'])
    await app.note('acme', { id: 'old', title: 'Salt store', content: '' })
    await app.call(ada.key, 'PUT', '/v1/notes/old/archived', { archived: true })
    expect(await titleIds(vera, { query: 'salt' })).toEqual([])
  })
})
