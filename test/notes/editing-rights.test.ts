import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadMemberAsCaller } from '../../src/identity/load-caller.ts'
import { formType, multipartBody, uploadParts } from '../support/multipart.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/**
 * Ada (admin), Ben, Cleo and Vic (viewer) are in the crew; Dan is not. `crew` is for the crew, and `page` below it inherits.
 * `open` is for everyone.
 */
let scratch: TestApp
let ada: Person
let ben: Person
let cleo: Person
let dan: Person
let vic: Person
let org = ''

beforeAll(async () => {
  scratch = await createTestApp()
})
afterAll(() => scratch.close())

beforeEach(async () => {
  org = await scratch.newOrganization()
  ada = await scratch.person(org, 'ada', { role: 'admin', groups: ['Crew'] })
  ben = await scratch.person(org, 'ben', { groups: ['Crew'] })
  cleo = await scratch.person(org, 'cleo', { groups: ['Crew'] })
  vic = await scratch.person(org, 'vic', { role: 'viewer', groups: ['Crew'] })
  dan = await scratch.person(org, 'dan')
  await scratch.note(org, { id: 'open', title: 'Open', content: 'For all.' })
  await scratch.note(org, { id: 'crew', title: 'Crew', content: 'For the crew.', audience: ['group:Crew'] })
  await scratch.note(org, { id: 'page', title: 'Page', content: 'A page.', parent: 'crew' })
})

type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE'
const call = (person: Person, method: Method, path: string, body?: unknown) =>
  scratch.call(person.key, method, `/v1${path}`, body)
const get = (person: Person, path: string) => call(person, 'GET', path)
const put = (person: Person, path: string, body: unknown) => call(person, 'PUT', path, body)
const setRights = async (person: Person, id: string, rights: { view?: string[] | null; edit?: string[] | null }) => {
  const reply = await put(person, `/notes/${id}/rights`, rights)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}
const canEdit = async (person: Person, id: string) => {
  const { status, body } = await get(person, `/notes/${id}`)
  return status === 404 ? 'hidden' : body.canEdit
}
const upload = (person: Person) =>
  scratch.call(person.key, 'POST', '/v1/notes/page/attachments', multipartBody(uploadParts({}, 'a.txt', 'Text.')), {
    'content-type': formType,
  })
const user = (person: Person) => `user:${person.email}`

describe('without a list of editors', () => {
  test('everyone who can see a note can edit it, except viewers, as before', async () => {
    for (const person of [ada, ben, cleo]) expect(await canEdit(person, 'page')).toBe(true)
    expect(await canEdit(vic, 'page')).toBe(false)
    expect(await canEdit(dan, 'page')).toBe('hidden')
    expect((await get(ben, '/notes/page/rights')).body).toEqual({
      view: null,
      effectiveView: ['group:Crew'],
      viewInheritedFrom: 'crew',
      edit: null,
      effectiveEdit: ['everyone'],
      canShare: true,
    })
    expect((await get(vic, '/notes/page/rights')).body.canShare).toBe(false)
  })
})

