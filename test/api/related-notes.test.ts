import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createBrowserCall } from './browser-session.ts'

let scratch: TestApp
let ada: Person
let ben: Person
let org = ''

beforeAll(async () => {
  scratch = await createTestApp()
})
afterAll(() => scratch.close())

beforeEach(async () => {
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada', { role: 'admin' })
  ben = await scratch.person(org, 'ben', { groups: ['Board'] })
})

/** No note says it. */
const question = 'How much does the harbour ferry ticket to Lisbon cost for children?'

async function seed() {
  await scratch.note(org, { id: 'ferry', title: 'Harbour ferry', content: 'The harbour ferry leaves every hour.' })
  await scratch.note(org, { id: 'canteen', title: 'Canteen', content: 'The canteen serves soup at noon.' })
}

interface Related {
  id: string
}

const ask = async (body: Record<string, unknown>, person = ada) => {
  const reply = await scratch.call(person.key, 'POST', '/v1/ask', { question, ...body })
  expect(reply.status).toBe(200)
  return reply.body
}
const relatedIds = async (person = ada) =>
  (await ask({ include: ['related'] }, person)).related.map(({ id }: Related) => id)

describe('a refusal', () => {
  test('has exactly an answer and no sources by default', async () => {
    await seed()
    expect(await ask({})).toEqual({ answer: expect.stringMatching(/could not find/), sources: [] })
  })

  test('carries the nearest notes on request, and none that has nothing to do with the question', async () => {
    await seed()
    const refused = await ask({ include: ['related'] })
    expect(refused).toEqual({
      answer: expect.stringMatching(/could not find/),
      sources: [],
      related: [
        {
          id: 'ferry',
          title: 'Harbour ferry',
          url: 'https://notes.test/ferry',
          updatedAt: '2026-11-01T09:00:00.000Z',
          explanation: 'The harbour ferry leaves every hour.',
        },
      ],
    })
    expect(await ask({ include: 'related' })).toEqual(refused)
    const byQuery = new URLSearchParams({ question, include: 'related' })
    expect((await scratch.call(ada.key, 'GET', `/v1/ask?${byQuery}`)).body).toEqual(refused)
  })

  test('quotes the sentence nearest to the question, with the next ones where it is short', async () => {
    const sentence = 'Children below the age of six travel for free on the harbour ferry, with their parents.'
    const next = 'The crew counts them before the boat leaves the pier, so please be there ten minutes before that.'
    await scratch.note(org, {
      id: 'ferry',
      title: 'Boats',
      content: `The pier was built in 1911 by two brothers from Leith. ${sentence} ${next} Dogs stay on deck.`,
    })
    await scratch.note(org, {
      id: 'tickets',
      title: 'Ferry tickets',
      content: '# Harbour ferry ticket\n\n- Ask at the pier.\n- The kiosk sells tickets to Lisbon from nine to noon.',
    })
    const { related } = await ask({ include: ['related'] })
    const texts = new Map(related.map((note: Related & { explanation: string }) => [note.id, note.explanation]))
    expect(texts.get('ferry')).toBe(`${sentence} ${next}`)
    expect(texts.get('tickets')).toMatch(
      /^- (Ask at the pier\.\n- )?The kiosk sells tickets to Lisbon from nine to noon\.$/,
    )
  })

  test('carries an empty list where nothing is near', async () => {
    await scratch.note(org, { title: 'Canteen', content: 'The canteen serves soup at noon.' })
    expect(await ask({ include: ['related'] })).toMatchObject({ sources: [], related: [] })
  })

  test('lists at most five notes, each copy once', async () => {
    for (let number = 1; number <= 9; number++)
      await scratch.note(org, {
        id: `route-${number}`,
        title: `Harbour ferry to Lisbon ${number}`,
        content: `The harbour ferry number ${number} to Lisbon takes ${number * 3} hours.`,
      })
    for (let number = 1; number <= 6; number++)
      await scratch.note(org, {
        id: `copy-${number}`,
        title: 'Harbour ferry to Lisbon',
        content: 'The harbour ferry to Lisbon carries bicycles below its deck.',
      })
    const ids = await relatedIds()
    expect(ids).toHaveLength(5)
    expect(ids.filter((id: string) => id.startsWith('copy')).length).toBeLessThanOrEqual(1)
  })

  test('names no note that the caller cannot see', async () => {
    await seed()
    const hidden = { title: 'Harbour ferry routes', content: 'The board owns the ferry.', audience: ['group:Board'] }
    await scratch.note(org, { id: 'hidden', ...hidden })
    expect(await relatedIds(ada)).toEqual(['ferry'])
    expect((await relatedIds(ben)).sort()).toEqual(['ferry', 'hidden'])
  })
})

