import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { asPrepared, asReadOnly } from '../../storage/prepared-statements.ts'
import { serverIdentity } from '../../storage/server-identity.ts'

/** Names of the tables that triggers fill with changed documents: for vectors and for terms. */
export const changeLogTables = ['vector_change', 'word_change'] as const
export type ChangeLogTable = (typeof changeLogTables)[number]

/** Documents per statement. */
export const documentBatchSize = 250

/** A document of any organization. */
export interface DocumentRef {
  organizationId: string
  documentKey: number
}

/** A state of the store: which transactions are visible in it, and on which server. */
export interface LogPosition {
  /** A `pg_snapshot`. */
  snapshot: string
  server: string
}

export interface ChangeLog {
  /** Returns the position now. */
  position(): Promise<LogPosition>
  /**
   * Returns the changes that have become visible since a position, and the position to continue from; undefined changes if
   * the server's history doesn't contain the position, so that everything has to be read again.
   */
  readSince(
    table: ChangeLogTable,
    since: LogPosition,
  ): Promise<{ until: LogPosition; changes: DocumentRef[] | undefined }>
}

/** Batches concurrent reads, as every search makes for both tables, into one statement. */
export function createChangeLog(database: Database): ChangeLog {
  let next: { since: Map<ChangeLogTable, string>; rows: Promise<ChangeLogRow[]> } | undefined

  function toPosition({ snapshot, server }: LogPosition): LogPosition {
    database.serverIdentity.record(server)
    return { snapshot, server }
  }

  return {
    async position() {
      const { rows } = await sql<LogPosition>`${asReadOnly} select ${currentPosition(database)}`.execute(
        database.unrestricted,
      )
      return toPosition(rows[0] as LogPosition)
    },
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
      next.since.set(table, since.snapshot)
      const rows = await next.rows
      const until = toPosition(rows[0] as ChangeLogRow)
      if (!isContinuation(since, until)) return { until, changes: undefined }
      const changes = rows
        .filter((row) => row.source === table)
        .map((row) => ({ organizationId: row.org_id, documentKey: row.document_key }))
      return { until, changes }
    },
  }
}

/**
 * Returns whether the later position has the earlier one in its history. After a failover to a standby that lagged, or a
 * restore, transactions are gone, and their ids are given to others.
 */
export function isContinuation(earlier: LogPosition, later: LogPosition): boolean {
  return earlier.server === later.server && nextTransaction(earlier) <= nextTransaction(later)
}

/** The xmax of a snapshot, `xmin:xmax:xip,…`. */
function nextTransaction({ snapshot }: LogPosition): bigint {
  return BigInt(snapshot.split(':')[1] ?? 0)
}

/** Only one process writes the embedded database, which therefore is the same one as long as this process runs. */
export function currentServer({ engine }: Pick<Database, 'engine'>): RawBuilder<unknown> {
  return engine === 'pglite' ? sql`''` : serverIdentity
}

function currentPosition(database: Database): RawBuilder<unknown> {
  return sql`pg_current_snapshot()::text as snapshot, ${currentServer(database)} as server`
}

interface ChangeLogRow extends LogPosition {
  /** Null where nothing has changed. */
  source: ChangeLogTable | null
  org_id: string
  document_key: number
}

/**
 * Reads the changes of transactions that are visible now and weren't in the earlier snapshot: those begun since, and those
 * that were running then. Changes of a transaction that is still running are not even looked at, however many there are.
 */
async function readChangeLog(database: Database, since: ReadonlyMap<ChangeLogTable, string>): Promise<ChangeLogRow[]> {
  const changed = (table: ChangeLogTable) => {
    const earlier = sql`${since.get(table) ?? null}::pg_snapshot`
    const columns = sql`select ${sql.lit(table)} as source, org_id, document_key from ${sql.table(table)}`
    // Transaction ids from the future come from a restored copy of another server and mean nothing here.
    return sql`
      ${columns} where changed >= pg_snapshot_xmax(${earlier}) and changed < pg_snapshot_xmax(pg_current_snapshot())
      union ${columns} where changed = any(array(
        select xid from pg_snapshot_xip(${earlier}) xid where pg_visible_in_snapshot(xid, pg_current_snapshot())))`
  }
  const { rows } = await sql<ChangeLogRow>`${asPrepared}
    select ${currentPosition(database)}, c.source, c.org_id, c.document_key
    from (values (true)) as one
    left join (${sql.join(changeLogTables.map(changed), sql` union all `)}) c on true`.execute(database.unrestricted)
  return rows
}

export function documentMapKey({ organizationId, documentKey }: DocumentRef): string {
  return `${documentKey} ${organizationId}`
}

/** The row of `service_value` that says up to which time changes were deleted. */
export const changeLogTrimmedName = 'change-log-trimmed'

/** Deletes the changes that every node has applied long ago. */
export async function deleteExpiredChanges(database: Database): Promise<void> {
  // First: an index that is read from an image has to know of changes that are missing, also if this fails halfway.
  await sql`
    insert into service_value (name, value)
    values (${changeLogTrimmedName}, jsonb_build_object('before', now() - interval '1 day'))
    on conflict (name) do update set value = excluded.value`.execute(database.unrestricted)
  for (const table of changeLogTables)
    await sql`delete from ${sql.table(table)} where at < now() - interval '1 day'`.execute(database.unrestricted)
}
