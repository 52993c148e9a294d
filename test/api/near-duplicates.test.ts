import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let org = ''

beforeAll(async () => {
  scratch = await createTestApp()
})
afterAll(() => scratch.close())

beforeEach(async () => {
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada', { role: 'admin' })
  await scratch.dataSource(org, 'tickets')
})

const question = 'Why does the turnstile beep twice?'
const turnstile =
  'The turnstile beeps twice when a badge has expired. Hold the badge against the reader until the lamp turns green, ' +
  'then renew it at the badge desk. Visitors ask their host, who collects a new badge from the reception.'

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 9))

async function indexItem(id: string, fields: Record<string, unknown> = {}): Promise<void> {
  const item = contentFixture({
    id,
    url: `https://example.com/${id}`,
    title: 'Turnstile',
    content: turnstile,
    ...fields,
  })
  expect((await scratch.call(ada.key, 'POST', '/v1/ask/index', item)).status).toBe(200)
}

/** Indexes copies `c1`, `c2` … in no particular order of their dates; the last day of the year is `c17`'s. */
async function indexCopies(count: number): Promise<void> {
  const updatedAt = (number: number) => (number === 17 ? day(365) : day((number * 89) % 300)).toISOString()
  for (let number = 1; number <= count; number++)
    await indexItem(`c${number}`, { title: `Turnstile (${number})`, updatedAt: updatedAt(number) })
}

interface Hit {
  id: string
  title: string
  duplicates?: number
}

async function search(query: string, limit = 10, person = ada): Promise<Hit[]> {
  const { status, body } = await scratch.call(person.key, 'POST', '/v1/search', { query, limit })
  expect(status).toBe(200)
  return body.hits
}

const ask = async (person = ada, asked = question) =>
  (await scratch.call(person.key, 'POST', '/v1/ask', { question: asked })).body

describe('46 copies of one item', () => {
  beforeEach(() => indexCopies(46))

  test('are one hit, the freshest, with the number of further ones', async () => {
    await indexItem('other', { title: 'Lift', content: 'The lift beeps when it is full.' })
    const hits = await search(question)
    expect(hits.map(({ id, duplicates }) => ({ id, duplicates }))).toEqual([
      { id: 'c17', duplicates: 45 },
      { id: 'other', duplicates: undefined },
    ])
    expect(hits[1]).not.toHaveProperty('duplicates')
  })

  test('leave the limit to be filled with different documents', async () => {
    for (let number = 1; number <= 60; number++)
      await scratch.note(org, { id: `n${number}`, content: `Turnstile ${number} was painted in room ${number * 7}.` })
    const hits = await search('turnstile', 50)
    expect(hits).toHaveLength(50)
    expect(hits.filter(({ id }) => id.startsWith('c'))).toMatchObject([{ id: 'c17', duplicates: 45 }])
  })

  test('are cited once, by the freshest', async () => {
    const { answer, sources, ...rest } = await ask()
    expect(answer).toContain('badge has expired')
    expect(sources.map(({ id }: Hit) => id)).toEqual(['c17'])
    expect(Object.keys(sources[0]).sort()).toEqual(['explanation', 'id', 'title', 'updatedAt', 'url'])
    expect(rest).toEqual({})
  })
})

test('other documents are found behind more copies than a search reads at first', async () => {
  await indexCopies(130)
  await scratch.note(org, { id: 'rare', content: 'A turnstile needs oil.' })
  const hits = await search('turnstile badge', 5)
  expect(hits).toMatchObject([{ id: 'c17', duplicates: 129 }, { id: 'rare' }])
})

test('notes and items are copies of each other, under other titles and with small edits', async () => {
  await indexItem('older', { updatedAt: day(10).toISOString() })
  await scratch.note(org, { id: 'note', title: 'Entrance FAQ', content: turnstile, updatedAt: day(20) })
  await indexItem('dated', {
    title: 'Turnstile (copy)',
    content: `${turnstile}\n\nReported by Ben on 3 March 2026.`,
    updatedAt: day(30).toISOString(),
  })
  await indexItem('edited', { content: turnstile.replace('a new badge', 'a badge'), updatedAt: day(5).toISOString() })
  expect(await search(question)).toMatchObject([{ id: 'dated', duplicates: 3 }])
})