describe('a list of editors', () => {
  beforeEach(() => setRights(ben, 'crew', { edit: [user(ben)] }))

  test('decides which notes a search for editable notes finds', async () => {
    const editable = async (person: Person, query = '') => {
      const { body } = await get(person, `/search-notes?editableOnly=true&query=${query}`)
      return body.hits.map(({ id }: { id: string }) => id).sort()
    }
    expect(await editable(ben)).toEqual(['crew', 'open', 'page'])
    expect(await editable(cleo)).toEqual(['open'])
    expect(await editable(cleo, 'crew')).toEqual([])
    expect(await editable(ben, 'crew')).toEqual(['crew'])
    expect(await editable(dan)).toEqual(['open'])
    expect(await editable(vic)).toEqual([])
    expect((await get(ben, '/search-notes?editableOnly=yes')).status).toBe(422)
  })

  test('holds for the note and its subpages, and not for who can see them', async () => {
    expect(await canEdit(ben, 'page')).toBe(true)
    for (const person of [ada, cleo, vic]) {
      expect(await canEdit(person, 'crew')).toBe(false)
      expect(await canEdit(person, 'page')).toBe(false)
    }
    expect(await canEdit(dan, 'page')).toBe('hidden')
    expect((await get(cleo, '/notes/page/rights')).body).toMatchObject({
      edit: null,
      effectiveEdit: [user(ben)],
      editInheritedFrom: 'crew',
      canShare: false,
    })
    const { notes } = (await get(cleo, '/notes')).body
    expect(notes.map((note: { id: string; canEdit: boolean }) => [note.id, note.canEdit]).sort()).toEqual([
      ['crew', false],
      ['open', true],
      ['page', false],
    ])
    const branch = (await get(cleo, '/note-branches')).body.notes
    expect(branch.map((note: { id: string }) => note)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'crew', canEdit: false, isRestricted: true }),
        expect.objectContaining({ id: 'open', canEdit: true, isRestricted: false }),
      ]),
    )
  })

  test('refuses every write to others who can see the note, and to those who cannot as if it did not exist', async () => {
    const attachment = await upload(ben)
    expect(attachment.status, attachment.text).toBe(201)
    const writes: [Method, string, unknown?][] = [
      ['PUT', '/notes/page', { title: 'Mine' }],
      ['PUT', '/notes/page', { markdown: 'Mine.' }],
      ['PUT', '/notes/page', { parentNoteId: 'open' }],
      ['PUT', '/notes/page/parent', { parentNoteId: 'open' }],
      ['PUT', '/notes/page/parent', { parentNoteId: 'crew', position: 3 }],
      ['GET', '/notes/page/move-preview?parentNoteId=open'],
      ['PUT', '/notes/page/verify', { until: null }],
      ['PUT', '/notes/page/flag-as-outdated', { reason: 'Old.' }],
      ['PUT', '/notes/page/archived', { archived: true }],
      ['PUT', '/notes/page/owner', { userId: cleo.id }],
      ['PUT', '/notes/page/audience', { audience: ['everyone'] }],
      ['PUT', '/notes/page/rights', { edit: ['everyone'] }],
      ['PUT', '/notes/page/rights', { view: ['everyone'] }],
      ['DELETE', '/notes/page'],
      ['DELETE', `/attachments/${attachment.body.id}`],
    ]
    for (const [method, path, body] of writes) {
      expect([path, (await call(cleo, method, path, body)).status]).toEqual([path, 403])
      expect([path, (await call(dan, method, path, body)).status]).toEqual([path, 404])
    }
    expect((await upload(cleo)).status).toBe(403)
    expect((await upload(dan)).status).toBe(404)
    const below = { title: 'Below', parentNoteId: 'page' }
    expect((await call(cleo, 'POST', '/notes', below)).status).toBe(403)
    expect((await call(dan, 'POST', '/notes', below)).status).toBe(404)
    const here = { parentNoteId: 'crew' }
    expect((await put(cleo, '/notes/open/parent', here)).status).toBe(403)
    expect((await put(cleo, '/notes/open', here)).status).toBe(403)
    expect((await get(ben, '/notes/page')).body).toMatchObject({ title: 'Page', content: 'A page.', archivedAt: null })
    expect((await get(ben, '/notes/page/attachments')).body.attachments).toHaveLength(1)
  })

  test('lets its editors do all of it', async () => {
    expect((await put(ben, '/notes/page', { title: 'Ours' })).status).toBe(200)
    expect((await put(ben, '/notes/page/verify', { until: null })).status).toBe(200)
    const below = await call(ben, 'POST', '/notes', { title: 'Below', parentNoteId: 'page' })
    expect(below.body.canEdit).toBe(true)
    expect(await canEdit(cleo, below.body.id)).toBe(false)
    expect((await call(ben, 'DELETE', '/notes/page')).status).toBe(204)
  })

  test('is changed by an admin who can see the note, who cannot edit it otherwise', async () => {
    expect((await put(ada, '/notes/crew', { title: 'Mine' })).status).toBe(403)
    expect((await get(ada, '/notes/crew')).body).toMatchObject({ canEdit: false, canShare: true })
    await setRights(ada, 'crew', { edit: [user(cleo)] })
    expect(await canEdit(cleo, 'page')).toBe(true)
    expect(await canEdit(ben, 'page')).toBe(false)
    const zoe = await scratch.person(org, 'zoe', { role: 'admin' })
    expect((await put(zoe, '/notes/crew/rights', { edit: [user(zoe)] })).status).toBe(404)
  })

  test('follows groups and roles with the next request', async () => {
    await setRights(ben, 'crew', { edit: ['group:Crew'] })
    expect(await canEdit(cleo, 'page')).toBe(true)
    const groups = (await get(ada, '/groups')).body.groups as { id: string; name: string; userIds: string[] }[]
    const crew = groups.find(({ name }) => name === 'Crew')!
    const leave = { memberIds: crew.userIds.filter((id) => id !== cleo.id) }
    expect((await call(ada, 'PATCH', `/groups/${crew.id}`, leave)).status).toBe(200)
    expect(await canEdit(cleo, 'page')).toBe('hidden')
    expect((await call(ada, 'PATCH', `/members/${ben.id}`, { role: 'viewer' })).status).toBe(200)
    expect(await canEdit(ben, 'page')).toBe(false)
  })

  test('is not passed on: a subpage can have its own, and everyone means everyone who can see it', async () => {
    await setRights(ben, 'page', { edit: ['everyone'] })
    expect(await canEdit(cleo, 'page')).toBe(true)
    expect(await canEdit(vic, 'page')).toBe(false)
    expect(await canEdit(dan, 'page')).toBe('hidden')
    await setRights(cleo, 'page', { edit: null })
    expect(await canEdit(cleo, 'page')).toBe(false)
  })

  test('names only people who can see the note, and leaves somebody who can edit it', async () => {
    const refused = async (path: string, body: unknown) => {
      const reply = await put(ben, path, body)
      expect(reply.status).toBe(422)
      return Object.keys(reply.body.details)
    }
    expect(await refused('/notes/crew/rights', { edit: [user(dan)] })).toEqual(['edit'])
    expect(await refused('/notes/crew/rights', { edit: [user(vic)] })).toEqual(['edit'])
    expect(await refused('/notes/crew/rights', { edit: [] })).toEqual(['edit'])
    expect(await refused('/notes/crew/rights', { edit: ['group:Nobody'] })).toEqual(['edit'])
    expect(await refused('/notes/crew/rights', { view: [user(cleo)] })).toEqual(['view'])
    expect(await refused('/notes/crew/audience', { audience: [user(cleo)] })).toEqual(['audience'])
    await setRights(ben, 'crew', { view: [user(dan), user(ben)], edit: [user(dan)] })
    expect(await canEdit(dan, 'page')).toBe(true)
    expect(await canEdit(cleo, 'page')).toBe('hidden')
  })

  test('forgets people and groups that are removed, and lets nobody in by it', async () => {
    await setRights(ben, 'crew', { edit: [user(cleo)] })
    expect((await call(ada, 'DELETE', `/members/${cleo.id}`)).status).toBe(204)
    expect((await get(ben, '/notes/page/rights')).body).toMatchObject({ effectiveEdit: [], canShare: false })
    expect(await canEdit(ben, 'page')).toBe(false)
    await setRights(ada, 'crew', { edit: null })
    expect(await canEdit(ben, 'page')).toBe(true)
  })

  test('is in the audit log with what it was before', async () => {
    await setRights(ben, 'crew', { edit: [user(cleo), user(ben)] })
    const [event] = (await get(ada, '/admin/audit?action=changeNoteRights')).body.events
    expect(event).toMatchObject({
      editorsBefore: [user(ben)],
      editorsAfter: [user(ben), user(cleo)],
      audienceBefore: ['group:Crew'],
      audienceAfter: ['group:Crew'],
    })
  })
})

