import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    const lookup = createSqlVectorSearcher(store, spaceId, index)
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
