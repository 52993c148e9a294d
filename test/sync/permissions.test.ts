import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { formType, multipartBody, uploadParts } from '../support/multipart.ts'
import type { Person } from '../support/test-app.ts'
import { createMemoryOrigin } from './memory-origin.ts'
import { createSyncApp, organizationId, rootId, type SyncApp } from './sync-app.ts'

const { origin, connector } = createMemoryOrigin()
let app: SyncApp
let people: Record<'ada' | 'ben' | 'cleo' | 'dora', Person>
/** Ben and Cleo are readers of the data source, Dora is not. Ada is an admin and a reader. */
const sourceReaders = ['user:ada@acme.test', 'user:ben@acme.test', 'user:cleo@acme.test']
const secret = 'The vault opens with the word vermilion.'

beforeAll(async () => {
  app = await createSyncApp({ connector, settings: {} })
  const { service } = app
  people = {
    ada: await service.person(organizationId, 'ada', { role: 'admin' }),
    ben: await service.person(organizationId, 'ben', { groups: ['Finance'] }),
    cleo: await service.person(organizationId, 'cleo'),
    dora: await service.person(organizationId, 'dora', { groups: ['Finance'] }),
  }
})
afterAll(() => app.close())
beforeEach(async () => {
  origin.documents.clear()
  await app.reset()
  await app.service.dataSource(organizationId, rootId, sourceReaders)
  origin.set('plain', 'Everybody who reads this source sees the lobby.')
})

/** Who finds the secret: by asking, by listing, and in the database under row-level security. */
async function readers(): Promise<string[]> {
  const { service } = app
  const found: string[] = []
  for (const [name, person] of Object.entries(people)) {
    const asked = await service.call(person.key, 'POST', '/v1/ask', { question: 'Which word opens the vault?' })
    const searched = await service.call(person.key, 'POST', '/v1/search', { query: 'vermilion vault' })
    const listed = await service.call(person.key, 'GET', `/v1/ask/index?rootId=${rootId}`)
    const { rows } = await service.database.readAs({ organizationId, memberId: person.id }, (store) =>
      sql<{ body: string }>`select body from chunk`.execute(store),
    )
    const ways = [
      asked.text.includes('vermilion'),
      searched.text.includes('vermilion'),
      listed.text.includes('secret'),
      rows.some(({ body }) => body.includes('vermilion')),
    ]
    expect([name, new Set(ways).size]).toEqual([name, 1])
    if (ways[0]) found.push(name)
  }
  return found
}

test('an item without readers of its own is visible to the readers of the data source', async () => {
  origin.set('secret', secret)
  await app.sync()
  expect(await readers()).toEqual(['ada', 'ben', 'cleo'])
})

test('an item with readers is visible to those of them who read the data source, never wider', async () => {
  origin.set('secret', {
    text: secret,
    readers: { emails: ['Ben@acme.test', 'dora@acme.test', 'x@else.test'], groups: [] },
  })
  await app.sync()
  expect(await readers()).toEqual(['ben'])
})

test('an item with readers does not count for others: neither its number nor when it was indexed', async () => {
  await app.sync()
  const sourceFor = async (person: Person) => {
    const { body } = await app.service.call(person.key, 'GET', '/v1/data-sources')
    const [{ itemCount, lastIndexedAt }] = body.dataSources
    return { itemCount, lastIndexedAt }
  }
  const before = await sourceFor(people.cleo)
  expect(before.itemCount).toBe(1)
  origin.set('secret', { text: secret, readers: { emails: ['ben@acme.test'], groups: [] } })
  await app.sync()
  expect(await sourceFor(people.cleo)).toEqual(before)
  expect(await sourceFor(people.ben)).toMatchObject({ itemCount: 2 })
  // An admin manages all of them.
  expect(await sourceFor(people.ada)).toMatchObject({ itemCount: 2 })
})

test('groups are those of the same name; unknown names are nobody', async () => {
  origin.set('secret', {
    text: secret,
    readers: { emails: [], groups: ['Finance', 'everyone', 'user:cleo@acme.test'] },
  })
  await app.sync()
  expect(await readers()).toEqual(['ben'])
  origin.set('secret', { text: secret, readers: { emails: [], groups: ['Unknown'] } })
  await app.sync()
  expect(await readers()).toEqual([])
  origin.set('secret', { text: secret, readers: { emails: [], groups: [] } })
  await app.sync()
  expect(await readers()).toEqual([])
})

