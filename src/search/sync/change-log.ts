import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'

/** Tables of what has changed, written by triggers: of vectors, and of words. */
export const changeLogTables = ['vector_change', 'word_change'] as const
export type ChangeLogTable = (typeof changeLogTables)[number]

/** So many are read with one statement. */
export const documentBatchSize = 250

/** A document that changed, and in which transaction. */
export interface DocumentChange {
  id: string
  organizationId: string
  documentKey: number
}

export interface ChangeLog {
  /** What changed since, by transactions that are over, and since when to look the next time. */
  readSince(list: ChangeLogTable, since: string): Promise<{ until: string; changes: DocumentChange[] }>
}

/** Whoever looks at the same time, as every search does for both lists, is served by one statement. */
export function createChangeLog(database: Database): ChangeLog {
  let next: { wanted: Map<ChangeLogTable, string>; read: Promise<ChangeLogRow[]> } | undefined
  return {
    async readSince(list, since) {
      if (!next || next.wanted.has(list)) {
        const wanted = new Map<ChangeLogTable, string>()
        const look = {
          wanted,
          read: Promise.resolve().then(() => {
            if (next === look) next = undefined
            return readChangeLog(database, wanted)
          }),
        }
        next = look
      }
      next.wanted.set(list, since)
      const rows = await next.read
      const changes = rows
        .filter((row) => row.list === list)
        .map((row) => ({
          id: `${row.changed} ${row.document_key} ${row.org_id}`,
          organizationId: row.org_id,
          documentKey: row.document_key,
        }))
      return { until: rows[0]?.until ?? since, changes }
    },
  }
}

interface ChangeLogRow {
  until: string
  /** None where nothing has changed. */
  list: ChangeLogTable | null
  changed: string
  org_id: string
  document_key: number
}

async function readChangeLog(
  database: Database,
  wanted: ReadonlyMap<ChangeLogTable, string>,
): Promise<ChangeLogRow[]> {
  // Numbers from the future come with a copy of another server's tables, and mean nothing here.
  const changed = (list: ChangeLogTable) => sql`
    select distinct ${sql.lit(list)} as list, changed, org_id, document_key from ${sql.table(list)}
    where changed >= ${wanted.get(list) ?? null}::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await sql<ChangeLogRow>`${asPrepared}
    select pg_snapshot_xmin(pg_current_snapshot())::text as until, c.list, c.changed::text, c.org_id, c.document_key
    from (values (true)) as one
    left join (${sql.join(changeLogTables.map(changed), sql` union all `)}) c on true`.execute(
    database.unrestricted,
  )
  return rows
}

export function documentMapKey({
  organizationId,
  documentKey,
}: {
  organizationId: string
  documentKey: number
}): string {
  return `${documentKey} ${organizationId}`
}

/** Deletes the changes that every node has applied long ago. */
export async function deleteExpiredChanges(database: Database): Promise<void> {
  for (const table of changeLogTables)
    await sql`delete from ${sql.table(table)} where at < now() - interval '1 day'`.execute(
      database.unrestricted,
    )
}