describe('the copy that is shown', () => {
  const review = (id: string, action: string, body: unknown) =>
    scratch.call(ada.key, 'PUT', `/v1/notes/${id}/${action}`, body)

  beforeEach(async () => {
    for (const [id, number] of [
      ['old', 10],
      ['middle', 20],
      ['new', 30],
    ] as const)
      await scratch.note(org, { id, title: 'Turnstile', content: turnstile, updatedAt: day(number) })
  })

  test('is a verified one before a fresher one', async () => {
    await review('old', 'verify', { until: null })
    expect(await search(question)).toMatchObject([{ id: 'old', duplicates: 2 }])
    expect((await ask()).sources).toMatchObject([{ id: 'old' }])
  })

  test('is never one flagged as outdated', async () => {
    await review('new', 'flag-as-outdated', { reason: 'Moved.' })
    expect(await search(question)).toMatchObject([{ id: 'middle', duplicates: 2 }])
    expect((await ask()).sources).toMatchObject([{ id: 'middle' }])
  })

  test('is not a fresher one that matches much worse', async () => {
    await scratch.note(org, { id: 'freshest', title: 'Miscellaneous', content: turnstile, updatedAt: day(300) })
    const hits = await search('turnstile')
    expect(hits).toMatchObject([{ id: 'new', duplicates: 3 }])
  })
})

describe('copies that the caller cannot see', () => {
  test('are neither shown nor counted', async () => {
    const ben = await scratch.person(org, 'ben', { groups: ['Board'] })
    await scratch.dataSource(org, 'board', ['group:Board'], ['everyone'])
    await scratch.note(org, { id: 'open', title: 'Turnstile', content: turnstile, updatedAt: day(1) })
    await scratch.note(org, { id: 'open-2', title: 'Turnstile', content: turnstile, updatedAt: day(2) })
    const audience = ['group:Board']
    for (let number = 3; number <= 9; number++)
      await scratch.note(org, { title: 'Turnstile', content: turnstile, audience, updatedAt: day(number) })
    expect(await search(question)).toMatchObject([{ id: 'open-2', duplicates: 1 }])
    expect((await ask()).sources).toMatchObject([{ id: 'open-2' }])
    expect(await search(question, 10, ben)).toMatchObject([{ duplicates: 8 }])
    await scratch.call(ada.key, 'DELETE', '/v1/notes/open')
    const [hit] = await search(question)
    expect(hit).toMatchObject({ id: 'open-2' })
    expect(hit).not.toHaveProperty('duplicates')
  })
})

describe('pages of one template', () => {
  const policy = (site: string, days: number) =>
    `Everybody who works in ${site} gets ${days} days of paid leave a year. Ask your manager two weeks ahead and enter ` +
    'the dates in the calendar, so that the team can plan. Unused leave expires at the end of March.'
  const report = (month: string, tickets: number) =>
    `In ${month} the service desk closed ${tickets} tickets. Most of them were about badges and printers. The team ` +
    'answered within one working day and handed the rest over to the facility team.'

  test('stay apart when their figures or names differ', async () => {
    await scratch.note(org, { id: 'kobe', title: 'Paid leave', content: policy('Kobe', 20), updatedAt: day(1) })
    await scratch.note(org, { id: 'leipzig', title: 'Paid leave', content: policy('Leipzig', 30), updatedAt: day(99) })
    for (const query of ['paid leave', 'How many days of leave do I get?', 'When does unused leave expire?']) {
      const hits = await search(query)
      expect(hits.map(({ id }) => id).sort()).toEqual(['kobe', 'leipzig'])
      expect(hits.some((hit) => 'duplicates' in hit)).toBe(false)
    }
    expect((await search('paid leave in Kobe'))[0]?.id).toBe('kobe')
  })

  test('stay apart when they report on different months', async () => {
    for (const [index, month] of ['January', 'February', 'March'].entries())
      await scratch.note(org, { id: month, title: `Report ${month}`, content: report(month, 80 + index) })
    expect((await search('tickets closed by the service desk')).map(({ id }) => id).sort()).toEqual([
      'February',
      'January',
      'March',
    ])
  })
})

test('an edition that a newer one replaces leaves its verified copy of an unchanged passage to the newer one', async () => {
  const edition = (year: number, limit: string) =>
    `# Travel policy ${year}\n\n## Hotels\n\nA hotel night costs at most ${limit} euros.\n\n## Trains\n\n${turnstile}`
  await scratch.note(org, { id: 'old', title: 'Travel policy 2024', content: edition(2024, '110'), updatedAt: day(1) })
  await scratch.note(org, {
    id: 'new',
    title: 'Travel policy 2026',
    content: edition(2026, '140'),
    updatedAt: day(200),
  })
  await scratch.call(ada.key, 'PUT', '/v1/notes/old/verify', { until: null })
  const { answer, sources } = await ask(ada, 'Travel policy: why does the turnstile beep twice?')
  expect(answer).toContain('badge')
  expect(sources.map(({ id }: Hit) => id)).toEqual(['new'])
})
