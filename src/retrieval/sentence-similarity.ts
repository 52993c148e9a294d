import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'
import { similarityTo } from './vectors/vector-code.ts'

/** How near each sentence of the passages is to the question; passages without vectors of their sentences are left out. */
export async function sentenceSimilarities(
  store: Sql,
  viewer: Viewer,
  { chunkKeys, vector, spaceId }: { chunkKeys: readonly number[]; vector: Float32Array; spaceId: number },
): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ chunk_key: number; sentences: Buffer }>`${kept}
    select v.chunk_key, v.sentences from chunk_vector v
    where ${visibleTo(viewer, 'v')} and v.chunk_key = any(${chunkKeys}::bigint[]) and v.space_id = ${spaceId}
      and v.sentences is not null`.execute(store)
  return new Map(rows.map((row) => [row.chunk_key, similaritiesOf(row.sentences, vector)]))
}

/** Eight bits a number, one sentence behind the other. One that was beyond the model's reading has no direction: 0. */
function similaritiesOf(bytes: Buffer, vector: Float32Array): number[] {
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const similarities: number[] = []
  for (let start = 0; start < numbers.length; start += vector.length)
    similarities.push(similarityTo(vector, numbers, start))
  return similarities
}
