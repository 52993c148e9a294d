import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBrowserCall } from '../api/browser-session.ts'
import { createBackgroundServices } from '../support/background-services.ts'
import { createRandomEmbedder } from '../support/random-embedder.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/** `top` holds `middle`, which holds `leaf`; every one speaks of turbines. Ada is an admin; Ben and Cem are members. */
let scratch: TestApp
let ada: Person
let ben: Person
let cem: Person
let org = ''
let embeddedTexts: string[] = []
let clock = new Date()
const start = new Date('2026-11-10T08:00:00.000Z')
const day = 24 * 3600_000
const random = createRandomEmbedder('random', 8)

beforeAll(async () => {
  const embed = (texts: string[]) => {
    embeddedTexts.push(...texts)
    // Nearly the same direction: every text is close to every question, and no two vectors are equal.
    return Promise.resolve(texts.map((text) => random.vectorOf(text).map((value) => 1 + value / 10)))
  }
  scratch = await createTestApp({ now: () => clock, embedder: { ...random, embed } })
})
afterAll(() => scratch.close())

beforeEach(async () => {
  clock = start
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada', { role: 'admin' })
  ben = await scratch.person(org, 'ben', { groups: ['Crew'] })
  cem = await scratch.person(org, 'cem')
  await scratch.note(org, { id: 'top', title: 'Top', content: 'Turbines turn.' })
  await scratch.note(org, { id: 'middle', title: 'Middle', content: 'Turbines hum.', parent: 'top' })
  await scratch.note(org, { id: 'leaf', title: 'Leaf', content: 'Turbines whir.', parent: 'middle' })
})

const get = (path: string, person = ben) => scratch.call(person.key, 'GET', `/v1${path}`)
const remove = (id: string, person = ben) => scratch.call(person.key, 'DELETE', `/v1/notes/${id}`)
const trash = async (person = ben) => (await get('/trash', person)).body.branches as Record<string, unknown>[]
const entryId = async (title: string, person = ben) =>
  (await trash(person)).find((branch) => (branch.note as { title: string } | null)?.title === title)?.id as string
const restore = async (id: string, person = ben) => scratch.call(person.key, 'PUT', `/v1/trash/${id}/restore`)
const purge = async (id: string, person = ben) => scratch.call(person.key, 'DELETE', `/v1/trash/${id}`)
const audienceOf = async (id: string, person = ben) => (await get(`/notes/${id}/audience`, person)).body
const search = async (person = ben) =>
  (await scratch.call(person.key, 'POST', '/v1/search', { query: 'turbines' })).body.hits
    .map((hit: { id: string }) => hit.id)
    .sort()
const ask = async (person = ben) =>
  (await scratch.call(person.key, 'POST', '/v1/ask', { question: 'What do turbines do?' })).body
