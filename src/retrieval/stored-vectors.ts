import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'
import type { DocumentVectors } from './vector-memory.ts'

/** So many are read with one statement. */
export const documentsAtOnce = 250

/** A document whose vectors changed, and in which transaction. */
export interface Change {
  id: string
  organizationId: string
  documentKey: number
}

export async function changesSince(
  database: Database,
  since: string,
): Promise<{ until: string; changes: Change[] }> {
  // Numbers from the future come with a copy of another server's tables, and mean nothing here.
  const { rows } = await sql<{
    until: string
    changed: string | null
    org_id: string
    document_key: number
  }>`${kept}
    select pg_snapshot_xmin(pg_current_snapshot())::text as until, c.changed::text, c.org_id, c.document_key
    from (values (true)) as one left join (
      select distinct changed, org_id, document_key from vector_change
      where changed >= ${since}::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())
    ) c on true`.execute(database.service)
  const changes = rows
    .filter((row) => row.changed !== null)
    .map((row) => ({
      id: `${row.changed} ${row.document_key} ${row.org_id}`,
      organizationId: row.org_id,
      documentKey: row.document_key,
    }))
  return { until: rows[0]?.until ?? since, changes }
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

export async function vectorsAfter(
  database: Database,
  spaceId: number,
  { organizationId, documentKey }: { organizationId: string; documentKey: number },
): Promise<DocumentVectors[]> {
  const { rows } = await sql<VectorRow>`
    select ${grouped} from chunk_vector v
    where (v.org_id, v.document_key) > (${organizationId}, ${documentKey}::bigint) and v.space_id = ${spaceId}
    group by v.org_id, v.document_key order by v.org_id, v.document_key limit ${documentsAtOnce}`.execute(
    database.service,
  )
  return rows.map(present)
}

/** Those without a vector any more are among them, empty. */
export async function vectorsOf(
  database: Database,
  spaceId: number,
  changes: readonly Change[],
): Promise<DocumentVectors[]> {
  const { rows } = await sql<VectorRow>`
    select ${grouped}
    from unnest(${changes.map((change) => change.organizationId)}::text[], ${changes.map((change) => change.documentKey)}::bigint[])
      as c (org_id, document_key)
    join chunk_vector v on v.org_id = c.org_id and v.document_key = c.document_key and v.space_id = ${spaceId}
    group by v.org_id, v.document_key`.execute(database.service)
  const found = new Map(rows.map(present).map((vectors) => [idOf(vectors), vectors]))
  return changes.map(
    (change) => found.get(idOf(change)) ?? { ...change, keys: [], audienceIds: [], codes: new Uint8Array() },
  )
}

export function idOf({
  organizationId,
  documentKey,
}: {
  organizationId: string
  documentKey: number
}): string {
  return `${documentKey} ${organizationId}`
}

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
