import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

let scratch: TestDatabase
let service: TestApp
let ada: Person
let bob: Person
/** As the administrator of the replica, who can make it wait. */
let admin: pg.Client

beforeAll(async () => {
  expect(process.env.TEST_REPLICA_URL, 'TEST_REPLICA_URL names the replica').toBeTruthy()
  scratch = await createTestDatabase()
  admin = new pg.Client({ connectionString: process.env.TEST_REPLICA_URL })
  await admin.connect()
  service = await createTestApp({ settings: { ...scratch.settings, replicaUrl: scratch.replicaUrl } })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin', groups: ['Core'] })
  bob = await service.person('acme', 'bob')
  await service.dataSource('acme', 'tickets')
  await service.dataSource('acme', 'core', ['group:Core'])
})
afterEach(() => admin.query('select pg_wal_replay_resume()'))
afterAll(async () => {
  await admin?.end()
  await service?.close()
  await scratch?.close()
})

const search = async (person: Person, query: string) =>
  (await service.call(person.key, 'POST', '/v1/search', { query })).text
const put = async (fields: Record<string, unknown>) =>
  expect((await service.call(ada.key, 'POST', '/v1/ask/index', contentFixture(fields))).status).toBe(200)
const replicaReadCount = (database: Database = service.database) => database.replicaReadCounts()?.served ?? 0

describe('a streaming replica', () => {
  test('is read from, and shows every write with the next request', async () => {
    for (let round = 0; round < 10; round++) {
      await put({ title: `Round ${round}`, content: `The otter counts to number${round}.` })
      expect(await search(bob, 'otter')).toContain(`number${round}`)
    }
    await waitUntil(async () => {
      expect(await search(bob, 'otter')).toContain('number9')
      return replicaReadCount() > 0
    })
  })

  test('that stands still shows nobody what was deleted, closed or changed since', async () => {
    const team = await service.app.teams.findByName('acme', 'Core')
    const members = (ids: string[]) => service.app.teams.setMembers('acme', team?.id as string, ids)
    await put({ rootId: 'core', id: 'plan', content: 'The badger plan is ready.' })
    await put({ id: 'gone', content: 'The heron nests on the roof.' })
    await put({ id: 'changed', content: 'The stoat pays nine crowns.' })
    await members([ada.id, bob.id])
    expect(await search(bob, 'badger plan')).toContain('badger plan is ready')
    await admin.query('select pg_wal_replay_pause()')
    await waitUntil(
      async () => (await admin.query('select pg_get_wal_replay_pause_state() as state')).rows[0].state === 'paused',
    )
    const before = replicaReadCount()
    await members([ada.id])
    await service.call(ada.key, 'DELETE', '/v1/ask/index', { rootId: 'tickets', id: 'gone' })
    await put({ id: 'changed', content: 'The stoat pays twelve crowns.' })
    await put({ id: 'new', content: 'The marten arrived today.' })
    expect(await search(bob, 'badger plan')).not.toContain('badger plan is ready')
    expect(await search(bob, 'heron roof')).not.toContain('heron nests')
    expect(await search(bob, 'stoat crowns')).toContain('twelve')
    expect(await search(bob, 'stoat crowns')).not.toContain('nine')
    expect(await search(bob, 'marten')).toContain('arrived today')
    expect(replicaReadCount()).toBe(before)
    await admin.query('select pg_wal_replay_resume()')
    await waitUntil(async () => {
      expect(await search(bob, 'marten')).toContain('arrived today')
      return replicaReadCount() > before
    })
  })
})

describe('what is no replica of this store', () => {
  const reading = async (replicaUrl: string, troubles: unknown[] = []) => {
    const database = await openDatabase({
      ...scratch.settings,
      replicaUrl,
      onReplicaError: (error) => troubles.push(error),
    })
    try {
      const reader = { organizationId: 'acme', memberId: ada.id }
      for (let count = 0; count < 3; count++) {
        const rows = await database.readAs(reader, (store) => store.selectFrom('data_source').select('id').execute())
        expect(rows.map((row) => row.id).sort()).toEqual(['core', 'tickets'])
      }
      return database.replicaReadCounts()
    } finally {
      await database.close()
    }
  }

  test('is passed over when it is down, and told of once', async () => {
    const troubles: unknown[] = []
    const state = await reading('postgres://postgres@127.0.0.1:1/postgres', troubles)
    expect(state).toEqual({ served: 0, passedOn: 3 })
    expect(troubles).toHaveLength(1)
  })

  test('is passed over when it is the primary itself, or another database of the replica', async () => {
    expect(await reading(scratch.settings.databaseUrl)).toEqual({ served: 0, passedOn: 3 })
    expect(await reading(process.env.TEST_REPLICA_URL as string)).toEqual({ served: 0, passedOn: 3 })
  })
})

async function waitUntil(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await wait(20)
}
