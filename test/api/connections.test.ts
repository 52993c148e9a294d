import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createMemoryOrigin } from '../sync/memory-origin.ts'

const { origin, connector } = createMemoryOrigin()
let service: TestApp
let ada: Person
let bob: Person

beforeAll(async () => {
  service = await createTestApp({ connectors: [connector] })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  bob = await service.person('acme', 'bob')
  origin.set('gate', { text: 'The gate opens at seven.' })
})
afterAll(() => service.close())

const call = (...args: Parameters<TestApp['call']> extends [unknown, ...infer Rest] ? Rest : never) =>
  service.call(ada.key, ...args)
const memory = (fields: object = {}) => ({
  kind: 'memory',
  name: 'Gates',
  settings: { token: 't0p-secret' },
  ...fields,
})

test('kinds come with the schema of their settings, in which secrets are marked', async () => {
  const { body } = await call('GET', '/v1/admin/connection-kinds')
  expect(body.kinds).toMatchObject([
    {
      kind: 'memory',
      settings: { properties: { label: { title: 'Label' }, token: { title: 'Token', writeOnly: true } } },
      secrets: ['token'],
    },
  ])
})

test('a trial lists items and stores nothing', async () => {
  const request = { kind: 'memory', settings: { token: 'x' } }
  const { body } = await call('POST', '/v1/admin/connection-trials', request)
  expect(body).toMatchObject({ ok: true, message: null, items: [{ id: 'gate', readers: null }] })
  expect((await call('GET', '/v1/admin/connections')).body).toEqual({ connections: [] })
})

test('a connection creates its data source, runs, and answers come from it; secrets never come back', async () => {
  const created = await call('POST', '/v1/admin/connections', memory({ id: 'gates', readers: ['user:bob@acme.test'] }))
  expect(created).toMatchObject({ status: 201, body: { id: 'gates', state: 'waiting', secrets: ['token'] } })
  await service.app.jobs.drain()
  const read = await call('GET', '/v1/admin/connections/gates')
  expect(read.body).toMatchObject({ state: 'idle', outcome: 'done', counts: { added: 1 }, settings: {} })
  const question = { question: 'When does the gate open?' }
  expect((await service.call(bob.key, 'POST', '/v1/ask', question)).body.answer).toContain('seven')
  // Managing a connection does not let an admin read its items.
  expect((await call('POST', '/v1/ask', question)).body.answer).not.toContain('seven')
  const { rows } = await sql`select c::text as row from connection c`.execute(service.database.unrestricted)
  const shown = [created.text, read.text, (await call('GET', '/v1/admin/connections')).text, JSON.stringify(rows)]
  for (const text of shown) expect(text).not.toContain('t0p-secret')
})

test('stored secrets are not used with other settings', async () => {
  const path = '/v1/admin/connections/gates'
  const moved = await call('PATCH', path, { settings: { label: 'elsewhere' } })
  expect([moved.status, moved.body.details]).toEqual([
    422,
    { token: { message: 'must be entered again, because the settings change' } },
  ])
  const tried = { kind: 'memory', id: 'gates', settings: { label: 'elsewhere' } }
  expect((await call('POST', '/v1/admin/connection-trials', tried)).status).toBe(422)
  const renamed = await call('PATCH', path, { name: 'Doors', everyMinutes: null, settings: {} })
  expect(renamed.body).toMatchObject({ name: 'Doors', everyMinutes: null, secrets: ['token'] })
  await service.app.jobs.drain()
  expect(origin.settings.at(-1)).toEqual({ token: 't0p-secret' })
})

test('one connection per data source, and only of known kinds', async () => {
  const { rootId } = (await call('GET', '/v1/admin/connections/gates')).body
  expect((await call('POST', '/v1/admin/connections', memory({ rootId }))).status).toBe(409)
  expect((await call('POST', '/v1/admin/connections', memory({ rootId: 'none' }))).status).toBe(404)
  expect((await call('POST', '/v1/admin/connections', memory({ kind: 'none' }))).status).toBe(422)
})

test('removals on hold are confirmed with allowRemovals; a deleted connection leaves its items', async () => {
  const documents = async () =>
    (await sql`select from document where root_id is not null`.execute(service.database.unrestricted)).rows.length
  const sync = async (body: object) => {
    await call('POST', '/v1/admin/connections/gates/sync', body)
    await service.app.jobs.drain()
    return (await call('GET', '/v1/admin/connections/gates')).body
  }
  const gate = origin.documents.get('gate')!
  origin.documents.clear()
  expect(await sync({})).toMatchObject({ outcome: 'done', heldRemovals: 1 })
  expect(await documents()).toBe(1)
  expect(await sync({ allowRemovals: true })).toMatchObject({ heldRemovals: 0 })
  expect(await documents()).toBe(0)
  origin.documents.set('gate', gate)
  await sync({})
  expect((await call('DELETE', '/v1/admin/connections/gates')).status).toBe(204)
  expect([await documents(), (await call('GET', '/v1/admin/connections/gates')).status]).toEqual([1, 404])
})

test('a snapshot removes the items that it does not list, within its range', async () => {
  await service.dataSource('acme', 'tickets')
  const fields = { rootId: 'tickets', type: 'markdown', updatedAt: '2026-11-01T09:00:00Z', url: 'https://t.test/' }
  const items = ['A-1', 'A-2', 'B-1', 'a_1'].map((id) => ({ ...fields, id, title: id, content: `Text of ${id}.` }))
  await call('POST', '/v1/ask/index/batch', { items })
  const ids = async () =>
    (await call('GET', '/v1/ask/index?rootId=tickets')).body.hits.map(({ id }: { id: string }) => id).sort()
  const snapshot = (body: object) => call('POST', '/v1/ask/index/snapshot', { rootId: 'tickets', ...body })
  expect((await snapshot({ ids: ['A-2', 'A-9'], from: 'A-1', to: 'B-1' })).body).toEqual({
    removed: 1,
    kept: 1,
    missing: 1,
  })
  expect(await ids()).toEqual(['A-2', 'B-1', 'a_1'])
  expect((await snapshot({ ids: ['B-1'] })).body).toEqual({ removed: 2, kept: 1, missing: 0 })
  expect(await ids()).toEqual(['B-1'])
  expect((await snapshot({ ids: ['not an id'] })).status).toBe(422)
  expect((await snapshot({})).status).toBe(422)
})
