import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'

let scratch: TestApp
let ada: Person
let ben: Person
let vera: Person

beforeAll(async () => {
  scratch = await createTestApp()
  await scratch.organization('acme', { name: 'Acme' })
  ada = await scratch.person('acme', 'ada', { role: 'admin' })
  ben = await scratch.person('acme', 'ben', { groups: ['Crew'] })
  vera = await scratch.person('acme', 'vera', { role: 'viewer' })
})
afterAll(() => scratch.close())

describe('data sources', () => {
  test('an admin creates one and its id is the rootId that items are indexed under', async () => {
    const made = await scratch.call(ada.key, 'POST', '/v1/data-sources', {
      name: 'Tickets',
      readers: ['everyone'],
      writers: [`user:${ada.email}`],
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Tickets', itemCount: 0, mayRead: true, mayWrite: true })
    const rootId = made.body.id
    const indexed = await scratch.call(ada.key, 'POST', '/v1/ask/index', contentFixture({ rootId, title: 'Door lock' }))
    expect(indexed.status).toBe(200)
    const forBen = await scratch.call(ben.key, 'GET', '/v1/data-sources')
    expect(forBen.body.dataSources).toEqual([
      expect.objectContaining({ id: rootId, itemCount: 1, mayRead: true, mayWrite: false }),
    ])
    const items = await scratch.call(ben.key, 'GET', `/v1/data-sources/${rootId}/items?query=door`)
    expect(items.body).toMatchObject({ total: 1, nbPages: 1, items: [{ id: 'T-1', title: 'Door lock' }] })
    const read = await scratch.call(ben.key, 'GET', `/v1/documents/${items.body.items[0].documentId}`)
    expect(read.body).toMatchObject({ kind: 'item', id: 'T-1', rootId, path: ['Tickets'] })
    expect(read.body.passages[0].text).toContain('opens at seven')
    expect((await scratch.call(ada.key, 'DELETE', `/v1/data-sources/${rootId}`)).status).toBe(204)
    expect((await scratch.call(ben.key, 'GET', '/v1/data-sources')).body.dataSources).toEqual([])
  })

  test('who is not an admin changes none', async () => {
    const body = { name: 'Mine', readers: ['everyone'], writers: [] }
    expect((await scratch.call(ben.key, 'POST', '/v1/data-sources', body)).status).toBe(403)
    expect((await scratch.call(ben.key, 'DELETE', '/v1/data-sources/any')).status).toBe(403)
    expect((await scratch.call(undefined, 'GET', '/v1/data-sources')).status).toBe(401)
  })

  test('an admin manages a source that they may not read, and does not read it', async () => {
    await scratch.dataSource('acme', 'crew-only', ['group:Crew'])
    await scratch.call(ben.key, 'POST', '/v1/ask/index', contentFixture({ rootId: 'crew-only', title: 'Hidden' }))
    const list = await scratch.call(ada.key, 'GET', '/v1/data-sources')
    expect(list.body.dataSources).toEqual([
      expect.objectContaining({ id: 'crew-only', itemCount: 1, mayRead: false, readers: ['group:Crew'] }),
    ])
    expect((await scratch.call(ada.key, 'GET', '/v1/data-sources/crew-only/items')).status).toBe(404)
    expect((await scratch.call(vera.key, 'GET', '/v1/data-sources')).body.dataSources).toEqual([])
    const changed = await scratch.call(ada.key, 'PATCH', '/v1/data-sources/crew-only', {
      readers: ['group:Crew', `user:${ada.email}`],
    })
    expect(changed.body).toMatchObject({ mayRead: true })
    expect((await scratch.call(ada.key, 'GET', '/v1/data-sources/crew-only/items')).body.total).toBe(1)
  })

  test('a reader that nobody knows is told under the name of the field', async () => {
    const refused = await scratch.call(ada.key, 'POST', '/v1/data-sources', {
      name: 'X',
      readers: ['group:Nobody'],
      writers: [],
    })
    expect(refused.status).toBe(422)
    expect(refused.body.details.readers.message).toContain('group:Nobody')
  })

  test('a taken id is a conflict', async () => {
    const body = { id: 'crew-only', name: 'X', readers: ['everyone'], writers: [] }
    expect((await scratch.call(ada.key, 'POST', '/v1/data-sources', body)).status).toBe(409)
  })
})

describe('assistants', () => {
  test('an admin makes, changes and deletes one; a member sees those meant for them', async () => {
    await scratch.note('acme', { id: 'secret', title: 'Secret', audience: [`user:${ada.email}`] })
    const made = await scratch.call(ada.key, 'POST', '/v1/assistants', {
      name: 'Helper',
      audience: ['group:Crew'],
      scope: { notes: ['secret'], dataSources: [] },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ mayUse: false, digestDays: 7, scope: { notes: [{ id: 'secret' }] } })
    const forBen = await scratch.call(ben.key, 'GET', '/v1/assistants')
    expect(forBen.body.assistants[0].scope).toEqual({ notes: [], dataSources: [], hidden: 1 })
    expect((await scratch.call(vera.key, 'GET', '/v1/assistants')).body.assistants).toEqual([])
    const changed = await scratch.call(ada.key, 'PATCH', `/v1/assistants/${made.body.id}`, { digestDays: 14 })
    expect(changed.body).toMatchObject({
      digestDays: 14,
      name: 'Helper',
      scope: { notes: [{ id: 'secret' }] },
    })
    expect((await scratch.call(ben.key, 'DELETE', `/v1/assistants/${made.body.id}`)).status).toBe(403)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/assistants/${made.body.id}`)).status).toBe(204)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/assistants/${made.body.id}`)).status).toBe(404)
  })

  test('whether the caller can use one is true at once after creating or sharing it', async () => {
    const create = (audience: string[]) => scratch.call(ada.key, 'POST', '/v1/assistants', { name: 'Shared', audience })
    const own = await create([`user:${ada.email}`])
    expect(own.body).toMatchObject({ mayUse: true })
    const crews = await create(['group:Crew'])
    expect(crews.body).toMatchObject({ mayUse: false })
    const share = (audience: string[]) =>
      scratch.call(ada.key, 'PATCH', `/v1/assistants/${crews.body.id}`, { audience })
    expect((await share(['everyone'])).body).toMatchObject({ mayUse: true })
    expect((await share(['group:Crew'])).body).toMatchObject({ mayUse: false })
    for (const { id } of [own.body, crews.body])
      expect((await scratch.call(ada.key, 'DELETE', `/v1/assistants/${id}`)).status).toBe(204)
  })

  test('a scope cannot name what does not exist', async () => {
    const refused = await scratch.call(ada.key, 'POST', '/v1/assistants', {
      name: 'Lost',
      audience: ['everyone'],
      scope: { notes: ['nowhere'], dataSources: [] },
    })
    expect(refused.status).toBe(422)
    expect(refused.body.details.scope.message).toContain('nowhere')
  })
})

