import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { indexedVector, type VectorIndex } from '../../storage/vector-index.ts'
import type { PassageGroup, VectorHit } from '../passage-candidate.ts'
import { documentKeyFilter } from '../search-scope.ts'
import type { FlatVectorIndexClient } from './flat-vector-index-client.ts'
import {
  cosineToCentroid,
  cosineToInt12,
  encodePgvector,
  type Int12Vector,
  splitInt12,
} from './vector-quantization.ts'

/** Where vectors are looked up: in memory, or in the database itself. */
export interface VectorSearcher {
  /** The passages nearest to the question, out of what the viewer may see; the share of all that was compared where it is known. */
  nearest(query: {
    vector: Float32Array
    documentKeys: readonly number[] | undefined
    limit: number
  }): Promise<{ hits: VectorHit[]; visibleShare?: number }>
  /** How near the middle of each group is to the question; not a number where none of it is embedded. */
  similarities(vector: Float32Array, groups: readonly PassageGroup[]): Promise<Float32Array>
}

/** What it names was seen by the viewer a moment ago; the passages themselves are read under the rule of now. */
export function createMemoryVectorSearcher(
  held: FlatVectorIndexClient,
  { organizationId, audienceIds }: Caller,
): VectorSearcher {
  return {
    nearest: (query) => held.nearest({ ...query, organizationId, audienceIds }),
    similarities: (vector, groups) => held.similarities({ organizationId, vector, groups }),
  }
}

/** So many are looked at before the index goes on for those that the filter left out, */
const minEfSearch = 200
/** and of so many times as many as are wanted the nearest are taken: with a filter it finds some of them late. */
const oversamplingFactor = 2

export function createSqlVectorSearcher(
  store: Sql,
  spaceId: number,
  caller: Caller,
  /** Absent: everything that is seen is compared. */
  nearIndex?: VectorIndex,
): VectorSearcher {
  return {
    async nearest({ vector, documentKeys, limit }) {
      const index = documentKeys ? undefined : nearIndex
      const asked = sql`${encodePgvector(vector)}::vector`
      const seen = sql`select v.chunk_key, v.document_key, v.embedding, v.code from chunk_vector v
        where ${visibleTo(caller, 'v')} and v.space_id = ${sql.lit(spaceId)}
          and ${documentKeyFilter(documentKeys, 'v.document_key')}`
      if (index) await configureIndexScan(store, limit * oversamplingFactor)
      const near = index
        ? sql`${seen} order by ${indexedVector(index, sql`v.embedding`)} <=> ${indexedVector(index, asked)}
            limit ${limit * oversamplingFactor}`
        : seen
      const { rows } = await sql<{ chunk_key: number; document_key: number; code: Buffer }>`
        select n.chunk_key, n.document_key, n.code from (${near}) n order by n.embedding <=> ${asked} limit ${limit}`.execute(
        store,
      )
      if (index) await sql`select set_config('enable_sort', 'on', true)`.execute(store)
      return {
        hits: rows.map((row) => ({
          chunkKey: row.chunk_key,
          documentKey: row.document_key,
          similarity: cosineToInt12(vector, parseCode(row.code, vector.length)),
        })),
      }
    },
    async similarities(vector, groups) {
      const keys = [...new Set(groups.flatMap(({ chunkKeys }) => chunkKeys))]
      const { rows } = await sql<{ chunk_key: number; code: Buffer }>`
        select v.chunk_key, v.code from chunk_vector v
        where ${visibleTo(caller, 'v')} and v.space_id = ${spaceId}
          and v.chunk_key = any(${keys}::bigint[])`.execute(store)
      const codes = new Map(rows.map(({ chunk_key: key, code }) => [key, parseCode(code, vector.length)]))
      return Float32Array.from(groups, ({ chunkKeys }) =>
        cosineToCentroid(
          vector,
          chunkKeys.flatMap((key) => codes.get(key) ?? []),
        ),
      )
    },
  }
}

/** The planner would rather compare everything and sort it: it does not know how long a comparison takes. */
async function configureIndexScan(store: Sql, limit: number): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.ef_search', ${String(Math.min(1000, Math.max(minEfSearch, limit)))}::text, true)`.execute(
    store,
  )
}

function parseCode(code: Buffer, dimensions: number): Int12Vector {
  return splitInt12(new Int8Array(code.buffer, code.byteOffset, code.byteLength), dimensions)
}
