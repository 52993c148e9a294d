import { sql } from 'kysely'

/** The same as text. */
export const identityExpression = `concat_ws(' ',
  (select system_identifier from pg_control_system()), extract(epoch from pg_postmaster_start_time()),
  case when pg_is_in_recovery() then 'recovery' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end)`

/**
 * The SQL expression for the identity of the server behind a connection: system identifier, start time and timeline. A
 * failover, a point-in-time restore and a restored data directory all change it. Transaction ids and keys of another
 * identity mean nothing here: the transactions that had them can be lost, and others can have them now. A mere restart
 * changes it, too: nothing tells it from a restored directory.
 */
export const serverIdentity = sql.raw<string>(identityExpression)

export interface ServerIdentityTracker {
  /** Records the identity that a statement has read. */
  record(identity: string): void
  /** Returns a counter that grows when the server has become another one: values cached before are of no use. */
  changeCount(): number
}

export function createServerIdentityTracker(): ServerIdentityTracker {
  let last: string | undefined
  let changes = 0
  return {
    record(identity) {
      if (last !== undefined && last !== identity) changes += 1
      last = identity
    },
    changeCount: () => changes,
  }
}
