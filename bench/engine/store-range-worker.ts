import { tmpdir } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../src/storage/database.ts'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { type BasePassage, createRecombinedPassages } from './recombined-passages.ts'
import { type Range, storeRange } from './store-range.ts'

/** A range of passages to store, over a connection of this thread. */
export interface StoreRangeJob extends Range {
  databaseUrl: string
  space: string
  audienceIds: readonly number[]
  base: readonly BasePassage[]
  neighbours: readonly (readonly number[])[]
  seed: number
  /** How many numbers of the seed's sequence belong to others. */
  skipped: number
}

const { databaseUrl, space, audienceIds, base, neighbours, seed, skipped, ...range } = workerData as StoreRangeJob
const database = await openDatabase({ databaseUrl, dataDir: tmpdir() })
const passages = createRecombinedPassages(base, neighbours, seededRandom(seed, skipped))
await storeRange(database.unrestricted, { space, audienceIds }, passages, range, (count) =>
  parentPort?.postMessage(count),
)
await database.close()
