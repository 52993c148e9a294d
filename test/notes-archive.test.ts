import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, type ScratchApp, scratchApp } from './scratch-app.ts'

/** `top` holds `middle`, which holds `leaf`; every one speaks of turbines. */
let scratch: ScratchApp
let ada: Person
let org = ''
let counter = 0
let clock = new Date('2026-11-10T08:00:00.000Z')

beforeAll(async () => {
  scratch = await scratchApp({ now: () => clock })
})
afterAll(() => scratch.close())

beforeEach(async () => {
  counter += 1
  org = await scratch.organization(`org${counter}`)
  ada = await scratch.person(org, 'ada')
  clock = new Date('2026-11-10T08:00:00.000Z')
  await scratch.note(org, { id: 'top', title: 'Top', content: 'Turbines turn.', updatedAt: clock })
  await scratch.note(org, { id: 'middle', content: 'Turbines hum.', parent: 'top', updatedAt: clock })
  await scratch.note(org, { id: 'leaf', content: 'Turbines whir.', parent: 'middle', updatedAt: clock })
})

const archive = (id: string, archived: boolean) =>
  scratch.call(ada.key, 'PUT', `/v1/notes/${id}/archived`, { archived })
const archivedAt = async (id: string) =>
  (await scratch.call(ada.key, 'GET', `/v1/notes/${id}`)).body.archivedAt as string | null
const later = (minutes: number) => {
  clock = new Date(clock.getTime() + minutes * 60_000)
  return clock.toISOString()
}
const hits = async (query = 'query=turbines') =>
  (await scratch.call(ada.key, 'GET', `/v1/search-notes?${query}`)).body.hits.map(
    (hit: { id: string }) => hit.id,
  )
const searched = async () => {
  const { body } = await scratch.call(ada.key, 'POST', '/v1/search', { query: 'turbines' })
  return body.hits.map((hit: { id: string }) => hit.id).sort()
}
const asked = async () =>
  (await scratch.call(ada.key, 'POST', '/v1/ask', { question: 'What do turbines do?' })).body

