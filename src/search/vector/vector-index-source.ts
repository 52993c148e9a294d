import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { createDocumentBatchReader } from '../sync/document-batch-reader.ts'
import type { IndexSource } from '../sync/in-memory-index.ts'
import type { DocumentVectors } from './flat-vector-index.ts'
import { type FlatVectorIndexClient, startFlatVectorIndex } from './flat-vector-index-client.ts'

/** The vectors of one space, as they are held in memory. */
export function vectorIndexSource(
  database: Database,
  spaceId: number,
): IndexSource<DocumentVectors, FlatVectorIndexClient> {
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
        // A copy: what is sent to a thread takes all of the memory along that it is a part of.
        codes: new Uint8Array(row.codes),
      }),
      nothing: { keys: [], audienceIds: [], codes: new Uint8Array() },
    }),
  }
}

/** What was written before there were fine codes has the first bits alone. */
const int12CodeSql = sql`case when octet_length(p.code) > vector_dims(p.embedding) then p.code
  else p.code || decode(repeat('00', (vector_dims(p.embedding) + 1) / 2), 'hex') end`

interface DocumentVectorsRow {
  keys: (number | string)[]
  audience_ids: (number | string)[]
  codes: Buffer
}