describe('people', () => {
  test('an invited member gets a password that is told once, a group, and can be locked out', async () => {
    const invited = await scratch.call(ada.key, 'POST', '/v1/members', { email: 'Cy@acme.test', name: 'Cy' })
    expect(invited.status).toBe(201)
    expect(invited.body.member).toMatchObject({ email: 'cy@acme.test', role: 'member', groups: [] })
    expect(invited.body.password).toMatch(/^\w{5}(-\w{5}){3}$/)
    const { id } = invited.body.member
    const group = await scratch.call(ada.key, 'POST', '/v1/groups', { name: 'Night', memberIds: [id] })
    expect(group.body).toMatchObject({ name: 'Night', memberIds: [id] })
    const list = await scratch.call(ada.key, 'GET', '/v1/members?query=cy')
    expect(list.body.members).toEqual([expect.objectContaining({ id, groups: [{ id: group.body.id, name: 'Night' }] })])
    const locked = await scratch.call(ada.key, 'PATCH', `/v1/members/${id}`, { disabled: true })
    expect(locked.body.disabledAt).not.toBeNull()
    expect((await scratch.call(ada.key, 'DELETE', `/v1/members/${id}`)).status).toBe(204)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/groups/${group.body.id}`)).status).toBe(204)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/groups/${group.body.id}`)).status).toBe(404)
  })

  test('a group is not deleted while nobody else can see some notes', async () => {
    const dora = await scratch.person('acme', 'dora', { groups: ['Divers'] })
    const groups = await scratch.call(ada.key, 'GET', '/v1/groups?query=divers')
    const path = `/v1/groups/${groups.body.groups[0].id}`
    const made = await scratch.call(dora.key, 'POST', '/v1/notes', { title: 'Wreck', audience: ['group:Divers'] })
    const note = `/v1/notes/${made.body.id}`
    const refused = await scratch.call(ada.key, 'DELETE', path)
    expect(refused).toMatchObject({ status: 409, body: { id: 'conflict' } })
    expect(refused.text).not.toContain('Wreck')
    expect((await scratch.call(dora.key, 'GET', note)).status).toBe(200)
    await scratch.call(dora.key, 'DELETE', note)
    expect((await scratch.call(ada.key, 'DELETE', path)).status).toBe(409)
    const { branches } = (await scratch.call(dora.key, 'GET', '/v1/trash')).body
    await scratch.call(dora.key, 'PUT', `/v1/trash/${branches[0].id}/restore`)
    await scratch.call(dora.key, 'PUT', `${note}/audience`, { audience: ['group:Divers', `user:${dora.email}`] })
    expect((await scratch.call(ada.key, 'DELETE', path)).status).toBe(204)
    expect((await scratch.call(dora.key, 'GET', note)).status).toBe(200)
  })

  test('the last admin can neither leave nor step down', async () => {
    expect((await scratch.call(ada.key, 'PATCH', `/v1/members/${ada.id}`, { role: 'member' })).status).toBe(409)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/members/${ada.id}`)).status).toBe(409)
  })

  test('members do not manage members', async () => {
    for (const [method, path] of [
      ['GET', '/v1/members'],
      ['POST', '/v1/members'],
      ['PATCH', `/v1/members/${ben.id}`],
      ['POST', `/v1/members/${ada.id}/password`],
      ['POST', '/v1/groups'],
      ['GET', '/v1/service'],
      ['GET', '/v1/insights'],
      ['PATCH', '/v1/organization'],
    ] as const) {
      const reply = await scratch.call(ben.key, method, path, method === 'GET' ? undefined : bodyOf(path))
      expect([method, path, reply.status]).toEqual([method, path, 403])
    }
  })

  test('a password is changed by who knows the old one', async () => {
    const invited = await scratch.call(ada.key, 'POST', '/v1/members', {
      email: 'dee@acme.test',
      name: 'Dee',
    })
    const { id } = invited.body.member
    const { key } = await scratch.app.apiKeys.create({ organizationId: 'acme', memberId: id, name: 'x' })
    const change = (currentPassword: string) =>
      scratch.call(key, 'PUT', '/v1/me/password', { currentPassword, newPassword: 'a longer one' })
    expect((await change('wrong')).status).toBe(403)
    expect((await change(invited.body.password)).status).toBe(204)
    expect((await change(invited.body.password)).status).toBe(403)
    expect((await change('a longer one')).status).toBe(204)
  })
})

describe('keys and the organization', () => {
  test('a key works until it is revoked, and only its owner revokes it', async () => {
    const made = await scratch.call(ben.key, 'POST', '/v1/api-keys', { name: 'Sync' })
    expect(made.status).toBe(201)
    const { key, apiKey } = made.body
    expect((await scratch.call(ben.key, 'GET', '/v1/api-keys')).body.apiKeys).toContainEqual(
      expect.objectContaining({ id: apiKey.id, name: 'Sync' }),
    )
    expect(JSON.stringify((await scratch.call(ben.key, 'GET', '/v1/api-keys')).body)).not.toContain(key)
    expect((await scratch.call(ada.key, 'DELETE', `/v1/api-keys/${apiKey.id}`)).status).toBe(404)
    expect((await scratch.call(ben.key, 'DELETE', `/v1/api-keys/${apiKey.id}`)).status).toBe(204)
    expect((await scratch.call(key, 'GET', '/v1/me')).status).toBe(401)
  })

  test('an admin turns asking off and on again', async () => {
    const off = await scratch.call(ada.key, 'PATCH', '/v1/organization', { askEnabled: false })
    expect(off.body).toMatchObject({ name: 'Acme', askEnabled: false })
    expect((await scratch.call(ben.key, 'POST', '/v1/ask', { question: 'Anything?' })).status).toBe(422)
    const on = await scratch.call(ada.key, 'PATCH', '/v1/organization', {
      askEnabled: true,
      name: 'Acme Works',
    })
    expect(on.body).toMatchObject({ name: 'Acme Works', askEnabled: true })
  })

  test('an admin reads which models are in use', async () => {
    const state = await scratch.call(ada.key, 'GET', '/v1/service')
    expect(state.body).toMatchObject({ embedding: null, chat: null })
    const trial = await scratch.call(ada.key, 'POST', '/v1/service/models/trial')
    expect(trial.body).toEqual({ embedding: null, chat: null })
  })
})

function bodyOf(path: string): unknown {
  if (path === '/v1/members') return { email: 'x@acme.test', name: 'X' }
  if (path === '/v1/groups') return { name: 'X' }
  return {}
}
