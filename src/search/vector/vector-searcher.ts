import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { indexedVector, type VectorIndex } from '../../storage/vector-index.ts'
import type { PassageGroup, VectorHit } from '../passage-candidate.ts'
import { documentKeyFilter } from '../search-scope.ts'
import { cosineToCentroid, cosineToInt12, encodePgvector, type Int12Vector, splitInt12 } from './vector-quantization.ts'

export interface VectorSearchQuery {
  vector: Float32Array
  /** Restricts the search to passages of these documents. */
  documentKeys: readonly number[] | undefined
  limit: number
}

/** Finds passages by their vectors, in memory or in the database. */
export interface VectorSearcher {
  /** Returns the nearest passages that the caller can see, and the share of all passages that were compared, where known. */
  nearest(caller: Caller, query: VectorSearchQuery): Promise<{ hits: VectorHit[]; visibleShare?: number }>
  /** Returns the vector's cosine to the centroid of each group; NaN where no passage of the group has a vector. */
  similarities(caller: Caller, vector: Float32Array, groups: readonly PassageGroup[]): Promise<Float32Array>
}

/** Encoded vectors by passage; null for a passage without one. */
export type VectorCodes = Map<number, Buffer | null>

/** Candidates that the index collects before it applies the filter and resumes. */
const minEfSearch = 200
/** Read this many times the limit from the index and rescore: with a filter it can return near vectors late. */
const oversamplingFactor = 2

export function createSqlVectorSearcher(
  store: Sql,
  spaceId: number,
  {
    approximateIndex,
    codes = new Map(),
  }: {
    /** Absent: an exact comparison of everything that the caller can see. */
    approximateIndex?: VectorIndex | undefined
    /** Vectors that the same search has read, by passage. */
    codes?: VectorCodes
  } = {},
): VectorSearcher {
  return {
    async nearest(caller, { vector, documentKeys, limit }) {
      const index = documentKeys ? undefined : approximateIndex
      const query = sql`${encodePgvector(vector)}::vector`
      const visible = sql`select v.chunk_key, v.document_key, v.embedding, v.code from chunk_vector v
        where ${visibleTo(caller, 'v')} and v.space_id = ${sql.lit(spaceId)}
          and ${documentKeyFilter(documentKeys, 'v.document_key')}`
      if (index) await configureIndexScan(store, limit * oversamplingFactor)
      const near = index
        ? sql`${visible} order by ${indexedVector(index, sql`v.embedding`)} <=> ${indexedVector(index, query)}
            limit ${limit * oversamplingFactor}`
        : visible
      const { rows } = await sql<{ chunk_key: number; document_key: number; code: Buffer }>`
        select n.chunk_key, n.document_key, n.code from (${near}) n order by n.embedding <=> ${query} limit ${limit}`.execute(
        store,
      )
      if (index) await sql`select set_config('enable_sort', 'on', true)`.execute(store)
      for (const row of rows) codes.set(row.chunk_key, row.code)
      return {
        hits: rows.map((row) => ({
          chunkKey: row.chunk_key,
          documentKey: row.document_key,
          similarity: cosineToInt12(vector, parseCode(row.code, vector.length)),
        })),
      }
    },
    async similarities(caller, vector, groups) {
      const missing = new Set(groups.flatMap(({ chunkKeys }) => chunkKeys.filter((key) => !codes.has(key))))
      if (missing.size > 0) {
        const { rows } = await sql<{ chunk_key: number; code: Buffer }>`
          select v.chunk_key, v.code from chunk_vector v
          where ${visibleTo(caller, 'v')} and v.space_id = ${spaceId}
            and v.chunk_key = any(${[...missing]}::bigint[])`.execute(store)
        for (const row of rows) codes.set(row.chunk_key, row.code)
      }
      return compareToGroups(vector, groups, codes)
    },
  }
}

/** Returns the vector's cosine to the centroid of each group; NaN where no passage of the group has a vector. */
export function compareToGroups(
  vector: Float32Array,
  groups: readonly PassageGroup[],
  codes: ReadonlyMap<number, Buffer | null>,
): Float32Array {
  const vectorsOf = (key: number) => {
    const code = codes.get(key)
    return code ? [parseCode(code, vector.length)] : []
  }
  return Float32Array.from(groups, ({ chunkKeys }) => cosineToCentroid(vector, chunkKeys.flatMap(vectorsOf)))
}

/** Turns sorting off: the planner underestimates the cost of a comparison and would compare everything. */
async function configureIndexScan(store: Sql, limit: number): Promise<void> {
  await sql`select set_config('enable_sort', 'off', true), set_config('hnsw.iterative_scan', 'relaxed_order', true),
    set_config('hnsw.ef_search', ${String(Math.min(1000, Math.max(minEfSearch, limit)))}::text, true)`.execute(store)
}

function parseCode(code: Buffer, dimensions: number): Int12Vector {
  return splitInt12(new Int8Array(code.buffer, code.byteOffset, code.byteLength), dimensions)
}
