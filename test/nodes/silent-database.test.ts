import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

const databaseTimeouts = { connectMs: 3_000, queryMs: 60_000, lockMs: 10_000, idleTransactionMs: 5_000 }

let store: Awaited<ReturnType<typeof createEmptyDatabase>>
let proxy: TcpProxy
/** A node that reaches the database through the proxy. */
let service: TestApp
/** The database of another node, which reaches it directly. */
let other: Database
let ada: Person

beforeAll(async () => {
  store = await createEmptyDatabase(process.env.TEST_DATABASE_URL ?? '')
  proxy = await startTcpProxy(Number(new URL(store.settings.databaseUrl).port))
  const settings = { ...store.settings, databaseTimeouts, databaseUrl: proxy.through(store.settings.databaseUrl) }
  service = await createTestApp({ settings })
  other = await openDatabase({ ...store.settings, databaseTimeouts: { ...databaseTimeouts, idleTransactionMs: 500 } })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  await service.dataSource('acme', 'tickets')
})
afterAll(async () => {
  await other?.close()
  await service?.close()
  await proxy?.close()
  await store?.close()
})

const search = () => service.call(ada.key, 'POST', '/v1/search', { query: 'heron' })
const readiness = () => service.call(undefined, 'GET', '/readyz')
/** Longest time from the return of the database until the node answers again, without a restart. */
const maxRecoveryMs = 10_000
const recovers = () => expect.poll(async () => (await search()).status, { timeout: maxRecoveryMs }).toBe(200)

describe('a database that is silent on every connection', () => {
  test('makes each request fail with 503, and is found again when it speaks', async () => {
    const item = contentFixture({ content: 'The heron nests on the roof.' })
    expect((await service.call(ada.key, 'POST', '/v1/ask/index', item)).status).toBe(200)
    // Opens all connections of the pool.
    await Promise.all(Array.from({ length: 40 }, search))
    proxy.silence()
    const replies = await Promise.all(Array.from({ length: 60 }, search))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
    for (const { headers } of replies) expect(headers['retry-after']).toBeDefined()
    expect((await service.call(undefined, 'GET', '/healthz')).status).toBe(200)
    const { status, body } = await readiness()
    expect({ status, database: body.parts.database }).toEqual({ status: 503, database: 'down' })
    proxy.speak()
    await recovers()
    expect((await search()).text).toContain('heron nests')
    await expect.poll(async () => (await readiness()).status, { timeout: maxRecoveryMs }).toBe(200)
  })

  test('lets a slow statement go on while the server works on it', async () => {
    const { rows } = await sql<{ slept: string }>`select pg_sleep(6)::text as slept`.execute(
      service.database.unrestricted,
    )
    expect(rows).toEqual([{ slept: '' }])
  })

  test('has no connection back that has lost its state while others work', async () => {
    await Promise.all(Array.from({ length: 40 }, search))
    proxy.silence()
    proxy.speak()
    // The pool's connections are dead, new ones are not.
    await recovers()
    const replies = await Promise.all(Array.from({ length: 40 }, search))
    expect(replies.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
    await recovers()
  })
})

test('a start waits for a database that is silent at first', async () => {
  proxy.silence()
  const waits: unknown[] = []
  const opening = openDatabase({
    ...store.settings,
    databaseUrl: proxy.through(store.settings.databaseUrl),
    databaseTimeouts: { ...databaseTimeouts, connectMs: 200 },
    onStartWait(error) {
      waits.push(error)
      proxy.speak()
    },
  })
  const database = await opening.finally(() => proxy.speak())
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.unrestricted)
  await database.close()
  expect({ rows, waits: waits.length }).toEqual({ rows: [{ one: 1 }], waits: 1 })
})

describe('a connection that is cut', () => {
  test.each([
    ['before a statement', (cut: () => void, store: Database['unrestricted']) => [cut, () => query(store)]],
    ['in the middle of a transaction', (cut: () => void, store: Database['unrestricted']) => [() => query(store), cut]],
  ])('%s is a 503, not an internal error', async (_, order) => {
    const cut = () => proxy.reset()
    const failed = await service.database
      .transaction(async (store) => {
        for (const step of order(cut, store)) await step()
        // Where the end of the connection isn't known yet, the statement fails by it; where it is, by the client.
        await query(store)
        await query(store)
      })
      .catch((error: unknown) => error)
    const { toStorageError } = await import('../../src/storage/storage-error.ts')
    expect(toStorageError(failed)?.code).toBe('unavailable')
    await recovers()
  })

  const query = (store: Database['unrestricted']) => sql`select 1`.execute(store)
})

describe('a node that stands still in a transaction', () => {
  test('holds the item that it writes for others no longer than the limit', async () => {
    const item = contentFixture({ id: 'shared', content: 'The stoat pays nine crowns.' })
    expect((await service.call(ada.key, 'POST', '/v1/ask/index', item)).status).toBe(200)
    let resume: () => void = () => {}
    const frozen = new Promise<void>((resolve) => {
      resume = resolve
    })
    let begun: () => void = () => {}
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const standing = other
      .transaction(async (store) => {
        await sql`update document set title = 'Frozen' where org_id = 'acme' and id = 'shared'`.execute(store)
        begun()
        await frozen
        await sql`select 1`.execute(store)
      })
      .catch((error: unknown) => error)
    await hasBegun
    const change = { ...item, content: 'The stoat pays twelve crowns.' }
    expect((await service.call(ada.key, 'POST', '/v1/ask/index', change)).status).toBe(200)
    resume()
    expect(await standing).toBeInstanceOf(Error)
    const { rows } = await sql<{ title: string; content: string }>`
      select title, content from document where org_id = 'acme' and id = 'shared'`.execute(other.unrestricted)
    expect(rows).toEqual([{ title: 'Door', content: 'The stoat pays twelve crowns.' }])
  })
})
