import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { InvalidGrant, InvalidRequest } from 'oidc-provider/lib/helpers/errors.js'
import { isStorable } from '../contract/text.ts'
import type { Database } from '../storage/database.ts'
import { parseAccountId } from './account-id.ts'
import { clientOrganizationId } from './oauth-client-organization.ts'
import { hashSecret } from './secrets.ts'

interface OAuthAdapterDeps {
  database: Database
  now: () => Date
  /** Returns the URL at which the authorization continues after an interaction. */
  resumeUrl: (interactionId: string) => string
  /** Returns when the current request arrived; undefined outside of a request. */
  requestReceivedAt: () => Date | undefined
}

/** Records that belong to a grant and are deleted with it. */
const grantBoundKinds = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken'])

/** Stores the authorization server's state in `oauth_record`; one adapter per kind of record. */
export function createOAuthAdapter({
  database,
  now,
  resumeUrl,
  requestReceivedAt,
}: OAuthAdapterDeps): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      // Records hold parameters and metadata as clients sent them.
      if (!isStorable(payload)) throw new InvalidRequest('a parameter contains characters that cannot be stored')
      const person = payload.accountId === undefined ? undefined : parseAccountId(payload.accountId)
      const organizationId = kind === 'Client' ? clientOrganizationId(payload) : person?.organizationId
      const expiresAt = expiresIn === undefined ? null : new Date(now().getTime() + expiresIn * 1000)
      const grantId = grantBoundKinds.has(kind) ? (payload.grantId ?? null) : null
      // Stores nothing for a revoked grant. The lock on the grant's row makes a concurrent revocation wait and then
      // delete the record stored here.
      await sql`
        with grant_row as materialized (
          select from oauth_record where kind = 'Grant' and id_hash = ${hashSecret(grantId ?? '')} for key share
        )
        insert into oauth_record (kind, id_hash, payload, grant_id, uid, user_code, org_id, member_id, expires_at)
        select ${kind}, ${hashSecret(id)}, ${JSON.stringify(toStoredPayload(kind, payload))}::jsonb, ${grantId},
          ${payload.uid ?? null}, ${payload.userCode ?? null}, ${organizationId ?? null},
          ${person?.memberId ?? null}, ${expiresAt}::timestamptz
        where ${grantId}::text is null or exists (select from grant_row)
        on conflict (kind, id_hash) do update set payload = excluded.payload, grant_id = excluded.grant_id,
          uid = excluded.uid, user_code = excluded.user_code, org_id = excluded.org_id,
          member_id = excluded.member_id, expires_at = excluded.expires_at`.execute(database.unrestricted)
    },

    async find(id) {
      const row = await database.unrestricted
        .selectFrom('oauth_record')
        .select(['payload', 'consumed_at'])
        .where('kind', '=', kind)
        .where('id_hash', '=', hashSecret(id))
        .executeTakeFirst()
      if (!row) return undefined
      const payload = { ...(row.payload as AdapterPayload) } as Record<string, unknown>
      if (kind !== 'Client') payload.jti = id
      if (kind === 'Interaction') payload.returnTo = resumeUrl(id)
      if (row.consumed_at && isBefore(row.consumed_at, requestReceivedAt()))
        payload.consumed = Math.floor(row.consumed_at.getTime() / 1000)
      return payload as AdapterPayload
    },

    async findByUid(uid) {
      const row = await database.unrestricted
        .selectFrom('oauth_record')
        .select(['payload', 'consumed_at'])
        .where('kind', '=', kind)
        .where('uid', '=', uid)
        .executeTakeFirst()
      return row?.payload as AdapterPayload | undefined
    },

    async findByUserCode() {
      return undefined
    },

    /**
     * Marks a code or refresh token as used, in one atomic statement. A concurrent second use is only rejected, since
     * clients do retry in parallel; a request that arrives later finds the record consumed, and the authorization
     * server revokes the whole grant.
     */
    async consume(id) {
      const { numUpdatedRows } = await database.unrestricted
        .updateTable('oauth_record')
        .set({ consumed_at: now() })
        .where('kind', '=', kind)
        .where('id_hash', '=', hashSecret(id))
        .where('consumed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new InvalidGrant('already used')
    },

    async destroy(id) {
      await database.unrestricted
        .deleteFrom('oauth_record')
        .where('kind', '=', kind)
        .where('id_hash', '=', hashSecret(id))
        .execute()
    },

    async revokeByGrantId(grantId) {
      await database.transaction(async (transaction) => {
        await sql`select from oauth_record where kind = 'Grant' and id_hash = ${hashSecret(grantId)} for update`.execute(
          transaction,
        )
        await transaction.deleteFrom('oauth_record').where('grant_id', '=', grantId).execute()
      })
    },
  })
}

function isBefore(date: Date, limit: Date | undefined): boolean {
  return limit === undefined || date.getTime() < limit.getTime()
}

/** Returns the payload without secrets: the table stores only hashes, so a leaked copy grants no access. */
function toStoredPayload(kind: string, payload: AdapterPayload): Record<string, unknown> {
  const { jti: _id, ...rest } = payload as Record<string, unknown>
  if (kind === 'Interaction') delete rest.returnTo
  if (typeof rest.client_secret === 'string') rest.client_secret = hashClientSecret(rest.client_secret)
  return rest
}

export function hashClientSecret(secret: string): string {
  return `sha256:${hashSecret(secret).toString('hex')}`
}
