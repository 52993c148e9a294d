import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'

/** Tables of what has changed, written by triggers: of vectors, and of words. */
export const changeLists = ['vector_change', 'word_change'] as const
export type ChangeList = (typeof changeLists)[number]

/** So many are read with one statement. */
export const documentsAtOnce = 250

/** A document that changed, and in which transaction. */
export interface Change {
  id: string
  organizationId: string
  documentKey: number
}

export async function changesSince(
  database: Database,
  list: ChangeList,
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
      select distinct changed, org_id, document_key from ${sql.table(list)}
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

export function idOf({
  organizationId,
  documentKey,
}: {
  organizationId: string
  documentKey: number
}): string {
  return `${documentKey} ${organizationId}`
}
