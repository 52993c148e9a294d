import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
const archivedAt = async (id: string) =>
  (await scratch.call(ada.key, 'GET', `/v1/notes/${id}`)).body.archivedAt as string | null
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
const askQuestion = async () =>
  (await scratch.call(ada.key, 'POST', '/v1/ask', { question: 'What do turbines do?' })).body

describe('an archived note', () => {
  test('is out of search, answers and digests with all below it, and back when used again', async () => {
    const assistant = await scratch.assistant(org, 'helper')
    const digest = async () => (await scratch.call(ada.key, 'GET', `/v1/ask/digest/${assistant}`)).body as string
    expect(await searchIds()).toEqual(['leaf', 'middle', 'top'])
    expect((await askQuestion()).sources).not.toEqual([])
    const at = advanceClock(1)
    expect(await archive('top', true)).toMatchObject({ status: 200, body: { id: 'top', archivedAt: at } })
    expect(await searchIds()).toEqual([])
    expect(await noteSearchIds()).toEqual([])
    expect((await askQuestion()).sources).toEqual([])
    expect(await digest()).not.toContain('Turbines')
    expect([await archivedAt('middle'), await archivedAt('leaf')]).toEqual([at, at])
    advanceClock(1)
    expect((await archive('top', false)).body.archivedAt).toBeNull()
    expect(await searchIds()).toEqual(['leaf', 'middle', 'top'])
    expect((await askQuestion()).sources).not.toEqual([])
    expect(await digest()).toContain('Turbines')
  })

  test('stays archived when the note above it is used again, since when it was', async () => {
    const first = advanceClock(1)
    await archive('middle', true)
    advanceClock(1)
    await archive('top', true)
    expect(await archivedAt('middle')).toBe(first)
    await archive('top', false)
    expect(await archivedAt('middle')).toBe(first)
    expect(await archivedAt('leaf')).toBe(first)
    expect(await searchIds()).toEqual(['top'])
  })

  test('can be used again alone, below one that stays archived', async () => {
    await archive('top', true)
    expect((await archive('middle', false)).body.archivedAt).toBeNull()
    expect(await searchIds()).toEqual(['leaf', 'middle'])
    advanceClock(1)
    await archive('top', true)
    expect(await searchIds()).toEqual([])
    await archive('top', false)
    expect(await searchIds()).toEqual(['leaf', 'middle', 'top'])
  })

  test('archived twice or used twice is the same as once', async () => {
    const at = advanceClock(1)
    await archive('leaf', true)
    advanceClock(1)
    expect((await archive('leaf', true)).body.archivedAt).toBe(at)
    await archive('leaf', false)
    await archive('leaf', false)
    expect(await searchIds()).toEqual(['leaf', 'middle', 'top'])
  })

  test('can be rewritten, and comes back with its new words only', async () => {
    await archive('leaf', true)
    await scratch.call(ada.key, 'PUT', '/v1/notes/leaf', { markdown: 'Propellers spin.' })
    expect(await noteSearchIds('query=propellers')).toEqual([])
    expect(await noteSearchIds('query=propellers&includeArchived=true')).toEqual(['leaf'])
    await archive('leaf', false)
    expect(await noteSearchIds('query=propellers')).toEqual(['leaf'])
    expect(await searchIds()).toEqual(['middle', 'top'])
  })

  test('takes in what is made or moved below it and lets go what is moved out', async () => {
    await archive('top', true)
    const made = await scratch.call(ada.key, 'POST', '/v1/notes', {
      title: 'New',
      markdown: 'Turbines anew.',
      parentNoteId: 'top',
    })
    expect(made.body.archivedAt).not.toBeNull()
    expect(await searchIds()).toEqual([])
    const out = await scratch.call(ada.key, 'PUT', '/v1/notes/middle', { parentNoteId: null })
    expect(out.body.archivedAt).toBeNull()
    expect(await searchIds()).toEqual(['leaf', 'middle'])
    await scratch.call(ada.key, 'PUT', '/v1/notes/middle', { parentNoteId: 'top' })
    expect(await searchIds()).toEqual([])
  })

  test('is written by a whole-organization file without coming back', async () => {
    await archive('leaf', true)
    await scratch.note(org, {
      id: 'leaf',
      content: 'Turbines whir louder.',
      parent: 'middle',
      updatedAt: clock,
    })
    expect(await searchIds()).toEqual(['middle', 'top'])
    expect(await archivedAt('leaf')).not.toBeNull()
  })

  test('is listed, and left out where the caller says so', async () => {
    await archive('middle', true)
    const list = async (query: string) =>
      (await scratch.call(ada.key, 'GET', `/v1/notes${query}`)).body.notes.map((note: { id: string }) => note.id).sort()
    expect(await list('')).toEqual(['leaf', 'middle', 'top'])
    expect(await list('?includeArchived=false')).toEqual(['top'])
    expect(await list('/top/children?includeArchived=false')).toEqual([])
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
    const other = await createTestApp({ embedder })
    try {
      await other.organization('acme')
      const person = await other.person('acme', 'ada')
      await other.note('acme', { id: 'a', content: 'One.' })
      await other.note('acme', { id: 'b', content: 'Two.', parent: 'a' })
      const vectors = async () =>
        (
          await other.database.unrestricted
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
      await other.app.backlog?.whenDrained()
      expect(await vectors()).toEqual(before)
      expect(embedded).toBe(2)
    } finally {
      await other.close()
    }
  })
})
