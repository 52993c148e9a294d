import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/**
 * Ada and Ben are in People, Cleo and Dan are not; Dan is suspended. `open` is for everyone, `restricted` for People;
 * `salary` and `bands` below it inherit that, `shown` below `salary` is for everyone.
 */
let scratch: TestApp
let ada: Person
let ben: Person
let cleo: Person
let org = ''

beforeAll(async () => {
  scratch = await createTestApp()
})
afterAll(() => scratch.close())

beforeEach(async () => {
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada', { role: 'admin', groups: ['People'] })
  ben = await scratch.person(org, 'ben', { groups: ['People'] })
  cleo = await scratch.person(org, 'cleo')
  const dan = await scratch.person(org, 'dan')
  await scratch.app.members.disable(org, dan.id)
  await scratch.note(org, { id: 'open', title: 'Open' })
  await scratch.note(org, { id: 'restricted', title: 'Restricted', audience: ['group:People'] })
  await scratch.note(org, { id: 'salary', title: 'Salary bands', parent: 'restricted' })
  await scratch.note(org, { id: 'bands', title: 'Bands', parent: 'salary' })
  await scratch.note(org, { id: 'shown', title: 'Shown', parent: 'salary', audience: ['everyone'] })
  await scratch.note(org, { id: 'sibling', title: 'Sibling', parent: 'restricted' })
})

const get = (person: Person, path: string) => scratch.call(person.key, 'GET', `/v1${path}`)
const put = (person: Person, path: string, body: unknown) => scratch.call(person.key, 'PUT', `/v1${path}`, body)
const preview = (person: Person, id: string, parentNoteId?: string) =>
  get(person, `/notes/${id}/move-preview${parentNoteId === undefined ? '' : `?parentNoteId=${parentNoteId}`}`)
const move = (person: Person, id: string, place: Record<string, unknown>) => put(person, `/notes/${id}/parent`, place)
const childIds = async (id: string) =>
  (await get(ada, `/notes/${id}/children`)).body.notes.map((note: { id: string }) => note.id)
const auditEvents = async () => (await get(ada, '/admin/audit')).body.events
const nobody = { count: 0, names: [] }

describe('the preview of a move', () => {
  test('names who gains access, and counts the notes', async () => {
    expect(await preview(ben, 'salary', 'open')).toMatchObject({
      status: 200,
      body: {
        audienceBefore: ['group:People'],
        audienceAfter: ['everyone'],
        gained: { count: 1, names: ['cleo'] },
        lost: nobody,
        noteCount: 2,
      },
    })
    expect((await get(cleo, '/notes/salary')).status).toBe(404)
    expect((await get(ben, '/notes/salary')).body.parentNoteId).toBe('restricted')
  })

  test('names who loses access', async () => {
    const { body } = await preview(ben, 'open', 'restricted')
    expect(body).toMatchObject({ gained: nobody, lost: { count: 1, names: ['cleo'] }, noteCount: 1 })
  })

  test('tells that nothing changes for a note with its own audience, and at the top level', async () => {
    const unchanged = { gained: nobody, lost: nobody, noteCount: 0 }
    expect((await preview(ben, 'shown', 'restricted')).body).toMatchObject(unchanged)
    const top = await preview(ben, 'salary')
    expect(top.body).toMatchObject({ ...unchanged, audienceAfter: ['group:People'] })
  })

  test('names ten people and counts all', async () => {
    for (let index = 10; index < 25; index += 1) await scratch.person(org, `person-${index}`)
    const { gained } = (await preview(ben, 'salary', 'open')).body
    expect(gained.count).toBe(16)
    expect(gained.names).toHaveLength(10)
    expect(gained.names.slice(0, 2)).toEqual(['cleo', 'person-10'])
  })

  test('tells nothing of notes that the caller cannot see', async () => {
    expect((await preview(cleo, 'salary', 'open')).body).toEqual((await preview(cleo, 'missing', 'open')).body)
    expect((await preview(cleo, 'open', 'restricted')).body).toEqual((await preview(cleo, 'open', 'missing')).body)
    // `shown` has a parent that Cleo cannot see.
    expect((await preview(cleo, 'shown', 'open')).text).not.toMatch(/People|salary|ada|ben/i)
  })

  test('refuses a note below itself', async () => {
    expect((await preview(ben, 'salary', 'bands')).status).toBe(409)
    expect((await move(ben, 'salary', { parentNoteId: 'bands' })).status).toBe(409)
  })
})

