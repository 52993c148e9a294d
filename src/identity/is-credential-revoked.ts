import { sql } from 'kysely'
import type { IssuedCredential } from '../access/caller.ts'
import type { Database } from '../storage/database.ts'

/**
 * Tells whether a credential has been revoked or removed, or one that created it; not whether it has expired. Relies on
 * expired tokens being kept for a while (`expired-records.ts`): a revoked one is deleted at once.
 */
export async function isCredentialRevoked(
  database: Database,
  organizationId: string,
  { kind, id }: IssuedCredential,
): Promise<boolean> {
  const { rows } = await (kind === 'api-key'
    ? sql`
        select from api_key k
        where k.org_id = ${organizationId} and k.id = ${id}
          and not exists (select from api_key p
            where p.org_id = k.org_id and p.id = any(k.created_by_keys || k.id) and p.revoked_at is not null)
          and (k.grant_id is null or exists (select from oauth_record r
            where r.grant_id = k.grant_id and r.kind in ('AccessToken', 'RefreshToken')))`
    : sql`
        select from oauth_record
        where kind = 'AccessToken' and id_hash = ${Buffer.from(id, 'hex')} and org_id = ${organizationId}`
  ).execute(database.unrestricted)
  return rows.length === 0
}
