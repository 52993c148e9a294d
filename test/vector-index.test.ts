import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createIndexChoice } from '../src/retrieval/vectors/index-choice.ts'
import { vectorsInDatabase } from '../src/retrieval/vectors/vector-lookup.ts'
import { createVectorIndex, findVectorIndex, type VectorIndex } from '../src/storage/vector-index.ts'
import { run } from './cli-terminal.ts'
import { drawnEmbedder } from './drawn-embedder.ts'
import { content, type Person, type ScratchApp, scratchApp } from './scratch-app.ts'

const embedder = drawnEmbedder('test-vectors', 16)
const { vectorOf } = embedder

let service: ScratchApp
let ada: Person
let ben: Person
beforeAll(async () => {
  // Nothing in memory: the database compares.
  service = await scratchApp({ embedder, config: { vectorMemoryBytes: 0, wordMemoryBytes: 0 } })
  await service.organization('acme')
  ada = await service.person('acme', 'ada', { role: 'admin' })
  ben = await service.person('acme', 'ben')
  await service.dataSource('acme', 'tickets')
  await service.dataSource('acme', 'secret', [`user:${ada.email}`])
  const items = ['tickets', 'secret'].flatMap((rootId) =>
    Array.from({ length: rootId === 'secret' ? 60 : 6 }, (_, number) =>
      content({
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
  const viewer = await service.viewer(person)
  return service.database.readAs(viewer, async (store) => {
    const { rows: spaces } = await sql<{
      id: number
    }>`select id from embedding_space where is_current`.execute(store)
    const spaceId = spaces[0]?.id as number
    const lookup = vectorsInDatabase(store, spaceId, viewer, index)
    const { places } = await lookup.nearest({
      vector: vectorOf('a question'),
      documentKeys: undefined,
      limit: 20,
    })
    const { rows } = await sql<{ scans: number }>`
      select coalesce(sum(pg_stat_get_xact_numscans(oid)), 0)::int as scans from pg_class
      where relname like 'chunk_vector_near_%'`.execute(store)
    return { keys: places.map(({ chunkKey }) => chunkKey), scans: rows[0]?.scans }
  })
}

const choiceOf = (mostExact: number, leastShare: number) =>
  createIndexChoice({
    database: service.database,
    now: () => new Date(),
    thresholds: { mostExact, leastShare },
  })

test('without an index nothing is chosen, and everything that is seen is compared', async () => {
  expect(await findVectorIndex(service.database.service)).toBeUndefined()
  expect(await choiceOf(1, 0)(await service.viewer(ada))).toBeUndefined()
  const { keys, scans } = await nearest(ada)
  expect(keys).toHaveLength(20)
  expect(scans).toBe(0)
})

test('it is made once, and what an earlier one left is removed', async () => {
  const store = service.database.service
  await sql`create index chunk_vector_near_31999 on chunk_vector (chunk_key)`.execute(store)
  expect(await createVectorIndex(service.database)).toEqual({ made: true, vectors: 66 })
  expect(await createVectorIndex(service.database)).toEqual({ made: false, vectors: 66 })
  const { rows } = await sql`select from pg_class where relname like 'chunk_vector_near_%'`.execute(store)
  expect(rows).toHaveLength(1)
})

test('through it people find the nearest of what they see, and nothing else', async () => {
  const index = await findVectorIndex(service.database.service)
  for (const person of [ada, ben]) {
    const exact = await nearest(person)
    const found = await nearest(person, index)
    expect(found.scans, person.email).toBeGreaterThan(0)
    expect(found.keys.toSorted(), person.email).toEqual(exact.keys.toSorted())
  }
  expect((await nearest(ben, index)).keys).toHaveLength(6)
})

test('it is taken for who sees much, in number and in share', async () => {
  const [all, few] = [await service.viewer(ada), await service.viewer(ben)]
  expect(await choiceOf(20, 0.02)(all)).toEqual(await findVectorIndex(service.database.service))
  expect(await choiceOf(20, 0.02)(few)).toBeUndefined()
  expect(await choiceOf(1, 0.02)(few)).toBeDefined()
  expect(await choiceOf(1, 0.5)(few)).toBeUndefined()
})

test('the command says what is wrong with how it was called', async () => {
  const { code, stderr } = await run(['db', 'index-vectors', '--dry-run'])
  expect(code).toBe(2)
  expect(stderr).toContain('--dry-run is for "distribute" only')
})