describe('a move', () => {
  test('that widens access tells its consequence, and moving back undoes it', async () => {
    const before = await childIds('restricted')
    const moved = await move(ben, 'salary', { parentNoteId: 'open' })
    expect(moved.body).toMatchObject({
      note: { id: 'salary', parentNoteId: 'open' },
      gained: { count: 1, names: ['cleo'] },
      noteCount: 2,
      from: { parentNoteId: 'restricted', audience: null },
    })
    expect((await get(cleo, '/notes/bands')).status).toBe(200)
    expect((await get(ben, '/notes/salary/audience')).body).toEqual({ audience: null, effectiveAudience: ['everyone'] })

    const undone = await move(ben, 'salary', moved.body.from)
    expect(undone.body).toMatchObject({ lost: { count: 1, names: ['cleo'] } })
    expect((await get(cleo, '/notes/bands')).status).toBe(404)
    expect(await childIds('restricted')).toEqual(before)
    expect((await get(ben, '/notes/salary/audience')).body).toMatchObject({
      audience: null,
      inheritedFrom: 'restricted',
    })
  })

  test('to the top level is undone with the audience that it got there', async () => {
    const moved = await move(ben, 'salary', { parentNoteId: null })
    expect(moved.body).toMatchObject({ gained: nobody, lost: nobody, note: { parentNoteId: null } })
    expect((await get(ben, '/notes/salary/audience')).body.audience).toEqual(['group:People'])
    await move(ben, 'salary', moved.body.from)
    expect((await get(ben, '/notes/salary/audience')).body).toMatchObject({
      audience: null,
      inheritedFrom: 'restricted',
    })
    // It follows its parent again.
    await put(ben, '/notes/restricted/audience', { audience: ['everyone'] })
    expect((await get(cleo, '/notes/salary')).status).toBe(200)
  })

  test('from below a hidden parent is undone for the same readers', async () => {
    await scratch.note(org, { id: 'vault', title: 'Vault', audience: [`user:${ada.email}`] })
    await scratch.note(org, { id: 'leaf', title: 'Leaf', parent: 'vault', audience: ['group:People'] })
    // For Ben it is at the top level; a new position there must not take it out of the vault.
    expect((await move(ben, 'leaf', { parentNoteId: null, position: 3 })).status).toBe(200)
    expect((await get(ada, '/notes/leaf')).body.parentNoteId).toBe('vault')
    const moved = await move(ben, 'leaf', { parentNoteId: 'open' })
    expect(moved.body.from).toEqual({ parentNoteId: null, position: 3, audience: ['group:People'], editors: null })
    expect(moved.text).not.toMatch(/vault/i)
    await move(ben, 'leaf', moved.body.from)
    expect((await get(cleo, '/notes/leaf')).status).toBe(404)
    expect((await get(ben, '/notes/leaf')).status).toBe(200)
  })

  test('of somebody who cannot write, or cannot see either note, changes nothing', async () => {
    const viewer = await scratch.person(org, 'vera', { role: 'viewer', groups: ['People'] })
    expect((await move(viewer, 'salary', { parentNoteId: 'open' })).status).toBe(403)
    expect((await preview(viewer, 'salary', 'open')).status).toBe(403)
    expect((await move(cleo, 'salary', { parentNoteId: 'open' })).body).toEqual(
      (await move(cleo, 'missing', { parentNoteId: 'open' })).body,
    )
    expect((await get(ben, '/notes/salary')).body.parentNoteId).toBe('restricted')
  })
})

describe('the audit log', () => {
  test('holds the old and the new audience of a move, once', async () => {
    await move(ben, 'salary', { parentNoteId: 'open' })
    const [event, previous] = await auditEvents()
    expect(event).toMatchObject({
      action: 'moveNote',
      email: ben.email,
      resource: '/notes/salary/parent',
      outcome: 'done',
      audienceBefore: ['group:People'],
      audienceAfter: ['everyone'],
    })
    expect(previous?.action).not.toBe('moveNote')
  })

  test('holds them for a move by changing the note, and for sharing', async () => {
    await put(ben, '/notes/salary', { parentNoteId: 'open', title: 'Bands of salary' })
    await put(ben, '/notes/salary/audience', { audience: ['group:People', `user:${cleo.email}`] })
    await put(ben, '/notes/salary', { title: 'Salary bands' })
    const [edited, shared, moved] = await auditEvents()
    expect(moved).toMatchObject({
      ...{ action: 'changeNote', audienceBefore: ['group:People'], audienceAfter: ['everyone'] },
    })
    expect(shared).toMatchObject({
      ...{ action: 'changeNoteAudience', audienceBefore: ['everyone'] },
      audienceAfter: ['group:People', `user:${cleo.email}`],
    })
    expect(edited).toMatchObject({ action: 'changeNote', audienceBefore: null, audienceAfter: null })
    const csv = await get(ada, '/admin/audit/export?format=csv')
    expect(csv.text).toContain(`"group:People, user:${cleo.email}"`)
  })

  test('and the move are committed together: without the entry there is no move', async () => {
    await sql
      .raw(`create function refuse_entry() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
        create trigger refuse_entry before insert on audit_event for each row execute function refuse_entry()`)
      .execute(scratch.database.unrestricted)
    try {
      for (const [path, body] of [
        ['/notes/salary/parent', { parentNoteId: 'open' }],
        ['/notes/salary', { parentNoteId: 'open' }],
        ['/notes/salary/audience', { audience: ['everyone'] }],
      ] as const)
        expect((await put(ben, path, body)).status).toBe(500)
    } finally {
      await sql
        .raw('drop trigger refuse_entry on audit_event; drop function refuse_entry')
        .execute(scratch.database.unrestricted)
    }
    expect((await get(ben, '/notes/salary')).body.parentNoteId).toBe('restricted')
    expect((await get(cleo, '/notes/salary')).status).toBe(404)
  })
})
