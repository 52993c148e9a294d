import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import type { Members } from './members.ts'
import { deleteMemberPasskeys } from './passkeys.ts'
import { hashSecret, type RandomBytes, randomSecret } from './secrets.ts'

export interface ResetAccount {
  organizationId: string
  organizationName: string
  memberId: string
  email: string
  name: string
}

export type PasswordResets = ReturnType<typeof createPasswordResets>

const passwordResetTtlMs = 3600_000

/** Issues links with which a member chooses a new password: once, and within an hour. */
export function createPasswordResets({
  database,
  members,
  now,
  random,
}: {
  database: Database
  members: Members
  now: () => Date
  random?: RandomBytes
}) {
  return {
    /** Returns the token of a new link, which is stored nowhere. */
    async issueToken({
      organizationId,
      memberId,
    }: {
      organizationId: string
      memberId: string
    }): Promise<{ token: string; expiresAt: Date }> {
      const token = randomSecret(43, random)
      const expiresAt = new Date(now().getTime() + passwordResetTtlMs)
      await sql`
        insert into password_reset (hash, org_id, member_id, created_at, expires_at)
        values (${hashSecret(token)}, ${organizationId}, ${memberId}, ${now()}, ${expiresAt})`.execute(
        database.unrestricted,
      )
      return { token, expiresAt }
    },

    /** Returns the account of a link that still works. */
    async findByToken(token: string): Promise<ResetAccount | undefined> {
      const { rows } = await sql<ResetAccount>`
        select r.org_id as "organizationId", o.name as "organizationName", m.id as "memberId", m.email, m.name
        from password_reset r
        join member m on m.org_id = r.org_id and m.id = r.member_id and m.disabled_at is null
        join organization o on o.id = r.org_id
        where r.hash = ${hashSecret(token)} and r.consumed_at is null and r.expires_at > ${now()}`.execute(
        database.unrestricted,
      )
      return rows[0]
    },

    /**
     * Sets the password, ends every session and OAuth grant of the member, and removes their passkeys and their other
     * links. Of concurrent attempts with one link one succeeds; the others conflict.
     */
    async reset(token: string, password: string): Promise<ResetAccount> {
      return database.transaction(async (store) => {
        const { rows } = await sql<ResetAccount>`
          update password_reset r set consumed_at = ${now()} from member m, organization o
          where r.hash = ${hashSecret(token)} and r.consumed_at is null and r.expires_at > ${now()}
            and m.org_id = r.org_id and m.id = r.member_id and m.disabled_at is null and o.id = r.org_id
          returning r.org_id as "organizationId", o.name as "organizationName", m.id as "memberId", m.email,
            m.name`.execute(store)
        const [account] = rows
        if (!account) throw new AppError('conflict', invalidResetLinkMessage)
        await members.setPassword(account.organizationId, account.memberId, password, store)
        await deleteMemberPasskeys(store, account.organizationId, account.memberId)
        return account
      })
    },
  }
}

export const invalidResetLinkMessage = 'This link was used already, or it has expired. Ask for a new one.'