describe('moving', () => {
  beforeEach(() => setRights(ben, 'crew', { edit: [user(ben)] }))

  test('below a note with narrower rights narrows them; the preview tells', async () => {
    const { body: preview } = await get(ben, '/notes/open/move-preview?parentNoteId=crew')
    expect(preview).toMatchObject({
      editorsBefore: ['everyone'],
      editorsAfter: [user(ben)],
      editing: { gained: { count: 0 }, lost: { count: 3 } },
    })
    expect((await put(ben, '/notes/open/parent', { parentNoteId: 'crew' })).body.note.canEdit).toBe(true)
    expect(await canEdit(cleo, 'open')).toBe(false)
    expect(await canEdit(dan, 'open')).toBe('hidden')
  })

  test('to the top level keeps the editors, and moving back undoes it', async () => {
    const { body: moved } = await put(ben, '/notes/page/parent', { parentNoteId: null })
    expect(moved.editing).toEqual({ gained: { count: 0, names: [] }, lost: { count: 0, names: [] } })
    expect(await canEdit(cleo, 'page')).toBe(false)
    expect((await put(ben, '/notes/page/parent', moved.from)).status).toBe(200)
    expect((await get(ben, '/notes/page/rights')).body).toMatchObject({ edit: null, editInheritedFrom: 'crew' })
  })

  test('out of a parent that the mover cannot see is undone for the same editors', async () => {
    await scratch.note(org, { id: 'vault', title: 'Vault', audience: [user(ben), user(ada)] })
    await setRights(ben, 'vault', { edit: [user(ben), user(ada)] })
    await scratch.note(org, { id: 'leaf', title: 'Leaf', parent: 'vault', audience: ['group:Crew'] })
    await setRights(ben, 'vault', { view: [user(ada)], edit: null })
    await setRights(ada, 'vault', { view: [user(ada), user(cleo)], edit: [user(cleo), user(ada)] })
    await setRights(ada, 'vault', { view: [user(ada)] })
    // Cleo edits the leaf by the list of a note that she cannot see, and Ben does not.
    expect([await canEdit(cleo, 'leaf'), await canEdit(ben, 'leaf')]).toEqual([true, false])
    const { body: moved } = await put(cleo, '/notes/leaf/parent', { parentNoteId: 'open' })
    expect(moved.from.parentNoteId).toBeNull()
    expect((await put(cleo, '/notes/leaf/parent', moved.from)).status).toBe(200)
    expect([await canEdit(cleo, 'leaf'), await canEdit(ben, 'leaf')]).toEqual([true, false])
  })

  test('keeps a list of its own', async () => {
    await setRights(ben, 'page', { edit: [user(cleo), user(ben)] })
    await put(ben, '/notes/page/parent', { parentNoteId: 'open' })
    expect(await canEdit(cleo, 'page')).toBe(true)
    expect(await canEdit(dan, 'page')).toBe(false)
  })
})

