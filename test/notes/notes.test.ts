import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let ben: Person
let vera: Person
let clock = new Date('2026-11-10T08:00:00.000Z')

beforeAll(async () => {
  scratch = await createTestApp({ now: () => clock })
  await scratch.organization('acme', { name: 'Acme' })
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  ben = await scratch.person('acme', 'ben', { groups: ['Crew'] })
  vera = await scratch.person('acme', 'vera', { role: 'viewer' })
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
const searchNoteIds = async (question: string, key = ada.key): Promise<string[]> => {
  const found = await scratch.call(key, 'POST', '/v1/search', { query: question })
  expect(found.status).toBe(200)
  return found.body.hits.map((hit: { id: string }) => hit.id)
}

describe('making and reading', () => {
  test('a note at the top has every field, is owned by its maker and is found at once', async () => {
    const made = await createNote({ title: 'Kettle', markdown: 'The kettle lives in the *galley*.' })
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      title: 'Kettle',
      url: `http://127.0.0.1:3000/notes/${made.id}`,
      parentNoteId: null,
      createdAt: '2026-11-10T08:00:00.000Z',
      updatedAt: '2026-11-10T08:00:00.000Z',
      lastEditedAt: '2026-11-10T08:00:00.000Z',
      archivedAt: null,
      owner: { userId: ada.id },
      canEdit: true,
      canShare: true,
    })
    const content = 'The kettle lives in the *galley*.'
    expect((await fetchNote(made.id)).body).toEqual({ ...made, isRestricted: false, content })
    expect(await searchNoteIds('Where is the kettle?', vera.key)).toContain(made.id)
  })

  test('under one key of one person a note is made once, however often and however fast it is asked for', async () => {
    const post = async (key: string, idempotencyKey: string) => {
      const body = { title: 'Anchor', markdown: 'The anchor is red.', audience: ['everyone'] }
      return scratch.call(key, 'POST', '/v1/notes', body, { 'idempotency-key': idempotencyKey })
    }
    const answers = await Promise.all([1, 2, 3].map(() => post(ada.key, 'k-1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const others = await Promise.all([post(ben.key, 'k-1'), post(ada.key, 'k-2'), post(ada.key, '')])
    expect(new Set([answers[0], ...others].map((answer) => answer?.body.id)).size).toBe(4)
    const { body } = await scratch.call(ada.key, 'POST', '/v1/search', { query: 'anchor' })
    expect(body.hits).toMatchObject([{ title: 'Anchor', duplicates: 3 }])
    await Promise.all(
      [answers[0], ...others].map((answer) => scratch.call(ada.key, 'DELETE', `/v1/notes/${answer?.body.id}`)),
    )
  })

  test('a repeated creation shows nothing of a note that its creator can no longer see', async () => {
    const post = () =>
      scratch.call(ada.key, 'POST', '/v1/notes', { title: 'Plan' }, { 'idempotency-key': 'hidden-later' })
    const { id } = (await post()).body
    await scratch.call(ada.key, 'PUT', `/v1/notes/${id}/audience`, { audience: ['everyone'] })
    await scratch.call(ben.key, 'PUT', `/v1/notes/${id}/audience`, { audience: [`user:${ben.email}`] })
    expect((await scratch.call(ben.key, 'PUT', `/v1/notes/${id}`, { title: 'Merger' })).status).toBe(200)
    const repeated = await post()
    expect(repeated).toMatchObject({ status: 404, body: (await fetchNote(id)).body })
    expect(repeated.text).not.toContain('Merger')
    await scratch.call(ben.key, 'DELETE', `/v1/notes/${id}`)
  })

  test('a note without content is found by its title', async () => {
    const made = await createNote({ title: 'Zeppelin' })
    expect((await fetchNote(made.id)).body.content).toBe('')
    expect(await searchNoteIds('zeppelin')).toEqual([made.id])
  })

  test('markdown is read as safe html, html as markdown, and each as it was written', async () => {
    const fromMarkdown = await createNote({ title: 'A', markdown: '# Hi\n\na<script>x()</script> **b**' })
    expect((await fetchNote(fromMarkdown.id, 'html')).body.content).toBe('<h1>Hi</h1>\n<p>a <strong>b</strong></p>\n')
    expect((await fetchNote(fromMarkdown.id, 'md')).body.content).toBe('# Hi\n\na<script>x()</script> **b**')
    const fromHtml = await createNote({ title: 'B', html: '<h1>Hi</h1><ul><li onclick="x()">b</li></ul>' })
    expect((await fetchNote(fromHtml.id, 'md')).body.content).toBe('# Hi\n\n- b\n')
    expect((await fetchNote(fromHtml.id, 'html')).body.content).toBe('<h1>Hi</h1><ul><li>b</li></ul>')
  })

  test('a child names its parent and comes behind its siblings', async () => {
    const parent = await createNote({ title: 'Parent' })
    const first = await createNote({ title: 'First', parentNoteId: parent.id })
    const second = await createNote({ title: 'Second', parentNoteId: parent.id }, ben.key)
    const children = await scratch.call(ben.key, 'GET', `/v1/notes/${parent.id}/children`)
    expect(children.body).toEqual({
      notes: [
        { ...first, parentNoteId: parent.id },
        { ...second, parentNoteId: parent.id },
      ],
      total: 2,
      hasNextPage: false,
      nextCursor: null,
    })
  })

  test.each([
    [{}, ['title']],
    [{ title: '' }, ['title']],
    [{ title: 'x'.repeat(1025) }, ['title']],
    [{ title: 'A', markdown: 'a', html: 'b' }, ['html']],
    [{ title: 'A', colour: 'red' }, ['colour']],
    [{ title: 'A', parentNoteId: 7, markdown: 7 }, ['parentNoteId', 'markdown']],
    [{ title: 'A\u0000' }, ['title']],
  ])('%j is refused, naming every field at fault', async (body, fields) => {
    const refused = await scratch.call(ada.key, 'POST', '/v1/notes', body)
    expect(refused.status).toBe(422)
    expect(refused.body.id).toBe('field-validation')
    expect(Object.keys(refused.body.details).sort()).toEqual([...fields].sort())
  })

  test('what cannot be found, in the path and in the body', async () => {
    const missing = { status: 404, body: { id: 'not-found', message: 'Note not found.' } }
    expect(await fetchNote('no-such-note')).toMatchObject(missing)
    expect(await scratch.call(ada.key, 'GET', '/v1/notes/no-such-note/children')).toMatchObject(missing)
    const lost = { status: 404, body: { id: 'parent-not-found' } }
    expect(
      await scratch.call(ada.key, 'POST', '/v1/notes', { title: 'A', parentNoteId: 'no-such-note' }),
    ).toMatchObject(lost)
    expect(await scratch.call(ada.key, 'GET', '/v1/notes?parentNoteId=no-such-note')).toMatchObject(lost)
    expect((await fetchNote('no-such-note', 'pdf')).status).toBe(422)
  })
})

describe('changing', () => {
  test('a new text is found and the old one is not; the dates tell', async () => {
    const made = await createNote({ title: 'Lighthouse', markdown: 'It blinks twice.' })
    clock = new Date(clock.getTime() + 60_000)
    const changed = await scratch.call(ben.key, 'PUT', `/v1/notes/${made.id}`, {
      html: '<p>It <b>glows</b>.</p>',
    })
    expect(changed.status).toBe(200)
    expect(changed.body).toMatchObject({
      title: 'Lighthouse',
      createdAt: made.lastEditedAt,
      updatedAt: clock.toISOString(),
      lastEditedAt: clock.toISOString(),
    })
    expect((await fetchNote(made.id)).body.content).toBe('It **glows**.\n')
    expect(await searchNoteIds('glows')).toEqual([made.id])
    expect(await searchNoteIds('blinks')).toEqual([])
  })

  test('a new title alone keeps the text, and saying the same again is no edit', async () => {
    const made = await createNote({ title: 'Old name', markdown: 'Quokkas smile.' })
    clock = new Date(clock.getTime() + 60_000)
    const changed = await scratch.call(ada.key, 'PUT', `/v1/notes/${made.id}`, { title: 'Wombatology' })
    expect(changed.body.lastEditedAt).toBe(clock.toISOString())
    expect(await searchNoteIds('wombatology')).toEqual([made.id])
    expect(await searchNoteIds('quokkas')).toEqual([made.id])
    clock = new Date(clock.getTime() + 60_000)
    const again = await scratch.call(ada.key, 'PUT', `/v1/notes/${made.id}`, {
      title: 'Wombatology',
      markdown: 'Quokkas smile.',
    })
    expect(again.body).toEqual(changed.body)
  })

  test('an edit over the edit of someone else is refused, where the editor says what they read', async () => {
    const made = await createNote({ title: 'Shared' })
    clock = new Date(clock.getTime() + 60_000)
    await scratch.call(ben.key, 'PUT', `/v1/notes/${made.id}`, { markdown: 'Ben was here.' })
    const late = { markdown: 'Ada too.', lastEditedAt: made.lastEditedAt }
    expect(await scratch.call(ada.key, 'PUT', `/v1/notes/${made.id}`, late)).toMatchObject({
      status: 409,
      body: { id: 'conflict' },
    })
    const fresh = { markdown: 'Ada too.', lastEditedAt: clock.toISOString() }
    expect((await scratch.call(ada.key, 'PUT', `/v1/notes/${made.id}`, fresh)).status).toBe(200)
    expect((await fetchNote(made.id)).body.content).toBe('Ada too.')
  })

  test('a note is moved with all below it, to the top again, and never below itself', async () => {
    const a = await createNote({ title: 'a' })
    const b = await createNote({ title: 'b', parentNoteId: a.id })
    const c = await createNote({ title: 'c', parentNoteId: b.id })
    const move = (id: string, parentNoteId: string | null) =>
      scratch.call(ada.key, 'PUT', `/v1/notes/${id}`, { parentNoteId })
    expect(await move(a.id, c.id)).toMatchObject({ status: 409, body: { id: 'conflict' } })
    expect(await move(a.id, a.id)).toMatchObject({ status: 409, body: { id: 'conflict' } })
    expect(await move(a.id, 'no-such-note')).toMatchObject({ status: 404, body: { id: 'parent-not-found' } })
    const top = await move(b.id, null)
    expect(top.body.parentNoteId).toBeNull()
    expect(top.body.lastEditedAt).toBe(b.lastEditedAt)
    expect((await fetchNote(c.id)).body.parentNoteId).toBe(b.id)
    expect((await move(a.id, c.id)).body.parentNoteId).toBe(c.id)
  })

  test('two moves at once never close a circle', async () => {
    const a = await createNote({ title: 'a' })
    const b = await createNote({ title: 'b' })
    const answers = await Promise.all([
      scratch.call(ada.key, 'PUT', `/v1/notes/${a.id}`, { parentNoteId: b.id }),
      scratch.call(ben.key, 'PUT', `/v1/notes/${b.id}`, { parentNoteId: a.id }),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
  })

  test('of many edits at once the last told is the one that stands, found by its words alone', async () => {
    const made = await createNote({ title: 'Busy' })
    const words = Array.from({ length: 12 }, (_, index) => `busyword${'abcdefghijkl'[index]}`)
    await Promise.all(
      words.map((word) => scratch.call(ada.key, 'PUT', `/v1/notes/${made.id}`, { markdown: `${word}.` })),
    )
    const { content } = (await fetchNote(made.id)).body
    const { rows } = await scratch.database.readAs({ organizationId: 'acme', memberId: ada.id }, async (store) => ({
      rows: await store.selectFrom('chunk').select('body').where('body', 'like', 'busyword%').execute(),
    }))
    expect(rows.map((row) => row.body)).toEqual([content])
  })
})

describe('who may do what', () => {
  const writes: [string, string, unknown][] = [
    ['PUT', '', { title: 'New' }],
    ['PUT', '/verify', { until: null }],
    ['PUT', '/flag-as-outdated', { reason: 'Old.' }],
    ['PUT', '/archived', { archived: true }],
    ['PUT', '/audience', { audience: null }],
    ['DELETE', '', undefined],
  ]

  test('someone who only reads changes nothing, and is told so only of what they see', async () => {
    const made = await createNote({ title: 'Read only' })
    for (const [method, path, body] of writes) {
      const url = `/v1/notes/${made.id}${path}`
      expect(await scratch.call(vera.key, method as 'PUT', url, body)).toMatchObject({
        status: 403,
        body: { id: 'forbidden' },
      })
      expect((await scratch.call(vera.key, method as 'PUT', `/v1/notes/no-such${path}`, body)).status).toBe(404)
    }
    expect((await scratch.call(vera.key, 'POST', '/v1/notes', { title: 'Mine' })).status).toBe(403)
    expect((await fetchNote(made.id, '', vera.key)).body.title).toBe('Read only')
  })

  test('without a credential there is nothing', async () => {
    for (const path of [
      '/v1/notes',
      '/v1/notes/x',
      '/v1/notes/x/children',
      '/v1/notes/x/audience',
      '/v1/search-notes',
    ]) {
      expect((await scratch.call(undefined, 'GET', path)).status).toBe(401)
    }
  })

  test('a note of another organization does not exist', async () => {
    await scratch.organization('rival')
    const rita = await scratch.person('rival', 'rita', { role: 'admin' })
    const made = await createNote({ title: 'Ours' })
    const seen = await fetchNote(made.id, '', rita.key)
    expect(seen).toMatchObject({ status: 404, body: { id: 'not-found' } })
    for (const [method, path, body] of writes) {
      const answer = await scratch.call(rita.key, method as 'PUT', `/v1/notes/${made.id}${path}`, body)
      expect(answer.body).toEqual(seen.body)
    }
    expect((await scratch.call(rita.key, 'GET', '/v1/notes')).body.total).toBe(0)
  })

  test('an address with another method says which it takes', async () => {
    const answer = await scratch.call(ada.key, 'PATCH', '/v1/notes/x', {})
    expect(answer.status).toBe(405)
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, PUT')
  })
})
