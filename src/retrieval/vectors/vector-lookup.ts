import { sql } from 'kysely'
import type { Viewer } from '../../access/viewer.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import type { NearPlace, PassageGroup, Place } from '../found-passage.ts'
import { isAmong } from '../scope.ts'
import { similarityToMiddle, vectorBytes } from './vector-code.ts'
import type { HeldVectors } from './vector-thread.ts'

/** Where vectors are looked up: in memory, or in the database itself. */
export interface VectorLookup {
  /**
   * The passages nearest to the question, out of what the viewer may see; with their similarities and the share of all that
   * was compared where these are known.
   */
  nearest(query: {
    vector: Float32Array
    documentKeys: readonly number[] | undefined
    limit: number
  }): Promise<{ places: (Place & Partial<NearPlace>)[]; share?: number }>
  /** How near the middle of each group is to the question; not a number where none of it is embedded. */
  similarities(vector: Float32Array, groups: readonly PassageGroup[]): Promise<Float32Array>
}

/** What it names was seen by the viewer a moment ago; the passages themselves are read under the rule of now. */
export function vectorsInMemory(held: HeldVectors, { organizationId, audienceIds }: Viewer): VectorLookup {
  return {
    nearest: (query) => held.nearest({ ...query, organizationId, audienceIds }),
    similarities: (vector, groups) => held.similarities({ organizationId, vector, groups }),
  }
}

export function vectorsInDatabase(store: Sql, spaceId: number, viewer: Viewer): VectorLookup {
  return {
    async nearest({ vector, documentKeys, limit }) {
      const { rows } = await sql<{ chunk_key: number; document_key: number }>`
        select v.chunk_key, v.document_key from chunk_vector v
        where ${visibleTo(viewer, 'v')} and v.space_id = ${spaceId} and ${isAmong(documentKeys, 'v.document_key')}
        order by v.embedding <=> ${vectorBytes(vector)}::vector limit ${limit}`.execute(store)
      return { places: rows.map((row) => ({ chunkKey: row.chunk_key, documentKey: row.document_key })) }
    },
    async similarities(vector, groups) {
      const keys = [...new Set(groups.flatMap(({ chunkKeys }) => chunkKeys))]
      const { rows } = await sql<{ chunk_key: number; code: Buffer }>`
        select v.chunk_key, v.code from chunk_vector v
        where ${visibleTo(viewer, 'v')} and v.space_id = ${spaceId}
          and v.chunk_key = any(${keys}::bigint[])`.execute(store)
      const codes = new Map(
        rows.map(({ chunk_key: key, code }) => [
          key,
          new Int8Array(code.buffer, code.byteOffset, code.byteLength),
        ]),
      )
      return Float32Array.from(groups, ({ chunkKeys }) =>
        similarityToMiddle(
          vector,
          chunkKeys.flatMap((key) => codes.get(key) ?? []),
        ),
      )
    },
  }
}