const countRows = async (table: string) =>
  (
    await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)} where org_id = ${org}`.execute(
      scratch.database.unrestricted,
    )
  ).rows[0]?.count
const dumpOf = async (...ids: string[]) => {
  const { rows } = await sql<{ document: unknown; versions: unknown; passages: unknown }>`
    select to_jsonb(d) - 'audience_id' as document,
      (select jsonb_agg(to_jsonb(v) order by v.id) from document_version v where v.org_id = d.org_id and v.document_key = d.key) as versions,
      (select jsonb_agg(to_jsonb(c) - 'key' || (to_jsonb(v) - 'chunk_key') order by c.ordinal) from chunk c
        join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key
        where c.org_id = d.org_id and c.document_key = d.key) as passages
    from document d where d.org_id = ${org} and d.id = any(${ids}) order by d.id`.execute(scratch.database.unrestricted)
  return rows
}

describe('a deleted note', () => {
  test('is found by nothing once the deletion returns, with its subpages', async () => {
    const assistant = await scratch.assistant(org, 'helper')
    await scratch.call(ben.key, 'PUT', '/v1/notes/leaf', { markdown: 'Turbines whir at night.' })
    await scratch.call(ben.key, 'PUT', '/v1/notes/middle/verify', { until: null })
    expect(await search()).toEqual(['leaf', 'middle', 'top'])
    expect((await ask()).sources).not.toEqual([])

    const pages = [
      '/notes',
      '/notes?includeArchived=true',
      '/search-notes?query=turbines&includeArchived=true',
      '/search-notes?archivedOnly=true',
      '/note-branches',
      '/archive',
      '/questions/examples',
      `/ask/digest/${assistant}`,
    ]
    // Once before, so that nothing stays in a cache.
    for (const page of pages) expect((await get(page)).status, page).toBe(200)

    expect((await remove('top')).status).toBe(204)

    for (const id of ['top', 'middle', 'leaf']) {
      for (const path of ['', '/children', '/versions', '/audience', '/deletion'])
        expect((await get(`/notes/${id}${path}`)).status, id + path).toBe(404)
    }
    expect(await search()).toEqual([])
    expect((await ask()).sources).toEqual([])
    for (const page of pages) expect((await get(page)).text, page).not.toMatch(/Turbines|"(top|middle|leaf)"/)
    expect((await get('/insights', ada)).text).not.toMatch(/"(top|middle|leaf)"/)
    for (const table of ['document', 'chunk', 'chunk_vector', 'archived_chunk', 'document_version'])
      expect(await countRows(table), table).toBe(0)
  })

  test('is in the trash of its deleter with its title, count and dates, and in nobody else’s', async () => {
    await remove('middle')
    expect(await trash()).toEqual([
      {
        id: expect.any(String),
        note: { id: 'middle', title: 'Middle' },
        parentNote: { id: 'top', title: 'Top' },
        noteCount: 2,
        deletedAt: start.toISOString(),
        deletedBy: { userId: ben.id, name: 'ben' },
        expiresAt: new Date(start.getTime() + 30 * day).toISOString(),
      },
    ])
    expect(await trash(ada)).toHaveLength(1)
    expect(await trash(cem)).toEqual([])
    const id = await entryId('Middle')
    expect((await restore(id, cem)).status).toBe(404)
    expect((await purge(id, cem)).status).toBe(404)
  })

  test('comes back with every column, version, passage and vector, and costs no embedding', async () => {
    await scratch.call(ben.key, 'PUT', '/v1/notes/leaf', { markdown: 'Turbines whir at night.' })
    await scratch.call(ben.key, 'PUT', '/v1/notes/middle/flag-as-outdated', { reason: 'Old.' })
    await scratch.call(ben.key, 'PUT', '/v1/notes/middle/owner', { userId: ben.id })
    await scratch.call(ben.key, 'PUT', '/v1/notes/leaf/audience', { audience: ['group:Crew'] })
    const before = await dumpOf('middle', 'leaf')
    expect(before.map((row) => Boolean(row.passages))).toEqual([true, true])
    expect(before[0]?.versions).toHaveLength(1)
    await remove('middle')
    embeddedTexts = []
    clock = new Date(start.getTime() + day)
    const restored = await restore(await entryId('Middle'))
    expect(restored).toMatchObject({ status: 200, body: { note: { id: 'middle', parentNoteId: 'top' }, noteCount: 2 } })
    await scratch.app.backlog?.whenDrained()
    expect(await dumpOf('middle', 'leaf')).toEqual(before)
    expect(embeddedTexts).toEqual([])
    expect(await audienceOf('leaf')).toMatchObject({ audience: ['group:Crew'] })
    expect(await search()).toEqual(['leaf', 'middle', 'top'])
    expect(await search(cem)).toEqual(['middle', 'top'])
    expect((await get('/notes/leaf/versions')).body.versions).toHaveLength(1)
    expect(await trash()).toEqual([])
    for (const table of ['trashed_branch', 'trashed_note', 'trashed_version', 'trashed_chunk', 'removed_document'])
      expect(await countRows(table), table).toBe(0)
  })

  test('comes back archived where it was archived, and only there', async () => {
    await scratch.call(ben.key, 'PUT', '/v1/notes/leaf/archived', { archived: true })
    clock = new Date(start.getTime() + day)
    await remove('middle')
    await restore(await entryId('Middle'))
    expect((await get('/notes/leaf')).body.archivedAt).toBe(start.toISOString())
    expect((await get('/notes/middle')).body.archivedAt).toBeNull()
    expect(await search()).toEqual(['middle', 'top'])
    await scratch.call(ben.key, 'PUT', '/v1/notes/leaf/archived', { archived: false })
    expect(await search()).toEqual(['leaf', 'middle', 'top'])
  })

  test('gives its id to a new note, and comes back beside it under a new one', async () => {
    await remove('middle')
    await scratch.note(org, { id: 'leaf', title: 'Other', content: 'Propellers.' })
    expect((await restore(await entryId('Middle'))).body).toMatchObject({ note: { id: 'middle' }, noteCount: 2 })
    expect((await get('/notes/leaf')).body.title).toBe('Other')
    const { notes } = (await get('/notes/middle/children')).body
    expect(notes).toMatchObject([{ title: 'Leaf' }])
    expect(notes[0].id).not.toBe('leaf')
  })

  test('shows no subpage to more people that inherits from the place that it was moved to', async () => {
    const call = (person: Person, id: string, audience: string[] | null) =>
      scratch.call(person.key, 'PUT', `/v1/notes/${id}/audience`, { audience })
    // Ben can see the note in the middle only; the one below it is Ada's and Cem's, like the one at the top.
    const few = [`user:${ada.email}`, `user:${cem.email}`]
    await scratch.note(org, { id: 'top', title: 'Top', content: 'Turbines turn.', audience: few })
    expect((await call(cem, 'middle', ['everyone'])).status).toBe(200)
    expect((await call(cem, 'leaf', few)).status).toBe(200)
    expect(await search(ben)).toEqual(['middle'])
    await remove('middle', ben)
    expect((await call(cem, 'leaf', null)).body.inheritedFrom).toBe('top')
    expect((await restore(await entryId('Middle'))).status).toBe(200)
    expect(await search(ben)).toEqual(['middle'])
    expect(await search(cem)).toEqual(['leaf', 'middle', 'top'])
    expect((await get('/notes/leaf', cem)).body.parentNoteId).toBe('top')
  })

  test('lets no more people edit a subpage that inherits its editors from the place that it was moved to', async () => {
    const rights = (person: Person, id: string, change: object) =>
      scratch.call(person.key, 'PUT', `/v1/notes/${id}/rights`, change)
    const readers = [`user:${ada.email}`, `user:${cem.email}`]
    await scratch.note(org, { id: 'secret', content: 'Turbines spin.', parent: 'middle', audience: readers })
    expect((await rights(cem, 'top', { edit: [`user:${cem.email}`] })).status).toBe(200)
    expect((await rights(cem, 'middle', { edit: ['everyone'] })).status).toBe(200)
    await remove('middle')
    expect((await rights(cem, 'secret', { edit: null })).body.effectiveEdit).toEqual([`user:${cem.email}`])
    await restore(await entryId('Middle'))
    expect((await get('/notes/secret/rights', ada)).body.effectiveEdit).toEqual([`user:${cem.email}`])
  })

  test('takes a hidden subpage neither along nor out of its place for good', async () => {
    await scratch.note(org, {
      id: 'secret',
      content: 'Turbines spin.',
      parent: 'middle',
      audience: [`user:${cem.email}`],
    })
    expect((await get('/notes/middle/deletion')).body).toEqual({ noteCount: 2, lockedCount: 0, trashDays: 30 })
    await remove('middle')
    expect((await get('/notes/secret', cem)).body).toMatchObject({ parentNoteId: 'top' })
    await restore(await entryId('Middle'))
    expect((await get('/notes/secret', cem)).body).toMatchObject({ parentNoteId: 'middle' })
    expect(await search()).toEqual(['leaf', 'middle', 'top'])
  })

  test('of an import that no longer has it can be restored by an admin', async () => {
    await scratch.app.notes.remove(org, 'middle')
    expect(await trash()).toEqual([])
    expect(await trash(ada)).toMatchObject([{ note: { title: 'Middle' }, noteCount: 2, deletedBy: null }])
    expect((await restore(await entryId('Middle', ada), ada)).status).toBe(200)
    expect(await search()).toEqual(['leaf', 'middle', 'top'])
  })
})

describe('restoring', () => {
  test('after the parent was deleted makes a note that inherited its audience private', async () => {
    await scratch.note(org, { id: 'room', title: 'Room', audience: ['everyone'] })
    await scratch.note(org, { id: 'child', title: 'Child', content: 'Turbines stall.', parent: 'room' })
    await remove('child')
    await remove('room')
    await purge(await entryId('Room'))
    const restored = await restore(await entryId('Child'))
    expect(restored.body.note).toMatchObject({ id: 'child', parentNoteId: null })
    expect(await audienceOf('child')).toMatchObject({ audience: [`user:${ben.email}`] })
    expect((await get('/notes/child', cem)).status).toBe(404)
    expect(await search(cem)).not.toContain('child')
  })

  test('after the parent was deleted keeps an audience of its own', async () => {
    await scratch.note(org, { id: 'room', title: 'Room' })
    await scratch.note(org, { id: 'child', title: 'Child', parent: 'room', audience: ['group:Crew'] })
    await remove('child')
    await remove('room')
    await restore(await entryId('Child'))
    expect(await audienceOf('child')).toMatchObject({ audience: ['group:Crew'] })
    expect((await get('/notes/child', cem)).status).toBe(404)
  })

  test('the parent first puts its subpage back below it', async () => {
    await remove('middle')
    await remove('top')
    await restore(await entryId('Top'))
    await restore(await entryId('Middle'))
    expect((await get('/notes/middle')).body).toMatchObject({ parentNoteId: 'top' })
    expect(await search(cem)).toEqual(['leaf', 'middle', 'top'])
  })

  test('is up to admins, who see no title of what is not shared with them, and still do not see it afterwards', async () => {
    await scratch.note(org, { id: 'room', title: 'Room', audience: [`user:${ben.email}`] })
    await scratch.note(org, { id: 'child', title: 'Dismissal', content: 'Vermilion.', parent: 'room' })
    await remove('child')
    const listed = await get('/trash', ada)
    expect(listed.text).not.toMatch(/Dismissal|Vermilion|child|Room/)
    expect(listed.body.branches).toMatchObject([
      { note: null, parentNote: null, noteCount: 1, deletedBy: { name: 'ben' } },
    ])
    await remove('room')
    await purge(await entryId('Room'))
    const restored = await restore(listed.body.branches[0].id, ada)
    expect(restored).toMatchObject({ status: 200, body: { note: null, noteCount: 1 } })
    expect((await get('/notes/child', ada)).status).toBe(404)
    expect((await get('/notes/child')).status).toBe(200)
  })

  test('is up to admins only with the scope `admin`; without it they see what they deleted themselves', async () => {
    const scopes = ['content:read', 'notes:write']
    const created = await scratch.call(ada.key, 'POST', '/v1/api-keys', { name: 'Sync', scopes })
    const withoutAdmin = { ...ada, key: created.body.key }
    await remove('leaf')
    const leaf = await entryId('Leaf')
    expect(await trash(withoutAdmin)).toEqual([])
    expect((await restore(leaf, withoutAdmin)).status).toBe(404)
    expect((await purge(leaf, withoutAdmin)).status).toBe(404)
    expect(await trash(ada)).toMatchObject([{ id: leaf }])
    await remove('middle', withoutAdmin)
    expect((await restore(await entryId('Middle', withoutAdmin), withoutAdmin)).status).toBe(200)
    expect((await purge(leaf, ada)).status).toBe(204)
  })

  test('is refused where nobody is left who could see the note', async () => {
    await scratch.note(org, { id: 'room', title: 'Room', audience: [`user:${ben.email}`] })
    await scratch.note(org, { id: 'child', title: 'Child', parent: 'room' })
    await remove('child')
    await remove('room')
    await purge(await entryId('Room'))
    await scratch.call(ada.key, 'DELETE', `/v1/members/${ben.id}`)
    const [entry] = await trash(ada)
    expect(entry).toMatchObject({ note: null, deletedBy: null })
    expect((await restore(entry?.id as string, ada)).status).toBe(409)
  })

  test('is not for a deleter who could not see the note any more, nor for a viewer', async () => {
    await scratch.note(org, { id: 'room', title: 'Room', audience: ['group:Crew'] })
    await remove('room')
    await remove('leaf')
    const room = await entryId('Room')
    const crew = await scratch.app.teams.findByName(org, 'Crew')
    await scratch.app.teams.setMembers(org, crew?.id as string, [])
    expect((await trash()).map((branch) => (branch.note as { title: string }).title)).toEqual(['Leaf'])
    expect((await restore(room)).status).toBe(404)
    await scratch.call(ada.key, 'PATCH', `/v1/members/${ben.id}`, { role: 'viewer' })
    const leaf = await entryId('Leaf')
    expect([(await restore(leaf)).status, (await purge(leaf)).status]).toEqual([403, 403])
  })

  test('brings back the sources of earlier answers', async () => {
    const browser = await createBrowserCall(scratch, org, ben)
    await browser('POST', '/v1/ask', { question: 'What do turbines do?' })
    const readAnswer = async () => (await browser('GET', '/v1/questions')).body.questions[0]
    const before = await readAnswer()
    expect(before.sources.length).toBeGreaterThan(0)
    await remove('top')
    expect(JSON.stringify(await readAnswer())).not.toMatch(/turn|hum|whir|Top|Middle|Leaf/)
    await restore(await entryId('Top'))
    expect(await readAnswer()).toEqual(before)
  })
})

describe('permanent deletion', () => {
  test('leaves nothing of the notes behind but how many there were', async () => {
    await scratch.call(ben.key, 'PUT', '/v1/notes/leaf', { markdown: 'Turbines whir at night.' })
    await scratch.call(ben.key, 'PUT', '/v1/notes/leaf/audience', { audience: ['group:Crew'] })
    const audiences = await countRows('audience')
    await remove('top')
    const id = await entryId('Top')
    expect((await purge(id)).status).toBe(204)
    expect((await restore(id)).status).toBe(404)
    const tables = [
      'trashed_branch',
      'trashed_note',
      'trashed_version',
      'trashed_chunk',
      'document',
      'document_version',
    ]
    for (const table of tables) expect(await countRows(table), table).toBe(0)
    expect(await countRows('audience')).toBe((audiences as number) - 1)
    const { events } = (await get('/admin/audit', ada)).body
    expect(events.filter((event: { noteCount: number | null }) => event.noteCount !== null)).toMatchObject([
      { action: 'deleteFromTrash', resource: `/trash/${id}`, noteCount: 3, email: ben.email },
      { action: 'deleteNote', resource: '/notes/top', noteCount: 3, email: ben.email },
    ])
  })

  test('happens by itself when the days are over, not before', async () => {
    await remove('leaf')
    clock = new Date(start.getTime() + day)
    await remove('middle')
    const { retentionJob } = createBackgroundServices({
      database: scratch.database,
      now: () => clock,
      notes: scratch.app.notes,
    })
    const titlesAfterRunAt = async (time: number) => {
      clock = new Date(time)
      await retentionJob.run()
      return (await trash()).map((branch) => (branch.note as { title: string }).title)
    }
    const due = start.getTime() + 30 * day
    // A clock that is ahead once deletes nothing.
    for (const time of [due + 40 * day, due - 1, due + 40 * day, due - 1, due])
      expect(await titlesAfterRunAt(time)).toEqual(['Middle', 'Leaf'])
    expect(await titlesAfterRunAt(due + 1)).toEqual(['Middle'])
    const { events } = (await get('/admin/audit', ada)).body
    expect(events[0]).toMatchObject({ action: 'deleteFromTrash', via: 'schedule', email: null, noteCount: 1 })
  })

  test('happens at once where TRASH_DAYS is 0', async () => {
    const other = await createTestApp({ config: { trashDays: 0 } })
    await other.organization('acme')
    const dot = await other.person('acme', 'dot')
    await other.note('acme', { id: 'gone' })
    expect((await other.call(dot.key, 'GET', '/v1/notes/gone/deletion')).body).toEqual({
      noteCount: 1,
      lockedCount: 0,
      trashDays: 0,
    })
    await other.call(dot.key, 'DELETE', '/v1/notes/gone')
    expect((await other.call(dot.key, 'GET', '/v1/trash')).body.branches).toEqual([])
    await other.close()
  })
})

test('the trash is listed in pages', async () => {
  for (let index = 0; index < 53; index += 1) {
    await scratch.note(org, { id: `n${index}`, title: `N${index}` })
    clock = new Date(start.getTime() + index)
    await remove(`n${index}`)
  }
  const first = (await get('/trash')).body
  expect(first).toMatchObject({ hasNextPage: true, branches: { length: 50 } })
  const second = (await get(`/trash?cursor=${encodeURIComponent(first.nextCursor)}`)).body
  const titles = [...first.branches, ...second.branches].map((branch) => branch.note.title)
  expect(titles).toEqual(Array.from({ length: 53 }, (_, index) => `N${52 - index}`))
  expect((await get('/trash?cursor=nonsense')).status).toBe(422)
})

describe('the archive', () => {
  const branches = async (person = ben) => (await get('/archive', person)).body.branches as Record<string, unknown>[]
  const archive = (id: string, archived = true) =>
    scratch.call(ada.key, 'PUT', `/v1/notes/${id}/archived`, { archived })

  test('lists archived notes with their number of subpages, last archived first', async () => {
    await scratch.note(org, { id: 'lone', title: 'Lone', content: 'Propellers.' })
    await archive('middle')
    clock = new Date(start.getTime() + day)
    await archive('lone')
    expect(await branches()).toMatchObject([
      { note: { id: 'lone', archivedAt: clock.toISOString() }, parentNote: null, noteCount: 1 },
      { note: { id: 'middle' }, parentNote: { id: 'top', title: 'Top' }, noteCount: 2 },
    ])
    await archive('middle', false)
    expect(await branches()).toMatchObject([{ note: { id: 'lone' } }])
  })

  test('is searched by words, and leaves notes in use out', async () => {
    await archive('middle')
    const { hits } = (await get('/search-notes?query=turbines&archivedOnly=true')).body
    expect(hits.map((hit: { id: string }) => hit.id).sort()).toEqual(['leaf', 'middle'])
  })

  test('shows a note whose archived parent is hidden, and no hidden note', async () => {
    await scratch.note(org, { id: 'room', title: 'Room', audience: [`user:${ada.email}`] })
    await scratch.note(org, { id: 'open', title: 'Open', parent: 'room', audience: ['everyone'] })
    await scratch.note(org, { id: 'shut', title: 'Shut', parent: 'open', audience: [`user:${ada.email}`] })
    await archive('room')
    expect(await branches()).toMatchObject([
      { note: { id: 'open', parentNoteId: null }, parentNote: null, noteCount: 1 },
    ])
    expect(await branches(ada)).toMatchObject([{ note: { id: 'room' }, noteCount: 3 }])
    expect((await get('/archive')).text).not.toMatch(/room|Room|shut|Shut/)
  })
})
