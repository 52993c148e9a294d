import { sql } from 'kysely'
import type { App } from '../../app.ts'
import { passwordResetAddress } from '../../identity/link-addresses.ts'
import { recordTerminalAction } from '../terminal-audit.ts'

/**
 * Returns a link with which the first admin chooses a password, if none of the organization's admins can sign in or use the
 * API otherwise. A service that has an organization prints no setup link, so they would have no way in.
 */
export async function issuePasswordLink(
  { database, config, auditLog, passwordResets }: Pick<App, 'database' | 'config' | 'auditLog' | 'passwordResets'>,
  organizationId: string,
): Promise<{ email: string; url: string } | undefined> {
  if (config.oidc) return undefined
  const { rows } = await sql<{ memberId: string; email: string; canEnter: boolean }>`
    select m.id as "memberId", m.email, (m.password_hash is not null
      or exists (select from passkey p where p.org_id = m.org_id and p.member_id = m.id)
      or exists (select from api_key k where k.org_id = m.org_id and k.member_id = m.id and k.revoked_at is null))
      as "canEnter"
    from member m where m.org_id = ${organizationId} and m.role = 'admin' and m.disabled_at is null
    order by m.created_at, m.email`.execute(database.unrestricted)
  const [admin] = rows
  if (!admin || rows.some(({ canEnter }) => canEnter)) return undefined
  const { token } = await passwordResets.issueToken({ organizationId, memberId: admin.memberId })
  await recordTerminalAction(
    { auditLog },
    organizationId,
    'createPasswordLink',
    `/members/${encodeURIComponent(admin.memberId)}/password-link`,
  )
  return { email: admin.email, url: passwordResetAddress(config.publicUrl, token) }
}