describe('an archived note', () => {
  test('is out of search, answers and digests with all below it, and back when used again', async () => {
    const assistant = await scratch.assistant(org, 'helper')
    const digest = async () =>
      (await scratch.call(ada.key, 'GET', `/v1/ask/digest/${assistant}`)).body as string
    expect(await searched()).toEqual(['leaf', 'middle', 'top'])
    expect((await asked()).sources).not.toEqual([])
    const at = later(1)
    expect(await archive('top', true)).toMatchObject({ status: 200, body: { id: 'top', archivedAt: at } })
    expect(await searched()).toEqual([])
    expect(await hits()).toEqual([])
    expect((await asked()).sources).toEqual([])
    expect(await digest()).not.toContain('Turbines')
    expect([await archivedAt('middle'), await archivedAt('leaf')]).toEqual([at, at])
    later(1)
    expect((await archive('top', false)).body.archivedAt).toBeNull()
    expect(await searched()).toEqual(['leaf', 'middle', 'top'])
    expect((await asked()).sources).not.toEqual([])
    expect(await digest()).toContain('Turbines')
  })

  test('stays archived when the note above it is used again, since when it was', async () => {
    const first = later(1)
    await archive('middle', true)
    later(1)
    await archive('top', true)
    expect(await archivedAt('middle')).toBe(first)
    await archive('top', false)
    expect(await archivedAt('middle')).toBe(first)
    expect(await archivedAt('leaf')).toBe(first)
    expect(await searched()).toEqual(['top'])
  })

  test('can be used again alone, below one that stays archived', async () => {
    await archive('top', true)
    expect((await archive('middle', false)).body.archivedAt).toBeNull()
    expect(await searched()).toEqual(['leaf', 'middle'])
    later(1)
    await archive('top', true)
    expect(await searched()).toEqual([])
    await archive('top', false)
    expect(await searched()).toEqual(['leaf', 'middle', 'top'])
  })

  test('archived twice or used twice is the same as once', async () => {
    const at = later(1)
    await archive('leaf', true)
    later(1)
    expect((await archive('leaf', true)).body.archivedAt).toBe(at)
    await archive('leaf', false)
    await archive('leaf', false)
    expect(await searched()).toEqual(['leaf', 'middle', 'top'])
  })

  test('can be rewritten, and comes back with its new words only', async () => {
    await archive('leaf', true)
    await scratch.call(ada.key, 'PUT', '/v1/notes/leaf', { markdown: 'Propellers spin.' })
    expect(await hits('query=propellers')).toEqual([])
    expect(await hits('query=propellers&includeArchived=true')).toEqual(['leaf'])
    await archive('leaf', false)
    expect(await hits('query=propellers')).toEqual(['leaf'])
    expect(await searched()).toEqual(['middle', 'top'])
  })

  test('takes in what is made or moved below it and lets go what is moved out', async () => {
    await archive('top', true)
    const made = await scratch.call(ada.key, 'POST', '/v1/notes', {
      title: 'New',
      markdown: 'Turbines anew.',
      parentNoteId: 'top',
    })
    expect(made.body.archivedAt).not.toBeNull()
    expect(await searched()).toEqual([])
    const out = await scratch.call(ada.key, 'PUT', '/v1/notes/middle', { parentNoteId: null })
    expect(out.body.archivedAt).toBeNull()
    expect(await searched()).toEqual(['leaf', 'middle'])
    await scratch.call(ada.key, 'PUT', '/v1/notes/middle', { parentNoteId: 'top' })
    expect(await searched()).toEqual([])
  })

  test('is written by a whole-organization file without coming back', async () => {
    await archive('leaf', true)
    await scratch.note(org, {
      id: 'leaf',
      content: 'Turbines whir louder.',
      parent: 'middle',
      updatedAt: clock,
    })
    expect(await searched()).toEqual(['middle', 'top'])
    expect(await archivedAt('leaf')).not.toBeNull()
  })

  test('is listed, and left out where the caller says so', async () => {
    await archive('middle', true)
    const list = async (query: string) =>
      (await scratch.call(ada.key, 'GET', `/v1/notes${query}`)).body.notes
        .map((note: { id: string }) => note.id)
        .sort()
    expect(await list('')).toEqual(['leaf', 'middle', 'top'])
    expect(await list('?includeArchived=false')).toEqual(['top'])
    expect(await list('/top/children?includeArchived=false')).toEqual([])
  })
})

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
    for (let index = 0; index < 9; index += 1)
      await scratch.note(org, { content: `Turbines number ${index}.` })
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
  })

  test('verified notes come before their equals and outdated ones behind', async () => {
    for (const id of ['a', 'b', 'c']) await scratch.note(org, { id, title: 'Gears', content: 'Gears mesh.' })
    await scratch.call(ada.key, 'PUT', '/v1/notes/a/flag-as-outdated', { reason: 'Old.' })
    await scratch.call(ada.key, 'PUT', '/v1/notes/c/verify', { until: later(60) })
    clock = new Date('2026-11-10T08:00:00.000Z')
    expect(await hits('query=gears')).toEqual(['c', 'b', 'a'])
    expect(await hits('query=gears&reviewState=Verified')).toEqual(['c'])
    expect(await hits('query=gears&reviewState=Outdated')).toEqual(['a'])
    expect(await hits('query=gears&reviewState=VerificationExpired')).toEqual([])
    later(61)
    expect(await hits('query=gears&reviewState=VerificationExpired')).toEqual(['c'])
    expect(await hits('query=gears&reviewState=Verified')).toEqual([])
  })

  test('without words every note is given, last edited first; filters hold', async () => {
    const edit = (id: string, markdown: string) =>
      scratch.call(ada.key, 'PUT', `/v1/notes/${id}`, { markdown })
    const future = new Date(Date.now() + 3600_000)
    clock = future
    await edit('leaf', 'Turbines whir on.')
    clock = new Date(future.getTime() + 60_000)
    await edit('top', 'Turbines turn on.')
    expect(await hits('')).toEqual(['top', 'leaf', 'middle'])
    expect(await hits(`query=turbines&lastEditedAfter=${encodeURIComponent(future.toISOString())}`)).toEqual([
      'top',
    ])
    await archive('leaf', true)
    expect(await hits('includeArchived=true')).toEqual(['top', 'middle', 'leaf'])
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
    expect((await hits()).sort()).toEqual(['leaf', 'middle', 'top'])
    expect(await searched()).toEqual(['T-1', 'leaf', 'middle', 'top'])
    const inRoot = await scratch.call(ada.key, 'POST', '/v1/search', { query: 'turbines', rootId: 'tickets' })
    expect(inRoot.body.hits).toEqual([
      {
        id: 'T-1',
        title: 'Turbines',
        url: 'https://example.com/1',
        updatedAt: clock.toISOString(),
        score: expect.any(Number),
        passage: 'Turbines broke.',
      },
    ])
  })

  test.each([
    ['page=-1', 'page'],
    ['page=a', 'page'],
    ['hitsPerPage=0', 'hitsPerPage'],
    ['hitsPerPage=101', 'hitsPerPage'],
    ['depth=0', 'depth'],
    ['reviewState=Fine', 'reviewState'],
    ['lastEditedAfter=2026-11-01', 'lastEditedAfter'],
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

describe('with an embedder', () => {
  test('passages come back with the vectors they had, and nothing is embedded again', async () => {
    let embedded = 0
    const embedder = {
      name: 'test-letters',
      dimensions: 4,
      async embed(texts: string[]) {
        embedded += texts.length
        return texts.map((text) => new Float32Array([1, text.length, text.charCodeAt(0), 0]))
      },
      close: async () => {},
    }
    const other = await scratchApp({ embedder })
    try {
      await other.organization('acme')
      const person = await other.person('acme', 'ada')
      await other.note('acme', { id: 'a', content: 'One.' })
      await other.note('acme', { id: 'b', content: 'Two.', parent: 'a' })
      const vectors = async () =>
        (
          await other.database.service
            .selectFrom('chunk_vector')
            .select('embedding')
            .orderBy('document_key')
            .execute()
        ).map((row) => row.embedding)
      const before = await vectors()
      expect(before).toHaveLength(2)
      await other.call(person.key, 'PUT', '/v1/notes/a/archived', { archived: true })
      expect(await vectors()).toEqual([])
      await other.call(person.key, 'PUT', '/v1/notes/a/archived', { archived: false })
      await other.app.backlog?.drained()
      expect(await vectors()).toEqual(before)
      expect(embedded).toBe(2)
    } finally {
      await other.close()
    }
  })
})
