import { sql } from 'kysely'
import type { Viewer } from '../src/access/viewer.ts'
import { createIndexChoice } from '../src/retrieval/vectors/index-choice.ts'
import { vectorsInDatabase } from '../src/retrieval/vectors/vector-lookup.ts'
import { createVectorIndex, type VectorIndex } from '../src/storage/vector-index.ts'
import { scratchApp } from '../test/scratch-app.ts'
import { seededRandom } from '../test/seeded-random.ts'
import { percentileMs } from './load.ts'
import { madeUpPassages } from './made-up-passages.ts'
import { openMadeUpStore } from './made-up-store.ts'

const dimensions = 384
const batch = 500
const questions = 40
const limit = 50

/** The nearest where vectors are not in memory: compared one by one in the database, and through its approximate index. */
export async function benchVectorIndex(
  print: (line: string) => void,
  [count = '50000']: string[],
): Promise<void> {
  const size = Number(count)
  const embedder = {
    name: 'given',
    dimensions,
    embed: async (texts: string[]) => texts.map(() => new Float32Array(dimensions).fill(0.05)),
    close: async () => {},
  }
  const service = await scratchApp({ embedder, config: { vectorMemoryBytes: 0 } })
  const { database } = service
  try {
    const store = await openMadeUpStore(service, embedder.name)
    const passages = madeUpPassages(7, dimensions)
    const { next } = seededRandom(3)
    const asked: Float32Array[] = []
    for (let n = 0; n < size; n += batch) {
      const items = Array.from({ length: Math.min(batch, size - n) }, (_, i) => ({
        n: n + i,
        ...passages.next(),
      }))
      await store.add(items)
      if (asked.length * size < n * questions)
        asked.push((items[0]?.vector ?? new Float32Array()).map((value) => value + 0.05 * (next() - 0.5)))
    }
    await sql`analyze chunk_vector`.execute(database.service)
    const startedAt = performance.now()
    await createVectorIndex(database)
    print(`${size} vectors indexed in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
    const choose = createIndexChoice({ database, now: () => new Date() })
    for (const who of ['all', 'few'] as const) {
      const viewer = await service.viewer({ key: who === 'all' ? store.all : store.few })
      const index = await createIndexChoice({
        ...{ database, now: () => new Date() },
        thresholds: { mostExact: 0, leastShare: 0 },
      })(viewer)
      const exact = await timed(viewer, asked)
      const near = await timed(viewer, asked, index)
      const recall = near.found.reduce((sum, keys, at) => {
        const right = new Set(exact.found[at])
        return sum + keys.filter((key) => right.has(key)).length / Math.max(1, right.size) / near.found.length
      }, 0)
      print(
        `sees ${who}: through the index ${(near.p50 / exact.p50).toFixed(2)} × the time of comparing all that is seen (p50), recall@${limit} ${recall.toFixed(3)}; chosen: ${(await choose(viewer)) ? 'the index' : 'comparing'}`,
      )
    }
  } finally {
    await service.close()
  }

  async function timed(viewer: Viewer, vectors: readonly Float32Array[], index?: VectorIndex) {
    const times: number[] = []
    const found: number[][] = []
    const { rows } = await sql<{ id: number }>`select id from embedding_space where is_current`.execute(
      database.service,
    )
    for (const isMeasured of [false, true]) {
      for (const vector of vectors) {
        const startedAt = performance.now()
        const { places } = await database.readAs(viewer, (store) =>
          vectorsInDatabase(store, rows[0]?.id as number, viewer, index).nearest({
            ...{ vector, documentKeys: undefined, limit },
          }),
        )
        if (!isMeasured) continue
        times.push(performance.now() - startedAt)
        found.push(places.map(({ chunkKey }) => chunkKey))
      }
    }
    return { p50: percentileMs(times, 0.5), found }
  }
}
