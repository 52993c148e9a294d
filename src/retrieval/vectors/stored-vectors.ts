import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { documentsAtOnce, idOf } from '../changes.ts'
import type { MirroredPart } from '../mirror.ts'
import type { DocumentVectors } from './vector-memory.ts'
import { type HeldVectors, startVectorThread } from './vector-thread.ts'

/** The vectors of one space, as they are held in memory. */
export function storedVectors(
  database: Database,
  spaceId: number,
): MirroredPart<DocumentVectors, HeldVectors> {
  return {
    changes: 'vector_change',
    start: startVectorThread,
    async after({ organizationId, documentKey }) {
      const { rows } = await sql<VectorRow>`
        select ${grouped} from chunk_vector v
        where (v.org_id, v.document_key) > (${organizationId}, ${documentKey}::bigint) and v.space_id = ${spaceId}
        group by v.org_id, v.document_key order by v.org_id, v.document_key limit ${documentsAtOnce}`.execute(
        database.service,
      )
      return rows.map(present)
    },
    async of(changes) {
      const { rows } = await sql<VectorRow>`
        select ${grouped}
        from unnest(${changes.map((change) => change.organizationId)}::text[], ${changes.map((change) => change.documentKey)}::bigint[])
          as c (org_id, document_key)
        join chunk_vector v on v.org_id = c.org_id and v.document_key = c.document_key and v.space_id = ${spaceId}
        group by v.org_id, v.document_key`.execute(database.service)
      const found = new Map(rows.map(present).map((vectors) => [idOf(vectors), vectors]))
      return changes.map(
        (change) =>
          found.get(idOf(change)) ?? { ...change, keys: [], audienceIds: [], codes: new Uint8Array() },
      )
    },
  }
}

interface VectorRow {
  org_id: string
  document_key: number
  keys: (number | string)[]
  audience_ids: (number | string)[]
  codes: Buffer
}

const grouped = sql`v.org_id, v.document_key, array_agg(v.chunk_key order by v.chunk_key) as keys,
  array_agg(v.audience_id order by v.chunk_key) as audience_ids,
  string_agg(v.code, ''::bytea order by v.chunk_key) as codes`

function present(row: VectorRow): DocumentVectors {
  return {
    organizationId: row.org_id,
    documentKey: row.document_key,
    keys: row.keys.map(Number),
    audienceIds: row.audience_ids.map(Number),
    // A copy: what is sent to a thread takes all of the memory along that it is a part of.
    codes: new Uint8Array(row.codes),
  }
}
