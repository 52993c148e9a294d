import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let vera: Person
let rita: Person

beforeAll(async () => {
  scratch = await createTestApp()
  await scratch.organization('acme', { name: 'Acme' })
  await scratch.organization('rival', { name: 'Rival' })
  ada = await scratch.person('acme', 'ada', { role: 'admin', groups: ['Crew', 'Office'] })
  vera = await scratch.person('acme', 'vera', { role: 'viewer', groups: ['Crew'] })
  rita = await scratch.person('rival', 'rita', { groups: ['Crew'] })
})
afterAll(() => scratch.close())

const get = (person: Person, path: string) => scratch.call(person.key, 'GET', `/v1${path}`)

test('a viewer reads their own name, role and organization; without a credential nobody does', async () => {
  expect(await get(vera, '/me')).toMatchObject({
    status: 200,
    body: {
      id: vera.id,
      email: 'vera@acme.test',
      displayName: 'vera',
      role: 'viewer',
      organizationName: 'Acme',
      organizationDomain: '',
    },
  })
  expect((await scratch.call(undefined, 'GET', '/v1/me')).status).toBe(401)
})

test('users are those of the own organization, found by name and by address', async () => {
  const everyone = await get(vera, '/users')
  expect(everyone.body).toEqual({
    users: [
      { id: ada.id, email: 'ada@acme.test', displayName: 'ada' },
      { id: vera.id, email: 'vera@acme.test', displayName: 'vera' },
    ],
    total: 2,
    hasNextPage: false,
    nextCursor: null,
  })
  const ids = async (query: string) =>
    (await get(vera, `/users?query=${encodeURIComponent(query)}`)).body.users.map((user: { id: string }) => user.id)
  expect(await ids('VER')).toEqual([vera.id])
  expect(await ids('ada@acme')).toEqual([ada.id])
  expect(await ids('rita')).toEqual([])
  expect(await ids('%')).toEqual([])
  expect(await ids('_da')).toEqual([])
})

test('a user of another organization is one that does not exist', async () => {
  expect((await get(vera, `/users/${ada.id}`)).body).toEqual({
    id: ada.id,
    email: 'ada@acme.test',
    displayName: 'ada',
  })
  const foreign = await get(vera, `/users/${rita.id}`)
  expect(foreign).toMatchObject({ status: 404, body: { id: 'not-found' } })
  expect(foreign.body).toEqual((await get(vera, '/users/nobody')).body)
})

test('groups tell who is in them, and only those of the own organization', async () => {
  const { body } = await get(vera, '/groups')
  expect(body.groups).toEqual([
    { id: expect.any(String), name: 'Crew', description: '', userIds: [ada.id, vera.id].sort() },
    { id: expect.any(String), name: 'Office', description: '', userIds: [ada.id] },
  ])
  expect((await get(vera, '/groups?query=off')).body).toMatchObject({
    total: 1,
    groups: [{ name: 'Office' }],
  })
  const crew = body.groups[0]
  expect((await get(vera, `/groups/${crew.id}`)).body).toEqual(crew)
  expect((await get(rita, `/groups/${crew.id}`)).status).toBe(404)
})

test('a disabled user is not listed, but found by those who hold the id', async () => {
  const gone = await scratch.person('acme', 'gone')
  await scratch.app.members.disable('acme', gone.id)
  expect((await get(vera, '/users?query=gone')).body.total).toBe(0)
  expect((await get(vera, `/users/${gone.id}`)).body.email).toBe('gone@acme.test')
})

test('a walk over many users gives each once while others join', async () => {
  const names = Array.from({ length: 70 }, (_, index) => `crowd${String(index).padStart(2, '0')}`)
  for (const name of names) {
    await scratch.app.members.create({
      organizationId: 'acme',
      email: `${name}@acme.test`,
      name,
      role: 'member',
    })
  }
  const first = await get(ada, '/users?query=crowd')
  expect(first.body).toMatchObject({ total: 70, hasNextPage: true })
  await scratch.app.members.create({
    organizationId: 'acme',
    email: 'early@acme.test',
    name: 'crowd00-early',
    role: 'member',
  })
  const second = await get(ada, `/users?query=crowd&cursor=${first.body.nextCursor}`)
  expect(second.body).toMatchObject({ total: 71, hasNextPage: false, nextCursor: null })
  const walked = [...first.body.users, ...second.body.users].map((user: { displayName: string }) => user.displayName)
  expect(walked).toEqual(names)
  expect((await get(ada, `/groups?cursor=${first.body.nextCursor}`)).status).toBe(422)
  expect((await get(ada, '/users?cursor=nonsense')).status).toBe(422)
})

test('a group has the description that an admin gives it, for everyone in the organization', async () => {
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
    scratch.call(ada.key, method, `/v1${path}`, body)
  const made = await call('POST', '/groups', { name: 'Night watch', description: 'Awake after ten.' })
  expect(made).toMatchObject({ status: 201, body: { description: 'Awake after ten.', memberIds: [] } })
  const path = `/groups/${made.body.id}`
  expect((await get(vera, path)).body.description).toBe('Awake after ten.')
  expect((await call('PATCH', path, { name: 'Watch' })).body).toMatchObject({ description: 'Awake after ten.' })
  expect((await call('PATCH', path, { description: '' })).body).toMatchObject({ name: 'Watch', description: '' })
  expect((await get(vera, '/groups?query=watch')).body.groups).toMatchObject([{ name: 'Watch', description: '' }])
  expect((await scratch.call(vera.key, 'PATCH', `/v1${path}`, { description: 'Mine.' })).status).toBe(403)
  expect((await call('PATCH', path, { description: 'x'.repeat(2001) })).body.details).toHaveProperty('description')
  expect((await call('DELETE', path)).status).toBe(204)
})

test('members are added to a group and removed from it without taking back what others change', async () => {
  const change = (body: object) => scratch.call(ada.key, 'PATCH', path, body)
  const { body: made } = await scratch.call(ada.key, 'POST', '/v1/groups', { name: 'Divers', memberIds: [ada.id] })
  const path = `/v1/groups/${made.id}`
  const [added, renamed] = await Promise.all([change({ addMemberIds: [vera.id] }), change({ name: 'Swimmers' })])
  expect([added.status, renamed.status]).toEqual([200, 200])
  const ended = await change({ removeMemberIds: [ada.id], addMemberIds: [vera.id] })
  expect(ended.body).toMatchObject({ name: 'Swimmers', memberIds: [vera.id] })
  expect((await change({ removeMemberIds: ['nobody'] })).body.memberIds).toEqual([vera.id])
  expect((await change({ addMemberIds: [rita.id] })).body.details).toHaveProperty('addMemberIds')
})
