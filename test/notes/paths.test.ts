import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** `offices` is for everyone, `board` for the group Board; `lisbon` below `plans` below `board` is for everyone again. */
let service: TestApp
let ada: Person
let ben: Person

beforeAll(async () => {
  service = await createTestApp()
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin', groups: ['Board'] })
  ben = await service.person('acme', 'ben')
  await service.note('acme', { id: 'offices', title: 'Offices' })
  await service.note('acme', { id: 'kobe', title: 'Kobe', parent: 'offices' })
  await service.note('acme', { id: 'parking', title: 'Parking', content: 'Use the blue garage.', parent: 'kobe' })
  await service.note('acme', { id: 'board', title: 'Board', audience: ['group:Board'] })
  await service.note('acme', { id: 'plans', title: 'Relocation', parent: 'board' })
  await service.note('acme', {
    ...{ id: 'lisbon', title: 'Lisbon', parent: 'plans', audience: ['everyone'] },
    content: 'Visitors ring the copper bell.',
  })
})
afterAll(() => service.close())

async function pathsOf(person: Person, question: string): Promise<Record<string, string[]>> {
  const { passages } = await service.app.retrieval.search(await service.caller(person), { question, scope: {} })
  return Object.fromEntries(passages.map(({ document }) => [document.id, document.path]))
}

test('a passage has the titles of the notes above its own, outermost first', async () => {
  expect(await pathsOf(ben, 'blue garage')).toEqual({ parking: ['Offices', 'Kobe'] })
})

test('a path ends below the first note that the caller cannot see', async () => {
  expect(await pathsOf(ada, 'copper bell')).toEqual({ lisbon: ['Board', 'Relocation'] })
  expect(await pathsOf(ben, 'copper bell')).toEqual({ lisbon: [] })
})

test('a rename and a move apply to the next search', async () => {
  await service.note('acme', { id: 'closed', title: 'Closed sites' })
  await service.call(ada.key, 'PUT', '/v1/notes/kobe', { title: 'Kobe harbour' })
  expect(await pathsOf(ben, 'blue garage')).toEqual({ parking: ['Offices', 'Kobe harbour'] })
  await service.call(ada.key, 'PUT', '/v1/notes/kobe/parent', { parentNoteId: 'closed' })
  expect(await pathsOf(ben, 'blue garage')).toEqual({ parking: ['Closed sites', 'Kobe harbour'] })
})

test('of two equal passages, the one below a title that the question names comes first', async () => {
  for (const city of ['Leipzig', 'Porto', 'Gdansk']) {
    await service.note('acme', { id: `site-${city}`, title: city })
    const content = 'Bicycles stand in the yard behind the kitchen.'
    await service.note('acme', { id: `bikes-${city}`, title: 'Bicycles', content, parent: `site-${city}` })
  }
  for (const city of ['Leipzig', 'Porto', 'Gdansk'])
    expect(Object.keys(await pathsOf(ben, `Where do bicycles stand in ${city}?`))[0]).toBe(`bikes-${city}`)
  await service.call(ada.key, 'PUT', '/v1/notes/site-Porto', { title: 'Lisbon' })
  await service.call(ada.key, 'PUT', '/v1/notes/site-Gdansk', { title: 'Porto' })
  expect(Object.keys(await pathsOf(ben, 'Where do bicycles stand in Porto?'))[0]).toBe('bikes-Gdansk')
})

test('the title of a hidden ancestor changes no score', async () => {
  const scores = async (person: Person) => {
    const question = 'bell for the relocation of bicycles'
    const { passages } = await service.app.retrieval.search(await service.caller(person), { question, scope: {} })
    return passages.map(({ document, score }) => [document.id, score])
  }
  const [before, beforeForAda] = [await scores(ben), await scores(ada)]
  expect(before.map(([id]) => id)).toContain('lisbon')
  await service.call(ada.key, 'PUT', '/v1/notes/plans', { title: 'Bicycles and bells' })
  expect(await scores(ben)).toEqual(before)
  expect(await scores(ada)).not.toEqual(beforeForAda)
})
