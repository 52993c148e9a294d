import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'
import { changeLogTrimmedName, currentServer, type LogPosition } from './change-log.ts'

const tokenPrefix = 'memory-image '
/** A node writes an image more often; rows of nodes that are gone are deleted after this time. */
const tokenRetention = sql.lit('7 days')
/** A change can be logged with a time before it becomes visible: so long a transaction may run. */
const logMarginMs = 12 * 3600_000

/**
 * Stores the token of an image whose contents have been read before. A database that has the token later has all that the
 * image was read from in its history, whatever restores and failovers there have been: a transaction is lost only
 * together with all later ones. Rejects if the server has become another one since the position.
 */
export async function commitImageToken(database: Database, token: string, position: LogPosition): Promise<void> {
  const { rows } = await sql`
    insert into service_value (name, value)
    select ${tokenPrefix + token}, jsonb_build_object('transaction', pg_current_xact_id()::text)
    where ${currentServer(database)} = ${position.server} returning name`.execute(database.unrestricted)
  if (rows.length === 0) throw new Error('The database server has changed while an image was written.')
  await sql`delete from service_value where name like ${`${tokenPrefix}%`} and updated_at < now() - ${tokenRetention}::interval`.execute(
    database.unrestricted,
  )
}

/**
 * Tells whether the database has the token as it was stored. A copy of the row in another database, as a restored backup
 * makes it, was stored by another transaction than it says.
 */
export async function hasImageToken(database: Database, token: string): Promise<boolean> {
  const { rows } = await sql`
    select from service_value
    where name = ${tokenPrefix + token}
      and mod((value ->> 'transaction')::numeric, 4294967296) = xmin::text::numeric`.execute(database.unrestricted)
  return rows.length > 0
}

/** Tells whether no change since the time, in milliseconds, has been deleted from the change log. */
export async function isLogComplete(database: Database, since: number): Promise<boolean> {
  const { rows } = await sql`
    select from service_value where name = ${changeLogTrimmedName}
      and (value ->> 'before')::timestamptz > ${new Date(since - logMarginMs)}`.execute(database.unrestricted)
  return rows.length === 0
}

export async function deleteImageToken(database: Database, token: string): Promise<void> {
  await sql`delete from service_value where name = ${tokenPrefix + token}`.execute(database.unrestricted)
}
