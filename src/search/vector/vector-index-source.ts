import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { createDocumentBatchReader } from '../sync/document-batch-reader.ts'
import type { IndexSource } from '../sync/index-source.ts'
import type { DocumentVectors } from './document-vectors.ts'
import { startFlatVectorIndex } from './flat-vector-index-client.ts'
import type { VectorSearcher } from './vector-searcher.ts'

/** The source of the in-memory vector index: the vectors of one embedding space. */
export function vectorIndexSource(database: Database, spaceId: number): IndexSource<DocumentVectors, VectorSearcher> {
  return {
    changeLogTable: 'vector_change',
    startIndex: startFlatVectorIndex,
    ...createDocumentBatchReader<DocumentVectorsRow, DocumentVectors>(database, {
      table: sql`chunk_vector`,
      columns: sql`array_agg(p.chunk_key order by p.chunk_key) as keys,
        array_agg(p.audience_id order by p.chunk_key) as audience_ids,
        string_agg(${int12CodeSql}, ''::bytea order by p.chunk_key) as codes`,
      where: sql`p.space_id = ${spaceId}`,
      present: (row) => ({
        keys: row.keys.map(Number),
        audienceIds: row.audience_ids.map(Number),
        // A copy: a view sent to a worker takes its whole underlying buffer along.
        codes: new Uint8Array(row.codes),
      }),
      empty: { keys: [], audienceIds: [], codes: new Uint8Array() },
    }),
  }
}

/** Rows written before 12-bit codes have the high bytes only; the low bits are padded with zeros. */
const int12CodeSql = sql`case when octet_length(p.code) > vector_dims(p.embedding) then p.code
  else p.code || decode(repeat('00', (vector_dims(p.embedding) + 1) / 2), 'hex') end`

interface DocumentVectorsRow {
  keys: (number | string)[]
  audience_ids: (number | string)[]
  codes: Buffer
}