describe('deleting', () => {
  test('is refused while a subpage can be read but not edited', async () => {
    await setRights(ben, 'page', { edit: [user(ben)] })
    expect((await get(cleo, '/notes/crew/deletion')).body).toMatchObject({ noteCount: 2, lockedCount: 1 })
    expect((await call(cleo, 'DELETE', '/notes/crew')).status).toBe(403)
    expect((await get(ben, '/notes/page')).status).toBe(200)
    expect((await call(ben, 'DELETE', '/notes/crew')).status).toBe(204)
  })

  test('a hidden subpage that moves up keeps its editors', async () => {
    await scratch.note(org, { id: 'hidden', title: 'Hidden', parent: 'page', audience: [user(cleo), user(dan)] })
    await setRights(ben, 'crew', { edit: [user(ben), user(cleo)] })
    expect(await canEdit(dan, 'hidden')).toBe(false)
    expect((await call(ben, 'DELETE', '/notes/crew')).status).toBe(204)
    expect(await canEdit(dan, 'hidden')).toBe(false)
    expect(await canEdit(cleo, 'hidden')).toBe(true)
  })

  test('a restored note has the editors that it had, also without its parent', async () => {
    await setRights(ben, 'crew', { edit: [user(ben)] })
    await setRights(ben, 'page', { view: [user(ben), user(cleo), user(dan)] })
    expect((await call(ben, 'DELETE', '/notes/page')).status).toBe(204)
    expect((await call(ben, 'DELETE', '/notes/crew')).status).toBe(204)
    const { branches } = (await get(ben, '/trash')).body
    const page = branches.find((branch: { note: { id: string } }) => branch.note.id === 'page')
    expect((await put(ben, `/trash/${page.id}/restore`, {})).status).toBe(200)
    expect(await canEdit(ben, 'page')).toBe(true)
    expect(await canEdit(cleo, 'page')).toBe(false)
    expect(await canEdit(dan, 'page')).toBe(false)
  })

  test('who can no longer edit what they deleted can neither restore it nor delete it permanently', async () => {
    await setRights(ben, 'crew', { edit: [user(ben), user(cleo)] })
    expect((await call(cleo, 'DELETE', '/notes/page')).status).toBe(204)
    const [branch] = (await get(cleo, '/trash')).body.branches
    await setRights(ben, 'crew', { edit: [user(ben)] })
    expect((await get(cleo, '/trash')).body.branches).toEqual([])
    expect((await put(cleo, `/trash/${branch.id}/restore`, {})).status).toBe(404)
    expect((await call(cleo, 'DELETE', `/trash/${branch.id}`)).status).toBe(404)
    expect((await put(ada, `/trash/${branch.id}/restore`, {})).status).toBe(200)
    expect(await canEdit(cleo, 'page')).toBe(false)
  })
})

