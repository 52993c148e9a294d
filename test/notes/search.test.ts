import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { noteSearchQuery } from '../../src/contract/search.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** `top` holds `middle`, which holds `leaf`; every one speaks of turbines. */
let scratch: TestApp
let ada: Person
let org = ''
let clock = new Date('2026-11-10T08:00:00.000Z')

beforeAll(async () => {
  scratch = await createTestApp({ now: () => clock })
})
afterAll(() => scratch.close())

beforeEach(async () => {
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada')
  clock = new Date('2026-11-10T08:00:00.000Z')
  await scratch.note(org, { id: 'top', title: 'Top', content: 'Turbines turn.', updatedAt: clock })
  await scratch.note(org, { id: 'middle', content: 'Turbines hum.', parent: 'top', updatedAt: clock })
  await scratch.note(org, { id: 'leaf', content: 'Turbines whir.', parent: 'middle', updatedAt: clock })
})

const archive = (id: string, archived: boolean) =>
  scratch.call(ada.key, 'PUT', `/v1/notes/${id}/archived`, { archived })
const advanceClock = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
  return clock.toISOString()
}
const noteSearchIds = async (query = 'query=turbines') =>
  (await scratch.call(ada.key, 'GET', `/v1/search-notes?${query}`)).body.hits.map((hit: { id: string }) => hit.id)
const searchIds = async () => {
  const { body } = await scratch.call(ada.key, 'POST', '/v1/search', { query: 'turbines' })
  return body.hits.map((hit: { id: string }) => hit.id).sort()
}