test('a change of readers alone applies with the next run, in both directions', async () => {
  origin.set('secret', { text: secret, readers: { emails: ['ben@acme.test'], groups: [] } })
  await app.sync()
  origin.set('secret', { text: secret, readers: { emails: ['cleo@acme.test'], groups: [] } })
  await app.sync()
  expect(await readers()).toEqual(['cleo'])
  origin.set('secret', { text: secret })
  await app.sync()
  expect(await readers()).toEqual(['ada', 'ben', 'cleo'])
  origin.set('secret', { text: `${secret} Since today.`, readers: { emails: ['ben@acme.test'], groups: [] } })
  await app.sync()
  expect(await readers()).toEqual(['ben'])
})

test('who is removed from the data source loses the item with the next request, without a run', async () => {
  origin.set('secret', { text: secret, readers: { emails: ['ben@acme.test', 'cleo@acme.test'], groups: [] } })
  await app.sync()
  expect(await readers()).toEqual(['ben', 'cleo'])
  await app.service.dataSource(organizationId, rootId, ['user:ada@acme.test', 'user:cleo@acme.test'])
  expect(await readers()).toEqual(['cleo'])
})

test('a member who joins, and a group that gets another member, count from the next run or at once', async () => {
  const { service } = app
  await service.dataSource(organizationId, rootId, ['everyone'])
  const email = 'eve@acme.test'
  origin.set('secret', { text: secret, readers: { emails: [email], groups: ['Finance'] } })
  await app.sync()
  expect(await readers()).toEqual(['ben', 'dora'])
  const team = await service.app.teams.findByName(organizationId, 'Finance')
  await service.app.teams.setMembers(organizationId, team!.id, [people.ben.id])
  expect(await readers()).toEqual(['ben'])
  const eve = await service.person(organizationId, 'eve')
  const question = { question: 'Which word opens the vault?' }
  expect((await service.call(eve.key, 'POST', '/v1/ask', question)).text).not.toContain('vermilion')
  await app.sync()
  expect((await service.call(eve.key, 'POST', '/v1/ask', question)).text).toContain('vermilion')
})

test('an item that somebody writes through the API keeps the readers that the origin gave it', async () => {
  origin.set('secret', { text: 'The vault is closed.', readers: { emails: ['ben@acme.test'], groups: [] } })
  await app.sync()
  const item = { rootId, id: 'secret', title: 'secret', content: secret, type: 'markdown' }
  const fields = { updatedAt: '2026-11-01T09:00:00Z', url: 'https://origin.test/secret' }
  const reply = await app.service.call(people.cleo.key, 'POST', '/v1/ask/index', { ...item, ...fields })
  expect(reply.status).toBe(200)
  expect(await readers()).toEqual(['ben'])
})

test('writing an item that the caller cannot see returns nothing of it', async () => {
  const { service } = app
  origin.set('secret', { text: 'The vault is closed.', readers: { emails: ['ben@acme.test'], groups: [] } })
  await app.sync()
  const upload = (person: Person, fields: Record<string, string>) => {
    const body = multipartBody(uploadParts({ rootId, id: 'secret', ...fields }, 'plan.txt', secret))
    return service.call(person.key, 'POST', '/v1/files', body, { 'content-type': formType })
  }
  const own = { title: 'Vermilion plan', updatedAt: '2025-01-01T00:00:00Z' }
  expect((await upload(people.ben, own)).body.source).toMatchObject({ title: own.title })
  expect((await upload(people.ben, {})).body.source).toMatchObject({ title: own.title })
  const reply = await upload(people.cleo, {})
  expect(reply.status).toBe(200)
  expect(reply.body.source.title).toBe('plan.txt')
  expect(reply.body.source.updatedAt).not.toMatch(/^2025/)
  expect(await readers()).toEqual(['ben'])
})

test('items with the same readers share an audience, which goes with the last of them', async () => {
  const count = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from audience where within_audience_id is not null`.execute(app.service.database.unrestricted)
    return rows[0]?.count
  }
  const only = { emails: ['ben@acme.test', 'ada@acme.test'], groups: [] }
  origin.set('one', { text: 'One.', readers: only })
  origin.set('two', { text: 'Two.', readers: { emails: ['ada@acme.test', 'BEN@acme.test'], groups: [] } })
  await app.sync()
  expect(await count()).toBe(1)
  origin.documents.delete('one')
  origin.documents.delete('two')
  await app.sync()
  expect(await count()).toBe(0)
})