describe('the second barrier', () => {
  test('the database refuses writes of members who cannot edit a note, whatever the service allows', async () => {
    await setRights(ben, 'crew', { edit: [user(ben)] })
    const { database } = scratch.app
    const writeAs = (person: Person, statement: string) =>
      database.writeAs({ organizationId: org, memberId: person.id }, (store) => sql.raw(statement).execute(store))
    const where = `where org_id = '${org}' and id = 'page'`
    const statements = [
      `update document set title = 'Mine' ${where}`,
      `update document set review_state = 'Verified' ${where}`,
      `update document set own_editors = '{everyone}', editors = '{everyone}' ${where}`,
      `update document set parent_key = null ${where}`,
      `delete from document ${where}`,
    ]
    for (const statement of statements) {
      for (const person of [cleo, vic, dan]) {
        if (person === dan && statement.includes('parent_key')) continue
        if (person === dan && statement.includes('own_editors')) continue
        await expect(writeAs(person, statement), `${statement} by ${person.email}`).rejects.toThrow(
          'cannot edit the note',
        )
      }
    }
    await writeAs(ben, statements[0]!)
    expect((await get(ben, '/notes/page')).body.title).toBe('Mine')
  })

  test('rights that end while a request is under way are a refusal, and nothing is written', async () => {
    const { app } = scratch
    const caller = (await loadMemberAsCaller(app.database, org, cleo.id, new Date()))!
    expect((await call(ada, 'PATCH', `/members/${cleo.id}`, { role: 'viewer' })).status).toBe(200)
    const text = { content: 'By a viewer.', type: 'markdown' } as const
    const refused = { code: 'forbidden', message: expect.stringContaining('rights have changed') }
    await expect(app.notes.update(caller, 'page', { text }, new Date())).rejects.toMatchObject(refused)
    await expect(app.notes.delete(caller, 'page')).rejects.toMatchObject(refused)
    expect((await get(ben, '/notes/page?format=md')).body.content).toBe('A page.')
  })
})

describe('verification', () => {
  test('names who verified a note and when, until it is flagged', async () => {
    const until = '2099-05-03T00:00:00.000Z'
    const { body: verified } = await put(ben, '/notes/page/verify', { until })
    expect(verified).toMatchObject({
      reviewState: 'Verified',
      reviewUntil: until,
      verifiedBy: { userId: ben.id, name: expect.any(String) },
      verifiedAt: expect.any(String),
    })
    expect((await get(cleo, '/notes/page')).body.verifiedBy.userId).toBe(ben.id)
    const { body: flagged } = await put(cleo, '/notes/page/flag-as-outdated', { reason: 'Old.' })
    expect(flagged.verifiedBy).toBeUndefined()
  })
})

describe('shared with me', () => {
  test('lists what others share by name, and nothing hidden, own or for everyone', async () => {
    const titles = async (person: Person) => {
      const { notes } = (await get(person, '/shared-with-me')).body
      return notes.map(({ title }: { title: string }) => title).sort()
    }
    expect(await titles(dan)).toEqual([])
    expect(await titles(cleo)).toEqual(['Crew'])
    const { body: own } = await call(ben, 'POST', '/notes', { title: 'Plan', markdown: 'A plan.' })
    await setRights(ben, own.id, { view: [user(ben), user(dan)], edit: [user(ben)] })
    expect(await titles(dan)).toEqual(['Plan'])
    expect(await titles(ben)).toEqual(['Crew'])
    expect(await titles(cleo)).toEqual(['Crew'])
    await setRights(ben, own.id, { view: [user(ben)] })
    expect(await titles(dan)).toEqual([])
  })
})
