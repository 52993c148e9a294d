import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** Fields that clients of such an interface send with notes: used where they mean something here, reported where not. */

let scratch: TestApp
let ada: Person
let ben: Person
beforeAll(async () => {
  scratch = await createTestApp()
  await scratch.organization('acme')
  ada = await scratch.person('acme', 'ada', { groups: ['Crew'] })
  ben = await scratch.person('acme', 'ben')
  await scratch.note('acme', { id: 'minutes', title: 'Minutes', content: '## Attendees\n\n## Decisions' })
  await scratch.note('acme', {
    id: 'secret-form',
    title: 'Secret form',
    content: 'Marmalade, by the jar.',
    audience: ['group:Crew'],
  })
})
afterAll(() => scratch.close())

const create = (fields: object, { key } = ada) => scratch.call(key, 'POST', '/v1/notes', { title: 'New', ...fields })
const change = (id: string, fields: object) => scratch.call(ada.key, 'PUT', `/v1/notes/${id}`, fields)
const read = async (id: string, query = '') => (await scratch.call(ada.key, 'GET', `/v1/notes/${id}${query}`)).body

describe('templateId', () => {
  test('copies the content of a note that the caller can see', async () => {
    const { status, body } = await create({ templateId: 'minutes' })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('warnings')
    expect((await read(body.id)).content).toBe('## Attendees\n\n## Decisions')
    expect((await read(body.id)).title).toBe('New')
  })

  test('is ignored and reported if it is unknown, or hidden from the caller, in the same words', async () => {
    const unknown = await create({ templateId: 'no-such-note' }, ben)
    const hidden = await create({ templateId: 'secret-form' }, ben)
    expect(unknown.status).toBe(200)
    expect(unknown.body.warnings).toEqual([{ field: 'templateId', message: expect.stringContaining('ignored') }])
    expect(hidden.body.warnings).toEqual(unknown.body.warnings)
    const { body } = await scratch.call(ben.key, 'GET', `/v1/notes/${hidden.body.id}`)
    expect(body.content).toBe('')
    expect(hidden.text).not.toMatch(/marmalade/i)
  })

  test('is ignored and reported beside content, and on an update', async () => {
    const made = await create({ templateId: 'minutes', markdown: 'Own words.' })
    expect(made.body.warnings).toEqual([{ field: 'templateId', message: expect.any(String) }])
    expect((await read(made.body.id)).content).toBe('Own words.')
    const changed = await change(made.body.id, { templateId: 'minutes', title: 'Renamed' })
    expect(changed.body).toMatchObject({ title: 'Renamed', warnings: [{ field: 'templateId' }] })
    expect((await read(made.body.id)).content).toBe('Own words.')
  })
})

test('attributes are ignored and reported, since no note is a collection; none are not reported', async () => {
  const made = await create({ attributes: ['Done', null, 'Cycle J'], markdown: 'Text.' })
  expect(made).toMatchObject({ status: 200, body: { warnings: [{ field: 'attributes' }] } })
  const changed = await change(made.body.id, { markdown: 'Other text.', attributes: ['Done'] })
  expect(changed).toMatchObject({ status: 200, body: { warnings: [{ field: 'attributes' }] } })
  const blank = await change(made.body.id, { markdown: 'Last text.', attributes: [] })
  expect(blank.status).toBe(200)
  expect(blank.body).not.toHaveProperty('warnings')
  expect(await read(made.body.id)).toMatchObject({ content: 'Last text.' })
  expect(await read(made.body.id)).not.toHaveProperty('warnings')
})

test('empty fields, as forms send them, mean absent', async () => {
  const { status, body } = await create({ parentNoteId: '', templateId: null, attributes: [], type: null })
  expect(status).toBe(200)
  expect(body.parentNoteId).toBeNull()
  expect(body).not.toHaveProperty('warnings')
  const below = (await create({ parentNoteId: 'minutes' })).body
  const kept = await change(below.id, { parentNoteId: '', title: 'Still below' })
  expect(kept.body).toMatchObject({ title: 'Still below', parentNoteId: 'minutes' })
  const listed = await scratch.call(ada.key, 'GET', '/v1/notes?parentNoteId=&ownerId=&cursor=')
  expect(listed.status).toBe(200)
  expect(listed.body.total).toBe((await scratch.call(ada.key, 'GET', '/v1/notes')).body.total)
})

describe('a folder', () => {
  test('is a note whose content is the description', async () => {
    const { status, body } = await create({ title: 'Projects', type: 'folder', description: 'One note per project.' })
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('warnings')
    expect((await read(body.id)).content).toBe('One note per project.')
    const below = await create({ parentNoteId: body.id, markdown: 'The mill.' })
    expect(below.body.parentNoteId).toBe(body.id)
    expect((await create({ title: 'Empty', type: 'folder', description: '' })).body).not.toHaveProperty('warnings')
  })

  test('of an unknown type is an ordinary note; a description beside content is not used; both are reported', async () => {
    const { status, body } = await create({ type: 'hologram', description: 'Unused.', markdown: 'Used.' })
    expect(status).toBe(200)
    expect(body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual(['description', 'type'])
    expect((await read(body.id)).content).toBe('Used.')
  })
})

test('a field of the wrong type, or one that no client sends, is still refused', async () => {
  for (const [fields, field] of [
    [{ attributes: 'Done' }, 'attributes'],
    [{ attributes: [1] }, 'attributes'],
    [{ templateId: 7 }, 'templateId'],
    [{ type: {} }, 'type'],
    [{ description: ['x'] }, 'description'],
    [{ colour: 'blue' }, 'colour'],
  ] as const) {
    const { status, body } = await create(fields)
    expect(status).toBe(422)
    expect(Object.keys(body.details)).toEqual([field])
  }
})

test('format=sliteml answers as Markdown', async () => {
  const asMarkdown = await read('minutes', '?format=md')
  expect(await read('minutes', '?format=sliteml')).toEqual(asMarkdown)
  const refused = await scratch.call(ada.key, 'GET', '/v1/notes/minutes?format=docx')
  expect(refused).toMatchObject({ status: 422, body: { details: { format: {} } } })
})
