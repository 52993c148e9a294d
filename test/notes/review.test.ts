import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let ben: Person
let clock = new Date('2026-11-10T08:00:00.000Z')

beforeAll(async () => {
  scratch = await createTestApp({ now: () => clock })
  await scratch.organization('acme', { name: 'Acme' })
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  ben = await scratch.person('acme', 'ben', { groups: ['Crew'] })
})
afterAll(() => scratch.close())

const createNote = async (fields: Record<string, unknown>, key = ada.key) => {
  const body = { ...fields, ...(fields.parentNoteId === undefined && { audience: ['everyone'] }) }
  const made = await scratch.call(key, 'POST', '/v1/notes', body)
  expect(made.status).toBe(200)
  return made.body as { id: string; url: string; lastEditedAt: string }
}
const fetchNote = async (id: string, format = '', key = ada.key) =>
  scratch.call(key, 'GET', `/v1/notes/${id}${format && `?format=${format}`}`)

describe('review and owner', () => {
  test('a verification holds until its day and expires by itself', async () => {
    const made = await createNote({ title: 'Reviewed' })
    const until = new Date(clock.getTime() + 3600_000).toISOString()
    const verified = await scratch.call(ben.key, 'PUT', `/v1/notes/${made.id}/verify`, { until })
    expect(verified.body).toMatchObject({
      reviewState: 'Verified',
      reviewUntil: until,
      lastEditedAt: made.lastEditedAt,
    })
    clock = new Date(clock.getTime() + 3600_001)
    expect((await fetchNote(made.id)).body.reviewState).toBe('VerificationExpired')
    const forGood = await scratch.call(ben.key, 'PUT', `/v1/notes/${made.id}/verify`, { until: null })
    expect(forGood.body.reviewState).toBe('Verified')
    expect(forGood.body).not.toHaveProperty('reviewUntil')
    const flagged = await scratch.call(ben.key, 'PUT', `/v1/notes/${made.id}/flag-as-outdated`, {
      reason: 'Old.',
    })
    expect(flagged.body).toMatchObject({ reviewState: 'Outdated', reviewReason: 'Old.' })
  })

  test('a user or a group of the organization owns a note, and notes are listed by owner', async () => {
    const made = await createNote({ title: 'Owned' })
    const groups = await scratch.call(ada.key, 'GET', '/v1/groups?query=crew')
    const groupId = groups.body.groups[0].id
    const path = `/v1/notes/${made.id}/owner`
    expect((await scratch.call(ada.key, 'PUT', path, { userId: ben.id })).body.owner).toEqual({
      userId: ben.id,
    })
    expect((await scratch.call(ada.key, 'PUT', path, { groupId })).body.owner).toEqual({ groupId })
    const owned = await scratch.call(ada.key, 'GET', `/v1/notes?ownerId=${groupId}`)
    expect(owned.body).toMatchObject({ total: 1, notes: [{ id: made.id }] })
    for (const body of [{}, { userId: ben.id, groupId }, { userId: 'nobody' }, { groupId: ben.id }]) {
      expect((await scratch.call(ada.key, 'PUT', path, body)).status).toBe(422)
    }
  })

  test('a verified note answers before its equal, an outdated one after it, and the answer says so', async () => {
    const text = (place: string) => `The kettle of the tea kitchen stands on the ${place} shelf.`
    const older = await createNote({ title: 'Kettle one', markdown: text('upper') })
    const newer = await createNote({ title: 'Kettle two', markdown: text('lower') })
    const ask = async () =>
      (await scratch.call(ada.key, 'POST', '/v1/ask', { question: 'Where does the kettle stand?' })).body
    const change = (id: string, what: string, body: object) =>
      scratch.call(ada.key, 'PUT', `/v1/notes/${id}/${what}`, body)
    const first = async () => {
      const { body } = await scratch.call(ada.key, 'POST', '/v1/search', { query: 'kettle stands' })
      return body.hits[0].title
    }
    await change(newer.id, 'verify', { until: null })
    expect((await ask()).answer).toBe(`${text('lower')} [1]`)
    expect(await first()).toBe('Kettle two')
    await change(older.id, 'verify', { until: null })
    await change(newer.id, 'flag-as-outdated', { reason: 'Moved.' })
    expect((await ask()).answer).toBe(`${text('upper')} [1]`)
    expect(await first()).toBe('Kettle one')
    await scratch.call(ada.key, 'DELETE', `/v1/notes/${older.id}`)
    const answer = await ask()
    expect(answer.answer).toBe(`${text('lower')} [1]\n\n(Flagged as outdated: [1])`)
    expect(answer.sources).toHaveLength(1)
    const stream = await scratch.call(
      ada.key,
      'POST',
      '/v1/ask',
      { question: 'Where does the kettle stand?' },
      { accept: 'text/event-stream' },
    )
    const deltas = [...stream.text.matchAll(/event: delta\ndata: (.+)/g)].map(([, data]) => JSON.parse(data ?? '').text)
    expect(deltas.join('')).toBe(answer.answer)
  })

  test('who is removed owns nothing any more', async () => {
    const eve = await scratch.person('acme', 'eve')
    const made = await createNote({ title: 'Left behind' }, eve.key)
    await scratch.app.members.remove('acme', eve.id)
    expect((await fetchNote(made.id)).body).not.toHaveProperty('owner')
  })

  test.each([
    ['verify', {}, 'until'],
    ['verify', { until: 'tomorrow' }, 'until'],
    ['flag-as-outdated', {}, 'reason'],
    ['flag-as-outdated', { reason: '' }, 'reason'],
    ['archived', { archived: 'yes' }, 'archived'],
    ['audience', { audience: [] }, 'audience'],
    ['audience', { audience: ['group:Nobody'] }, 'audience'],
    ['audience', {}, 'audience'],
  ])('%s refuses %j', async (operation, body, field) => {
    const made = await createNote({ title: 'Strict' })
    const refused = await scratch.call(ada.key, 'PUT', `/v1/notes/${made.id}/${operation}`, body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.details)).toEqual([field])
  })
})
