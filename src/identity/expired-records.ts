import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import type { Database } from '../storage/database.ts'

/** For clients that registered themselves and have no grant. */
const unusedClientTtlMs = 30 * dayMs
/** How long tokens stay after their end: as long as a callback can wait, which is not sent once its token is revoked. */
const endedTokenTtlMs = 8 * dayMs
const windowTtlMs = dayMs
/** How long invitations stay listed after their end. */
const endedInvitationTtlMs = 90 * dayMs

/** Deletes expired sessions, OAuth records, reset links, invitations, attempt counts, and unused OAuth clients. Idempotent. */
export async function deleteExpiredRecords(database: Database, at: Date): Promise<void> {
  const { unrestricted } = database
  await unrestricted.deleteFrom('browser_session').where('expires_at', '<=', at).execute()
  const oldestToken = new Date(at.getTime() - endedTokenTtlMs)
  await sql`
    delete from oauth_record
    where expires_at <= ${at} and (kind not in ('AccessToken', 'RefreshToken') or expires_at <= ${oldestToken})`.execute(
    unrestricted,
  )
  await sql`delete from password_reset where expires_at <= ${at}`.execute(unrestricted)
  const oldestInvitation = new Date(at.getTime() - endedInvitationTtlMs)
  await sql`delete from invitation where expires_at <= ${oldestInvitation}`.execute(unrestricted)
  await unrestricted
    .deleteFrom('rate_window')
    .where('org_id', '=', '')
    .where('window_start', '<', at.getTime() - windowTtlMs)
    .execute()
  const oldest = Math.floor((at.getTime() - unusedClientTtlMs) / 1000)
  await sql`
    delete from oauth_record c
    where c.kind = 'Client' and c.org_id is null and (c.payload ->> 'client_id_issued_at')::bigint < ${oldest}
      and not exists (
        select from oauth_record g where g.kind = 'Grant' and g.payload ->> 'clientId' = c.payload ->> 'client_id'
      )`.execute(unrestricted)
}