describe('searching notes', () => {
  const search = (query: Record<string, string>) =>
    scratch.call(ada.key, 'GET', `/v1/search-notes?${new URLSearchParams(query)}`)

  test('a hit has every field, with the words found between the tags', async () => {
    const { status, body } = await search({ query: 'turbine hums' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ nbPages: 1, page: 0 })
    expect(body.hits[0]).toEqual({
      id: 'middle',
      title: expect.any(String),
      type: 'rich_text',
      highlight: '<em>Turbines</em> <em>hum</em>.',
      parentNotes: [{ id: 'top', title: 'Top' }],
      updatedAt: clock.toISOString(),
      lastEditedAt: expect.any(String),
      archivedAt: null,
    })
    const tagged = await search({ query: 'hum', highlightPreTag: '**', highlightPostTag: '' })
    expect(tagged.body.hits[0].highlight).toBe('Turbines **hum.')
  })

  test('nothing of the content can become a tag of the page that shows it', async () => {
    const content = 'Turbines: `<img src=x onerror=alert(1)>` and &lt;script&gt;alert(2)&lt;/script&gt; 1 < 2'
    await scratch.note(org, { id: 'evil', content })
    const { body } = await search({ query: 'alert' })
    expect(body.hits[0].id).toBe('evil')
    expect(body.hits[0].highlight.replaceAll(/<\/?em>/g, '')).not.toMatch(/<[a-z/!?]/i)
    expect(body.hits[0].highlight).toContain('‹img src=x onerror=<em>alert</em>(1)>')
    expect(body.hits[0].highlight).toContain('1 < 2')
  })

  test('every note is on one page and on one only, none past the last', async () => {
    for (let index = 0; index < 9; index += 1) await scratch.note(org, { content: `Turbines number ${index}.` })
    const pages = await Promise.all(
      [0, 1, 2, 3].map(
        async (page) => (await search({ query: 'turbines', hitsPerPage: '5', page: String(page) })).body,
      ),
    )
    expect(pages.map((page) => page.nbPages)).toEqual([3, 3, 3, 3])
    expect(pages.map((page) => page.page)).toEqual([0, 1, 2, 3])
    expect(pages.map((page) => page.hits.length)).toEqual([5, 5, 2, 0])
    const ids = pages.flatMap((page) => page.hits.map((hit: { id: string }) => hit.id))
    expect(new Set(ids).size).toBe(12)
    const far = await search({ query: 'turbines', hitsPerPage: '5', page: '2147483647' })
    expect(far).toMatchObject({ status: 200, body: { nbPages: 3, page: 2147483647, hits: [] } })
  })

  test('verified notes come before their equals and outdated ones behind', async () => {
    for (const id of ['a', 'b', 'c']) await scratch.note(org, { id, title: 'Gears', content: 'Gears mesh.' })
    await scratch.call(ada.key, 'PUT', '/v1/notes/a/flag-as-outdated', { reason: 'Old.' })
    await scratch.call(ada.key, 'PUT', '/v1/notes/c/verify', { until: advanceClock(60) })
    clock = new Date('2026-11-10T08:00:00.000Z')
    expect(await noteSearchIds('query=gears')).toEqual(['c', 'b', 'a'])
    expect(await noteSearchIds('query=gears&reviewState=Verified')).toEqual(['c'])
    expect(await noteSearchIds('query=gears&reviewState=Outdated')).toEqual(['a'])
    expect(await noteSearchIds('query=gears&reviewState=VerificationExpired')).toEqual([])
    advanceClock(61)
    expect(await noteSearchIds('query=gears&reviewState=VerificationExpired')).toEqual(['c'])
    expect(await noteSearchIds('query=gears&reviewState=Verified')).toEqual([])
  })

  test('without words every note is given, last edited first; filters hold', async () => {
    const edit = (id: string, markdown: string) => scratch.call(ada.key, 'PUT', `/v1/notes/${id}`, { markdown })
    const future = new Date(Date.now() + 3600_000)
    clock = future
    await edit('leaf', 'Turbines whir on.')
    clock = new Date(future.getTime() + 60_000)
    await edit('top', 'Turbines turn on.')
    expect(await noteSearchIds('')).toEqual(['top', 'leaf', 'middle'])
    expect(await noteSearchIds(`query=turbines&lastEditedAfter=${encodeURIComponent(future.toISOString())}`)).toEqual([
      'top',
    ])
    await archive('leaf', true)
    expect(await noteSearchIds('includeArchived=true')).toEqual(['top', 'middle', 'leaf'])
  })

  test('depth keeps notes with that many parents, with and without a parent to search below', async () => {
    expect(await noteSearchIds('query=turbines&depth=0')).toEqual(['top'])
    expect(await noteSearchIds('query=turbines&depth=1')).toEqual(['middle'])
    expect(await noteSearchIds('depth=2')).toEqual(['leaf'])
    expect(await noteSearchIds('depth=3')).toEqual([])
    expect(await noteSearchIds('query=turbines&parentNoteId=middle&depth=2')).toEqual(['leaf'])
    expect(await noteSearchIds('query=turbines&parentNoteId=middle&depth=0')).toEqual([])
  })

  test('lastUpdatedAfter is another name of lastEditedAfter; with both, the later one counts', async () => {
    const before = encodeURIComponent(advanceClock(10))
    advanceClock(10)
    await scratch.call(ada.key, 'PUT', '/v1/notes/leaf', { markdown: 'Turbines whir on.' })
    const after = encodeURIComponent(advanceClock(10))
    expect(await noteSearchIds(`lastUpdatedAfter=${after}`)).toEqual([])
    expect(await noteSearchIds(`lastEditedAfter=${before}&lastUpdatedAfter=${after}`)).toEqual([])
    expect(await noteSearchIds(`lastEditedAfter=${after}&lastUpdatedAfter=${before}`)).toEqual([])
    const both = `lastEditedAfter=${before}&lastUpdatedAfter=${before}`
    expect(await noteSearchIds(both)).toEqual(await noteSearchIds(`lastUpdatedAfter=${before}`))
    expect(await noteSearchIds(both)).toContain('leaf')
  })

  test('every documented parameter changes the result; a blank parentNoteId means absent', async () => {
    const call = (path: string, body: object) => scratch.call(ada.key, 'PUT', `/v1/notes/${path}`, body)
    const bob = await scratch.person(org, 'bob')
    await scratch.note(org, { id: 'old', content: 'Turbines rust.', updatedAt: clock })
    await archive('old', true)
    await call('leaf/verify', { until: null })
    await call('middle/rights', { edit: [`user:${ada.email}`] })
    const later = advanceClock(10)
    const parameters: Record<keyof typeof noteSearchQuery.shape, string> = {
      query: 'hum',
      parentNoteId: 'middle',
      depth: '0',
      reviewState: 'Verified',
      page: '1',
      hitsPerPage: '1',
      highlightPreTag: '<b>',
      highlightPostTag: '</b>',
      lastEditedAfter: later,
      lastUpdatedAfter: later,
      includeArchived: 'true',
      archivedOnly: 'true',
      editableOnly: 'true',
    }
    const read = async (query: Record<string, string>) => {
      const given = new URLSearchParams({ query: 'turbines', ...query })
      const { status, body } = await scratch.call(bob.key, 'GET', `/v1/search-notes?${given}`)
      expect(status).toBe(200)
      return body
    }
    const all = await read({})
    expect(all.hits).toHaveLength(3)
    for (const [name, value] of Object.entries(parameters)) expect(await read({ [name]: value }), name).not.toEqual(all)
    expect(await read({ parentNoteId: '' })).toEqual(all)
  })

  test('words of any script are found and marked', async () => {
    await scratch.note(org, { id: 'ja', title: '休暇', content: '有給休暇は年に二十日です。' })
    await scratch.note(org, {
      id: 'de',
      title: 'Urlaub',
      content: 'Der Jahresurlaub beträgt dreißig Tage im Jahr.',
    })
    expect((await search({ query: '有給休暇' })).body.hits[0]).toMatchObject({
      id: 'ja',
      highlight: '<em>有給休暇</em>は年に二十日です。',
    })
    expect((await search({ query: 'dreißig Tage' })).body.hits[0]).toMatchObject({
      id: 'de',
      highlight: 'Der Jahresurlaub beträgt <em>dreißig</em> <em>Tage</em> im Jahr.',
    })
  })

  test('items of data sources are not notes', async () => {
    await scratch.dataSource(org, 'tickets')
    await scratch.call(ada.key, 'POST', '/v1/ask/index', {
      rootId: 'tickets',
      id: 'T-1',
      title: 'Turbines',
      content: 'Turbines broke.',
      type: 'markdown',
      updatedAt: clock.toISOString(),
      url: 'https://example.com/1',
    })
    expect((await noteSearchIds()).sort()).toEqual(['leaf', 'middle', 'top'])
    expect(await searchIds()).toEqual(['T-1', 'leaf', 'middle', 'top'])
    const inRoot = await scratch.call(ada.key, 'POST', '/v1/search', { query: 'turbines', rootId: 'tickets' })
    expect(inRoot.body.hits).toEqual([
      {
        id: 'T-1',
        rootId: 'tickets',
        title: 'Turbines',
        url: 'https://example.com/1',
        updatedAt: clock.toISOString(),
        score: expect.any(Number),
        passage: 'Turbines broke.',
      },
    ])
  })

  test('a question is narrowed to a data source that the asker may read', async () => {
    await scratch.dataSource(org, 'tickets')
    await scratch.person(org, 'eve', { groups: ['Far'] })
    await scratch.dataSource(org, 'secret', ['group:Far'])
    const item = { type: 'markdown', updatedAt: clock.toISOString(), url: 'https://example.com/1' }
    const text = { title: 'Turbines', content: 'The turbines stopped turning in March.' }
    await scratch.call(ada.key, 'POST', '/v1/ask/index', { rootId: 'tickets', id: 'T-1', ...text, ...item })
    const ask = (rootId: string) =>
      scratch.call(ada.key, 'POST', '/v1/ask', { question: 'When did the turbines stop turning?', rootId })
    const { sources } = (await ask('tickets')).body
    expect(sources.map((source: { id: string }) => source.id)).toEqual(['T-1'])
    const unknown = await ask('none')
    expect(unknown).toMatchObject({ status: 404, body: { id: 'root-id-not-found' } })
    expect((await ask('secret')).body).toEqual(unknown.body)
  })

  test.each([
    ['page=-1', 'page'],
    ['page=a', 'page'],
    ['hitsPerPage=0', 'hitsPerPage'],
    ['hitsPerPage=101', 'hitsPerPage'],
    ['depth=-1', 'depth'],
    ['depth=101', 'depth'],
    ['reviewState=Fine', 'reviewState'],
    ['lastEditedAfter=2026-11-01', 'lastEditedAfter'],
    ['lastUpdatedAfter=2026-11-01', 'lastUpdatedAfter'],
    ['includeArchived=1', 'includeArchived'],
    [`highlightPreTag=${'x'.repeat(65)}`, 'highlightPreTag'],
  ])('%s is refused', async (query, field) => {
    const refused = await scratch.call(ada.key, 'GET', `/v1/search-notes?query=x&${query}`)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.details)).toEqual([field])
  })
})

