import { sql } from 'kysely'
import type { Caller } from '../src/access/caller.ts'
import { createVectorIndexSelector } from '../src/search/vector/vector-index-selector.ts'
import { createSqlVectorSearcher } from '../src/search/vector/vector-searcher.ts'
import { createVectorIndex, type VectorIndex } from '../src/storage/vector-index.ts'
import { seededRandom } from '../test/support/seeded-random.ts'
import { createTestApp } from '../test/support/test-app.ts'
import { percentile } from './http-load.ts'
import { createPassageGenerator } from './synthetic-passages.ts'
import { createSyntheticStore } from './synthetic-store.ts'

const dimensions = 384
const batch = 500
const queryCount = 40
const limit = 50

/** Compares exact vector search in the database with its approximate index, for vectors that are not in memory. */
export async function benchVectorIndex(print: (line: string) => void, [count = '50000']: string[]): Promise<void> {
  const size = Number(count)
  const embedder = {
    name: 'given',
    dimensions,
    embed: async (texts: string[]) => texts.map(() => new Float32Array(dimensions).fill(0.05)),
    close: async () => {},
  }
  const service = await createTestApp({ embedder, config: { vectorMemoryBytes: 0 } })
  const { database } = service
  try {
    const store = await createSyntheticStore(service, embedder.name)
    const passages = createPassageGenerator(7, dimensions)
    const { next } = seededRandom(3)
    const queries: Float32Array[] = []
    for (let n = 0; n < size; n += batch) {
      const items = Array.from({ length: Math.min(batch, size - n) }, (_, i) => ({
        n: n + i,
        ...passages.next(),
      }))
      await store.add(items)
      if (queries.length * size < n * queryCount)
        queries.push((items[0]?.vector ?? new Float32Array()).map((value) => value + 0.05 * (next() - 0.5)))
    }
    await sql`analyze chunk_vector`.execute(database.unrestricted)
    const startedAt = performance.now()
    await createVectorIndex(database)
    print(`${size} vectors indexed in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    const choose = createVectorIndexSelector({ database, now: () => new Date() })
    for (const who of ['all', 'few'] as const) {
      const caller = await service.caller({ key: who === 'all' ? store.all : store.few })
      const index = await createVectorIndexSelector({
        ...{ database, now: () => new Date() },
        thresholds: { maxExactVectors: 0, minVisibleShare: 0 },
      })(caller)
      const exact = await timed(caller, queries)
      const near = await timed(caller, queries, index)
      const recall = near.found.reduce((sum, keys, query) => {
        const expected = new Set(exact.found[query])
        return sum + keys.filter((key) => expected.has(key)).length / Math.max(1, expected.size) / near.found.length
      }, 0)
      print(
        `sees ${who}: the index takes ${(near.p50 / exact.p50).toFixed(2)} × the time of exact search (p50), recall@${limit} ${recall.toFixed(3)}; chosen: ${(await choose(caller)) ? 'index' : 'exact'}`,
      )
    }
  } finally {
    await service.close()
  }

  async function timed(caller: Caller, vectors: readonly Float32Array[], index?: VectorIndex) {
    const times: number[] = []
    const found: number[][] = []
    const { rows } = await sql<{ id: number }>`select id from embedding_space where is_current`.execute(
      database.unrestricted,
    )
    for (const isMeasured of [false, true]) {
      for (const vector of vectors) {
        const startedAt = performance.now()
        const { hits } = await database.readAs(caller, (store) =>
          createSqlVectorSearcher(store, rows[0]?.id as number, { approximateIndex: index }).nearest(caller, {
            ...{ vector, documentKeys: undefined, limit },
          }),
        )
        if (!isMeasured) continue
        times.push(performance.now() - startedAt)
        found.push(hits.map(({ chunkKey }) => chunkKey))
      }
    }
    return { p50: percentile(times, 0.5), found }
  }
}
