import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createVectorIndexing } from '../../src/content/vector-indexing.ts'
import { createJobQueue } from '../../src/jobs/job-queue.ts'
import { createVectorIndexSelector } from '../../src/search/vector/vector-index-selector.ts'
import { createSqlVectorSearcher } from '../../src/search/vector/vector-searcher.ts'
import { createVectorIndex, findVectorIndex, type VectorIndex } from '../../src/storage/vector-index.ts'
import { createRandomEmbedder } from '../support/random-embedder.ts'
import { contentFixture, createTestApp, type Person, type TestApp } from '../support/test-app.ts'
import { runCli } from '../support/test-terminal.ts'

const embedder = createRandomEmbedder('test-vectors', 16)
const { vectorOf } = embedder

let service: TestApp
let ada: Person
let ben: Person
beforeAll(async () => {
  // Nothing in memory: the database compares.
  service = await createTestApp({ embedder, config: { vectorMemoryBytes: 0, wordMemoryBytes: 0 } })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  ben = await service.person('acme', 'ben')
  await service.dataSource('acme', 'tickets')
  await service.dataSource('acme', 'secret', [`user:${ada.email}`])
  const items = ['tickets', 'secret'].flatMap((rootId) =>
    Array.from({ length: rootId === 'secret' ? 60 : 6 }, (_, number) =>
      contentFixture({
        rootId,
        id: `${rootId}-${number}`,
        title: `${rootId} ${number}`,
        content: `Text ${number}.`,
      }),
    ),
  )
  await service.call(ada.key, 'POST', '/v1/ask/index/batch', { items })
})
afterAll(() => service.close())

async function nearest(person: Person, index?: VectorIndex) {
  const caller = await service.caller(person)
  return service.database.readAs(caller, async (store) => {
    const { rows: spaces } = await sql<{
      id: number
    }>`select id from embedding_space where is_current`.execute(store)
    const spaceId = spaces[0]?.id as number
    const lookup = createSqlVectorSearcher(store, spaceId, { approximateIndex: index })
    const { hits } = await lookup.nearest(caller, {
      vector: vectorOf('a question'),
      documentKeys: undefined,
      limit: 20,
    })
    const { rows } = await sql<{ scans: number }>`
      select coalesce(sum(pg_stat_get_xact_numscans(oid)), 0)::int as scans from pg_class
      where relname like 'chunk_vector_near_%'`.execute(store)
    return { keys: hits.map(({ chunkKey }) => chunkKey), scans: rows[0]?.scans }
  })
}

const createChoice = (maxExactVectors: number, minVisibleShare: number) =>
  createVectorIndexSelector({
    database: service.database,
    now: () => new Date(),
    thresholds: { maxExactVectors, minVisibleShare },
  })

test('without an index nothing is chosen, and everything that is seen is compared', async () => {
  expect(await findVectorIndex(service.database.unrestricted)).toBeUndefined()
  expect(await createChoice(1, 0)(await service.caller(ada))).toBeUndefined()
  const { keys, scans } = await nearest(ada)
  expect(keys).toHaveLength(20)
  expect(scans).toBe(0)
})

test('it is made once, and what an earlier one left is removed', async () => {
  const store = service.database.unrestricted
  await sql`create index chunk_vector_near_31999 on chunk_vector (chunk_key)`.execute(store)
  expect(await createVectorIndex(service.database)).toEqual({ made: true, vectors: 66 })
  expect(await createVectorIndex(service.database)).toEqual({ made: false, vectors: 66 })
  const { rows } = await sql`select from pg_class where relname like 'chunk_vector_near_%'`.execute(store)
  expect(rows).toHaveLength(1)
})

test('through it people find the nearest of what they see, and nothing else', async () => {
  const index = await findVectorIndex(service.database.unrestricted)
  for (const person of [ada, ben]) {
    const exact = await nearest(person)
    const found = await nearest(person, index)
    expect(found.scans, person.email).toBeGreaterThan(0)
    expect(found.keys.toSorted(), person.email).toEqual(exact.keys.toSorted())
  }
  expect((await nearest(ben, index)).keys).toHaveLength(6)
})

test('beyond memory a job creates it, where exact comparison would take too long', async () => {
  const { database } = service
  const current = await findVectorIndex(database.unrestricted)
  await sql`drop index ${sql.id(`chunk_vector_near_${current?.spaceId}`)}`.execute(database.unrestricted)
  const countJobs = async () =>
    (await sql`select from job where kind = 'index-vectors'`.execute(database.unrestricted)).rows.length
  const create = (maxExact: number) => {
    const now = () => new Date()
    const jobs = createJobQueue({ database, now, random: Math.random, log: pino({ level: 'silent' }) })
    const onError = (error: unknown) => expect(error).toBeUndefined()
    return { jobs, indexing: createVectorIndexing({ database, jobs, now, maxExact, onError }) }
  }
  await create(66).indexing.schedule()
  expect(await countJobs()).toBe(0)
  const { jobs, indexing } = create(65)
  await indexing.schedule()
  await indexing.schedule()
  expect(await countJobs()).toBe(1)
  await jobs.drain()
  expect(await findVectorIndex(database.unrestricted)).toEqual(current)
})

test('its build waits for others as long as they take, and nothing else does', async () => {
  const { database } = service
  const limits = async (store: typeof database.unrestricted) =>
    (
      await sql<{ statement: string; lock: string }>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`.execute(
        store,
      )
    ).rows[0]
  expect(await database.withoutTimeout(limits)).toEqual({ statement: '0', lock: '0' })
  const { statement, lock } = (await limits(database.unrestricted))!
  if (database.engine === 'postgres') expect([statement, lock]).not.toContain('0')
})

test('it is taken for who sees much, in number and in share', async () => {
  const [all, few] = [await service.caller(ada), await service.caller(ben)]
  expect(await createChoice(20, 0.02)(all)).toEqual(await findVectorIndex(service.database.unrestricted))
  expect(await createChoice(20, 0.02)(few)).toBeUndefined()
  expect(await createChoice(1, 0.02)(few)).toBeDefined()
  expect(await createChoice(1, 0.5)(few)).toBeUndefined()
})

test.each(['shuffle', 'distribute'])('"db %s" is a wrong call', async (action) => {
  const { code, stderr } = await runCli(['db', action])
  expect(code).toBe(2)
  expect(stderr).toContain(`There is no action "${action}"`)
})
