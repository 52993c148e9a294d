import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { asPrepared } from '../../storage/prepared-statements.ts'

/** Names of the tables that triggers fill with changed documents: for vectors and for terms. */
export const changeLogTables = ['vector_change', 'word_change'] as const
export type ChangeLogTable = (typeof changeLogTables)[number]

/** Documents per statement. */
export const documentBatchSize = 250

/** A changed document; the id contains the transaction. */
export interface DocumentChange {
  id: string
  organizationId: string
  documentKey: number
}

export interface ChangeLog {
  /** Returns the changes committed since a transaction id, and the id to continue from. */
  readSince(table: ChangeLogTable, since: string): Promise<{ until: string; changes: DocumentChange[] }>
}

/** Batches concurrent reads, as every search makes for both tables, into one statement. */
export function createChangeLog(database: Database): ChangeLog {
  let next: { since: Map<ChangeLogTable, string>; rows: Promise<ChangeLogRow[]> } | undefined
  return {
    async readSince(table, since) {
      if (!next || next.since.has(table)) {
        const sinceByTable = new Map<ChangeLogTable, string>()
        const batch = {
          since: sinceByTable,
          rows: Promise.resolve().then(() => {
            if (next === batch) next = undefined
            return readChangeLog(database, sinceByTable)
          }),
        }
        next = batch
      }
      next.since.set(table, since)
      const rows = await next.rows
      const changes = rows
        .filter((row) => row.source === table)
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
  /** Null where nothing has changed. */
  source: ChangeLogTable | null
  changed: string
  org_id: string
  document_key: number
}

async function readChangeLog(database: Database, since: ReadonlyMap<ChangeLogTable, string>): Promise<ChangeLogRow[]> {
  // Transaction ids from the future come from a restored copy of another server and mean nothing here.
  const changed = (table: ChangeLogTable) => sql`
    select distinct ${sql.lit(table)} as source, changed, org_id, document_key from ${sql.table(table)}
    where changed >= ${since.get(table) ?? null}::xid8 and changed < pg_snapshot_xmax(pg_current_snapshot())`
  const { rows } = await sql<ChangeLogRow>`${asPrepared}
    select pg_snapshot_xmin(pg_current_snapshot())::text as until, c.source, c.changed::text, c.org_id, c.document_key
    from (values (true)) as one
    left join (${sql.join(changeLogTables.map(changed), sql` union all `)}) c on true`.execute(database.unrestricted)
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
    await sql`delete from ${sql.table(table)} where at < now() - interval '1 day'`.execute(database.unrestricted)
}