test('an answer has no related notes', async () => {
  await seed()
  const answered = await ask({ question: 'How often does the harbour ferry leave?', include: ['related'] })
  expect(answered.sources).toHaveLength(1)
  expect(Object.keys(answered).sort()).toEqual(['answer', 'sources'])
})

test('another field to include is refused', async () => {
  for (const include of ['everything', ['related', 'x'], 1, { related: true }]) {
    const reply = await scratch.call(ada.key, 'POST', '/v1/ask', { question, include })
    expect(reply).toMatchObject({ status: 400, body: { id: 'field-validation', details: { include: {} } } })
  }
})

test('a stream ends with the nearest notes', async () => {
  await seed()
  const stream = { accept: 'text/event-stream' }
  const { text } = await scratch.call(ada.key, 'POST', '/v1/ask', { question, include: ['related'] }, stream)
  expect(JSON.parse(/event: done\ndata: (.*)/.exec(text)?.[1] ?? '')).toMatchObject({
    sources: [],
    related: [{ id: 'ferry' }],
  })
})

describe('later', () => {
  test('a deferred refusal shows only the notes that the asker still sees, at their current addresses', async () => {
    await seed()
    await scratch.note(org, { id: 'ticket', title: 'Ferry ticket', content: 'A ferry ticket is made of paper.' })
    const later = { prefer: 'respond-async' }
    const accepted = await scratch.call(ada.key, 'POST', '/v1/ask', { question, include: ['related'] }, later)
    expect(accepted.status).toBe(202)
    const read = async () => (await scratch.call(ada.key, 'GET', `/v1/ask/answers/${accepted.body.id}`)).body
    await scratch.app.jobs.drain()
    expect(await read()).toMatchObject({ state: 'done' })
    const ids = async () => (await read()).result.related.map(({ id }: Related) => id).sort()
    expect(await ids()).toEqual(['ferry', 'ticket'])
    const audience = ['group:Board']
    await scratch.note(org, {
      id: 'ticket',
      title: 'Ferry ticket',
      content: 'A ferry ticket is made of paper.',
      audience,
    })
    expect(await ids()).toEqual(['ferry'])
  })

  test('the history shows the nearest notes and the copies of a source, as far as they can be seen now', async () => {
    await scratch.dataSource(org, 'tickets')
    for (const content of [
      'The canteen serves soup at noon.',
      'Bicycles stand below the stairs.',
      'Windows open inwards.',
    ])
      await scratch.note(org, { content })
    const content =
      'The harbour ferry leaves every hour from the north pier, and every second hour on Sundays and holidays.'
    for (let number = 1; number <= 3; number++)
      await scratch.note(org, { id: `ferry-${number}`, title: 'Harbour ferry', content, updatedAt: new Date(number) })
    const item = contentFixture({ id: 'F-1', title: 'Harbour ferry', content, updatedAt: '1970-01-01T00:00:00Z' })
    expect((await scratch.call(ada.key, 'POST', '/v1/ask/index', item)).status).toBe(200)
    const asAda = await createBrowserCall(scratch, org, ada)
    const answered = await asAda('POST', '/v1/ask', { question: 'How often does the harbour ferry leave?' })
    expect(answered.body.sources).toMatchObject([{ id: 'ferry-3' }])
    await asAda('POST', '/v1/ask', { question, include: ['related'] })
    const history = async () => (await asAda('GET', '/v1/questions')).body.questions
    const [refusedRecord, answeredRecord] = await history()
    expect(refusedRecord).toMatchObject({ sources: [], related: [{ id: 'ferry-3', kind: 'note' }] })
    expect(answeredRecord).not.toHaveProperty('related')
    const copies = answeredRecord.sources[0].copies.map(({ id, kind }: { id: string; kind: string }) => [id, kind])
    expect(copies.sort()).toEqual([
      ['F-1', 'item'],
      ['ferry-1', 'note'],
      ['ferry-2', 'note'],
    ])
    const audience = ['group:Board']
    for (const id of ['ferry-1', 'ferry-2'])
      await scratch.note(org, { id, title: 'Harbour ferry', content, audience, updatedAt: new Date(1) })
    const [, later] = await history()
    expect(later.sources[0].copies.map(({ id }: Related) => id)).toEqual(['F-1'])
  })

  test('the history quotes the nearest notes only while the reader can see them and they say it', async () => {
    await seed()
    await scratch.note(org, { id: 'ticket', title: 'Ferry ticket', content: 'A ferry ticket is made of thin paper.' })
    const asAda = await createBrowserCall(scratch, org, ada)
    await asAda('POST', '/v1/ask', { question, include: ['related'] })
    const quoted = async () => {
      const { body, text } = await asAda('GET', '/v1/questions')
      const related: (Related & { explanation?: string })[] = body.questions[0].related
      return { text, texts: Object.fromEntries(related.map(({ id, explanation }) => [id, explanation])) }
    }
    expect((await quoted()).texts).toEqual({
      ferry: 'The harbour ferry leaves every hour.',
      ticket: 'A ferry ticket is made of thin paper.',
    })
    await scratch.note(org, { id: 'ferry', title: 'Harbour ferry', content: 'The harbour ferry is a red boat.' })
    await scratch.note(org, {
      id: 'ticket',
      title: 'Ferry ticket',
      content: 'A ferry ticket is made of thin paper.',
      audience: ['group:Board'],
    })
    const later = await quoted()
    expect(later.texts).toEqual({ ferry: undefined })
    expect(later.text).not.toContain('thin paper')
  })

  test('a refusal names the owner of a nearest note to the person who asked, and nobody else', async () => {
    await seed()
    const asAda = await createBrowserCall(scratch, org, ada)
    const setOwner = (id: string, owner: Record<string, string>) =>
      scratch.call(ada.key, 'PUT', `/v1/notes/${id}/owner`, owner)
    const owners = async () => {
      await asAda('POST', '/v1/ask', { question, include: ['related'] })
      const { questions } = (await asAda('GET', '/v1/questions')).body
      return questions[0].related.map(({ id, owner }: Related & { owner?: unknown }) => [id, owner])
    }
    expect(await owners()).toEqual([['ferry', undefined]])
    // Asking oneself helps nobody.
    expect((await setOwner('ferry', { userId: ada.id })).status).toBe(200)
    expect(await owners()).toEqual([['ferry', undefined]])
    expect((await setOwner('ferry', { userId: ben.id })).status).toBe(200)
    expect(await owners()).toEqual([['ferry', { kind: 'user', name: 'ben', email: ben.email }]])

    const group = await scratch.app.teams.findByName(org, 'Board')
    expect((await setOwner('ferry', { groupId: group?.id ?? '' })).status).toBe(200)
    expect(await owners()).toEqual([['ferry', { kind: 'group', name: 'Board' }]])

    // A suspended owner can't answer, and the owner of a note that the reader can't see isn't named.
    expect((await setOwner('ferry', { userId: ben.id })).status).toBe(200)
    await scratch.app.members.disable(org, ben.id)
    expect(await owners()).toEqual([['ferry', undefined]])
    await scratch.app.members.enable(org, ben.id)
    await scratch.note(org, {
      id: 'ferry',
      title: 'Harbour ferry',
      content: 'The harbour ferry leaves every hour.',
      audience: ['group:Board'],
    })
    const hidden = await asAda('GET', '/v1/questions')
    expect(hidden.body.questions.map(({ related }: { related: unknown }) => related)).not.toContainEqual([
      expect.anything(),
    ])
    expect(hidden.text).not.toContain(ben.email)
  })
})
