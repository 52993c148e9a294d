import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../support/seeded-random.ts'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

/**
 * Compares the service with a small model of the rule after each of many random changes: to lists, places, groups and roles,
 * by random people. Nobody can edit what they cannot see, and nobody can do more than the model says.
 */
let service: TestApp
beforeAll(async () => {
  service = await createTestApp()
})
afterAll(() => service.close())

interface NoteModel {
  parent: string | null
  view: string[] | null
  edit: string[] | null
}

const groupNames = ['Red', 'Blue']
const noteIds = ['a', 'b', 'c', 'd', 'e']
const stepCount = 40

test.each([1, 2, 3])('who can edit can see, whatever happened before (seed %i)', async (seed) => {
  const { next: random } = seededRandom(seed)
  const org = await service.organization(`property${seed}`)
  const admin = await service.person(org, 'root', { role: 'admin' })
  const people = new Map<string, Person>()
  const roles = new Map<string, string>()
  const groups = new Map<string, { id: string; members: Set<string> }>()
  for (const name of ['ann', 'bob', 'cat', 'dan']) {
    people.set(name, await service.person(org, name, { groups: groupNames }))
    roles.set(name, 'member')
  }
  for (const { id, name } of (await service.call(admin.key, 'GET', '/v1/groups')).body.groups) {
    groups.set(name, { id, members: new Set(people.keys()) })
  }
  const notes = new Map<string, NoteModel>()
  for (const [index, id] of noteIds.entries()) {
    const parent = index === 0 ? null : (noteIds[Math.floor(random() * index)] ?? null)
    await service.note(org, { id, parent: parent ?? undefined })
    notes.set(id, { parent, view: null, edit: null })
  }

  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const emailOf = (name: string) => people.get(name)?.email ?? ''
  const pickPrincipals = (): string[] | null => {
    const all = [
      'everyone',
      ...groupNames.map((name) => `group:${name}`),
      ...[...people.keys()].map((name) => `user:${name}`),
    ]
    return random() < 0.25 ? null : [...new Set([pick(all), pick(all)])]
  }
  const toNames = (list: string[] | null) =>
    list?.map((principal) => (principal.startsWith('user:') ? `user:${emailOf(principal.slice(5))}` : principal)) ??
    null
  /** The own list of the note or of the nearest one above; null: there is none. */
  const nearest = (id: string, list: 'view' | 'edit'): string[] | null => {
    const note = notes.get(id)
    return note?.[list] ?? (note?.parent ? nearest(note.parent, list) : null)
  }
  const effective = (id: string, list: 'view' | 'edit') => nearest(id, list) ?? ['everyone']
  const isIn = (person: string, list: string[]) =>
    list.some(
      (entry) => entry === 'everyone' || entry === `user:${person}` || groups.get(entry.slice(6))?.members.has(person),
    )
  const canSee = (person: string, id: string) => isIn(person, effective(id, 'view'))
  const canEdit = (person: string, id: string) =>
    canSee(person, id) && roles.get(person) !== 'viewer' && isIn(person, effective(id, 'edit'))
  const call = (person: string, method: 'GET' | 'PUT' | 'PATCH', path: string, body?: unknown) =>
    service.call(people.get(person)?.key ?? admin.key, method, `/v1${path}`, body)

  const changeRights = async () => {
    const [person, id] = [pick([...people.keys()]), pick(noteIds)]
    const change = { view: pickPrincipals(), edit: pickPrincipals() }
    const body = { view: toNames(change.view), edit: toNames(change.edit) }
    const { status } = await call(person, 'PUT', `/notes/${id}/rights`, body)
    if (!canSee(person, id)) expect(status).toBe(404)
    else if (!canEdit(person, id)) expect(status).toBe(403)
    else expect([200, 422]).toContain(status)
    if (status === 200) Object.assign(notes.get(id) as NoteModel, change)
  }
  const move = async () => {
    const [person, id, to] = [pick([...people.keys()]), pick(noteIds), pick([null, ...noteIds])]
    const note = notes.get(id) as NoteModel
    const { status } = await call(person, 'PUT', `/notes/${id}/parent`, { parentNoteId: to })
    if (!canSee(person, id) || (to !== null && !canSee(person, to))) expect(status).toBe(404)
    else if (!canEdit(person, id) || (to !== null && to !== note.parent && !canEdit(person, to)))
      expect(status).toBe(403)
    else expect([200, 409, 422]).toContain(status)
    // A parent that the person cannot see reads as the top level: nothing moves.
    const isSame = to === note.parent || (to === null && note.parent !== null && !canSee(person, note.parent))
    if (status !== 200 || isSame) return
    if (to === null) Object.assign(note, { view: nearest(id, 'view'), edit: nearest(id, 'edit') })
    note.parent = to
  }
  const changeGroup = async () => {
    const group = groups.get(pick(groupNames)) as { id: string; members: Set<string> }
    const person = pick([...people.keys()])
    if (!group.members.delete(person)) group.members.add(person)
    const memberIds = [...group.members].map((name) => people.get(name)?.id)
    expect((await call('admin', 'PATCH', `/groups/${group.id}`, { memberIds })).status).toBe(200)
  }
  const changeRole = async () => {
    const [person, role] = [pick([...people.keys()]), pick(['viewer', 'member', 'member'])]
    roles.set(person, role)
    expect((await call('admin', 'PATCH', `/members/${people.get(person)?.id}`, { role })).status).toBe(200)
  }

  for (let step = 0; step < stepCount; step += 1) {
    await pick([changeRights, changeRights, move, move, changeGroup, changeRole])()
    for (const person of people.keys()) {
      const listed = (await call(person, 'GET', '/notes')).body.notes as { id: string; canEdit: boolean }[]
      const seen = Object.fromEntries(listed.map((note) => [note.id, note.canEdit]))
      const modelled = noteIds.filter((id) => canSee(person, id)).map((id) => [id, canEdit(person, id)])
      expect([step, person, seen]).toEqual([step, person, Object.fromEntries(modelled)])
      const id = pick(noteIds)
      const { status } = await call(person, 'PUT', `/notes/${id}`, { title: `${person} ${step}` })
      expect(status).toBe(canEdit(person, id) ? 200 : canSee(person, id) ? 403 : 404)
    }
  }
})
