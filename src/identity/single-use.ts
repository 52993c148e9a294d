import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'

/** By how much the clocks of two nodes can differ: a value is remembered so much longer than it is valid. */
const maxClockSkewMs = 10 * 60_000

/** Marks a value as used; returns false if it already was, which prevents replay. It is forgotten once it has expired. */
export async function consumeOnce(
  database: Database,
  { value, expiresAt, now }: { value: string; expiresAt: Date; now: Date },
): Promise<boolean> {
  const forgottenBefore = new Date(now.getTime() - maxClockSkewMs)
  await sql`delete from passkey_challenge_used where expires_at < ${forgottenBefore}`.execute(database.unrestricted)
  const { rows } = await sql`
    insert into passkey_challenge_used (challenge, expires_at) values (${value}, ${expiresAt})
    on conflict do nothing returning challenge`.execute(database.unrestricted)
  return rows.length > 0
}