describe('searching everything', () => {
  const search = (body: unknown) => scratch.call(ada.key, 'POST', '/v1/search', body)

  test('gives each document once and no more than asked for', async () => {
    const section = (name: string) =>
      `## ${name}\n\n${`Rotors of ${name} spin with many words around them. `.repeat(20)}\n\n`
    await scratch.note(org, { id: 'long', content: section('one') + section('two') + section('three') })
    const { body } = await search({ query: 'rotors' })
    expect(body.hits.map((hit: { id: string }) => hit.id)).toEqual(['long'])
    expect((await search({ query: 'turbines', limit: 2 })).body.hits).toHaveLength(2)
  })

  test('is narrowed to a note, an assistant, a data source', async () => {
    await scratch.assistant(org, 'narrow', { scope: { notes: ['leaf'], dataSources: [] } })
    const ids = async (body: Record<string, string>) =>
      (await search({ query: 'turbines', ...body })).body.hits.map((hit: { id: string }) => hit.id).sort()
    expect(await ids({ parentId: 'middle' })).toEqual(['leaf', 'middle'])
    expect(await ids({ assistantId: 'narrow' })).toEqual(['leaf'])
    for (const [body, id] of [
      [{ parentId: 'none' }, 'parent-not-found'],
      [{ assistantId: 'none' }, 'assistant-not-found'],
      [{ rootId: 'none' }, 'root-id-not-found'],
    ] as const) {
      expect(await search({ query: 'turbines', ...body })).toMatchObject({ status: 404, body: { id } })
    }
  })

  test('refuses in the manner of ask', async () => {
    for (const [body, field] of [
      [{}, 'query'],
      [{ query: '  ' }, 'query'],
      [{ query: 'x', limit: 51 }, 'limit'],
      [{ query: 'x', limit: '5' }, 'limit'],
      [{ query: 'x', colour: 'red' }, 'colour'],
    ] as const) {
      const refused = await search(body)
      expect(refused.status).toBe(400)
      expect(Object.keys(refused.body.details)).toEqual([field])
    }
    await scratch.organization(org, { askEnabled: false })
    expect(await search({ query: 'x' })).toMatchObject({ status: 422, body: { name: 'AskDisabledError' } })
    expect((await scratch.call(ada.key, 'GET', '/v1/search-notes?query=x')).status).toBe(200)
  })
})
