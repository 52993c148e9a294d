import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/**
 * `hub` is for everyone; `plans` below it is for the crew, with `draft` below that; `old` was edited long ago. Ada is an
 * admin of the crew, Zoe an admin outside of it.
 */
let scratch: TestApp
let ada: Person
let zoe: Person
const today = new Date('2026-11-10T08:00:00.000Z')
let clock = today
const daysAgo = (days: number) => new Date(today.getTime() - days * 24 * 3600_000)

beforeAll(async () => {
  scratch = await createTestApp({ now: () => clock })
  await scratch.organization('acme')
  await scratch.organization('rival')
  ada = await scratch.person('acme', 'ada', { role: 'admin', groups: ['Crew'] })
  zoe = await scratch.person('acme', 'zoe', { role: 'admin' })
  await scratch.note('rival', { id: 'foreign', title: 'Foreign', content: 'Elsewhere.' })
  await write(401, { id: 'old', title: 'Old', markdown: 'Unchanged for long.', audience: ['everyone'] })
  await write(400, { id: 'old-secret', title: 'Old secret', markdown: 'Marmalade.', audience: ['group:Crew'] })
  await write(3, { id: 'hub', title: 'Hub', markdown: 'Start here.', audience: ['everyone'] })
  await write(2, { id: 'plans', title: 'Plans', markdown: '', parentNoteId: 'hub', audience: ['group:Crew'] })
  await write(1.5, { id: 'draft', title: 'Draft', html: '<p> </p><p><br>&nbsp;</p>', parentNoteId: 'plans' })
  await write(1, { id: 'picture', title: 'Picture', html: '<p><img src="https://acme.test/a.png"></p>' })
  clock = today
})
afterAll(() => scratch.close())

/** Writes a note as Ada did that many days ago. */
async function write(days: number, { id, ...fields }: { id: string; title: string } & Record<string, unknown>) {
  clock = daysAgo(days)
  const parentNoteId = fields.parentNoteId === undefined ? undefined : ids.get(String(fields.parentNoteId))
  const { status, body } = await scratch.call(ada.key, 'POST', '/v1/notes', { ...fields, parentNoteId })
  expect(status).toBe(200)
  ids.set(id, body.id)
}
const ids = new Map<string, string>()

const list = (person: Person, path = '', query = '') =>
  scratch.call(person.key, 'GET', `/v1/knowledge-management/notes${path}${query && `?${query}`}`)
const titles = async (person: Person, path = '', query = ''): Promise<string[]> => {
  const { status, body } = await list(person, path, query)
  expect(status).toBe(200)
  return body.notes.map((note: { title: string }) => note.title)
}

describe('the list of notes', () => {
  test('has the notes that the caller can see, last edited first, in the form of every other list', async () => {
    expect(await titles(ada)).toEqual(['Picture', 'Draft', 'Plans', 'Hub', 'Old secret', 'Old'])
    const { body } = await list(zoe)
    expect(body).toEqual((await scratch.call(zoe.key, 'GET', '/v1/notes')).body)
    expect(body.notes.map((note: { title: string }) => note.title)).toEqual(['Hub', 'Old'])
    expect(JSON.stringify(body)).not.toMatch(/plans|draft|secret|foreign/i)
  })

  test('is read in pages of 1 to 50, each note once; the total counts only what the caller can see', async () => {
    const seen: string[] = []
    let cursor = ''
    for (;;) {
      const { body } = await list(ada, '', `first=2&cursor=${cursor}`)
      expect(body.total).toBe(6)
      expect(body.hasNextPage).toBe(body.nextCursor !== null)
      seen.push(...body.notes.map((note: { title: string }) => note.title))
      if (!body.hasNextPage) break
      cursor = body.nextCursor
    }
    expect(seen).toEqual(await titles(ada))
    expect((await list(zoe, '', 'first=1')).body.total).toBe(2)
    for (const first of ['0', '51', 'all'])
      expect((await list(ada, '', `first=${first}`)).body.details).toHaveProperty('first')
  })

  test('is narrowed by owner, channel, review state and days', async () => {
    expect(await titles(ada, '', `ownerIdList=${ada.id}&ownerIdList=nobody`)).toHaveLength(6)
    expect(await titles(ada, '', 'ownerIdList=nobody')).toEqual([])
    const hub = ids.get('hub')
    expect(await titles(ada, '', `channelIdList=${hub}`)).toEqual(['Draft', 'Plans', 'Hub'])
    // The form that some clients give to lists, and empty fields of forms.
    expect(await titles(ada, '', `channelIdList[]=${hub}&channelIdList[]=nothing`)).toEqual(['Draft', 'Plans', 'Hub'])
    expect(await titles(ada, '', 'channelIdList=&ownerIdList=')).toHaveLength(6)
    expect(await titles(ada, '', 'sinceDaysAgo=2.5')).toHaveLength(3)
    expect(await titles(ada, '', 'sinceDaysAgo=0')).toEqual([])
    await scratch.call(ada.key, 'PUT', `/v1/notes/${ids.get('old')}/flag-as-outdated`, { reason: 'Old.' })
    expect(await titles(ada, '', 'reviewStateList=Outdated&reviewStateList=Verified')).toEqual(['Old'])
    expect((await list(ada, '', 'reviewStateList=Fine')).body.details).toHaveProperty('reviewStateList')
    expect((await list(ada, '', 'sinceDaysAgo=-1')).body.details).toHaveProperty('sinceDaysAgo')
  })

  test('tells nothing of a channel that the caller cannot see', async () => {
    const hidden = await list(zoe, '', `channelIdList=${ids.get('plans')}`)
    expect(hidden).toMatchObject({ status: 200, body: { notes: [], total: 0 } })
    expect(hidden.body).toEqual((await list(zoe, '', 'channelIdList=nothing')).body)
    expect(await titles(zoe, '', `channelIdList=${ids.get('hub')}`)).toEqual(['Hub'])
  })

  test('has no archived notes', async () => {
    const { body } = await scratch.call(ada.key, 'POST', '/v1/notes', { title: 'Shelved', markdown: '' })
    await scratch.call(ada.key, 'PUT', `/v1/notes/${body.id}/archived`, { archived: true })
    for (const path of ['', '/empty']) expect(await titles(ada, path)).not.toContain('Shelved')
    await scratch.call(ada.key, 'DELETE', `/v1/notes/${body.id}`)
  })
})

test('public: the notes that everyone in the organization can see', async () => {
  expect(await titles(ada, '/public')).toEqual(['Hub', 'Old'])
  expect(await titles(zoe, '/public')).toEqual(['Hub', 'Old'])
  expect(await titles(ada, '/public', 'sinceDaysAgo=10')).toEqual(['Hub'])
})

test('inactive: not edited for 180 days, and not verified', async () => {
  expect(await titles(ada, '/inactive')).toEqual(['Old secret', 'Old'])
  expect(await titles(zoe, '/inactive')).toEqual(['Old'])
  await scratch.call(ada.key, 'PUT', `/v1/notes/${ids.get('old-secret')}/verify`, { until: null })
  expect(await titles(ada, '/inactive')).toEqual(['Old'])
  expect((await list(ada, '/inactive')).body.total).toBe(1)
})

test('empty: without any content; markup without text is none, a picture is some', async () => {
  expect(await titles(ada, '/empty')).toEqual(['Draft', 'Plans'])
  expect(await titles(ada, '/empty', `channelIdList=${ids.get('hub')}&first=1`)).toEqual(['Draft'])
  expect((await list(zoe, '/empty')).body).toEqual({ notes: [], total: 0, hasNextPage: false, nextCursor: null })
})
