import type { Sql } from '../../src/storage/database.ts'
import { addSyntheticPassages } from '../synthetic-store.ts'
import type { createRecombinedPassages } from './recombined-passages.ts'

/** The passages from one number up to another one, without it. */
export interface Range {
  from: number
  to: number
}

const batchSize = 500

/** Generates the passages of a range and stores them: a batch is generated while the database stores the one before. */
export async function storeRange(
  store: Sql,
  target: Parameters<typeof addSyntheticPassages>[1],
  passages: ReturnType<typeof createRecombinedPassages>,
  { from, to }: Range,
  onStored: (count: number) => void,
): Promise<void> {
  let storing: Promise<void> = Promise.resolve()
  for (let n = from; n < to; n += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, to - n) }, (_, i) => ({ n: n + i, ...passages.next(n + i) }))
    await storing
    storing = addSyntheticPassages(store, target, batch).then(() => onStored(batch.length))
  }
  await storing
}
