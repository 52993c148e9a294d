import type { IncomingHttpHeaders } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Scope } from '../contract/scopes.ts'
import type { Database } from '../storage/database.ts'
import { asPrepared } from '../storage/prepared-statements.ts'
import { createWriteInvalidatedCache } from '../storage/write-invalidated-cache.ts'
import { sessionTtlMs } from './browser-sessions.ts'
import { type CallerRow, loadCallerByEmail, toCaller } from './load-caller.ts'
import { extractCredential, type RequestCredential } from './request-credential.ts'
import { hashSecret } from './secrets.ts'

export interface RequestAuthenticator {
  /** Returns the caller; undefined for a missing, unknown, expired, revoked or malformed credential. */
  authenticate(headers: IncomingHttpHeaders): Promise<Caller | undefined>
}

/** Verifies access tokens of an external issuer. */
export interface ExternalTokenVerifier {
  /** Returns undefined unless the token is valid and of that issuer. */
  verify(token: string): Promise<ExternalIdentity | undefined>
}

export interface ExternalIdentity {
  email: string
  organizationId?: string
  /** The address the token is limited to. */
  resource?: string
  scopes: readonly Scope[]
  expiresAt: Date
}

export interface RequestAuthenticatorDeps {
  database: Database
  now: () => Date
  externalTokens?: ExternalTokenVerifier
  /** The name of the browser session's cookie; see sessionCookieName. */
  sessionCookie?: string
  /** Called when recording a credential's use fails; the request itself succeeds. */
  onError?: (error: unknown) => void
}

const lastUsedUpdateIntervalMs = 60_000
const sessionRenewalIntervalMs = 24 * 3600_000

export function createRequestAuthenticator(deps: RequestAuthenticatorDeps): RequestAuthenticator {
  const { database, now, externalTokens, sessionCookie = 'lorewell_session', onError = () => {} } = deps
  const cachedRow = createWriteInvalidatedCache<CallerRow>(database)
  /** Credentials whose use is being recorded: parallel requests with one key write once. */
  const pending = new Set<string>()

  return {
    async authenticate(headers) {
      const credential = extractCredential(headers, sessionCookie)
      if (!credential) return undefined
      const at = now()
      const identity = isJwt(credential) ? await externalTokens?.verify(credential.secret) : undefined
      if (identity) return loadExternalCaller(identity, at)
      const row = await resolveCredential(credential, at)
      if (!row) return undefined
      recordUse(row, credential, at)
      return toCaller(row)
    },
  }

  async function loadExternalCaller(identity: ExternalIdentity, at: Date): Promise<Caller | undefined> {
    const caller = await loadCallerByEmail(database, identity, at)
    const { resource, scopes, expiresAt } = identity
    return (
      caller && {
        ...caller,
        credential: { ...caller.credential, scopes, expiresAt, ...(resource !== undefined && { resource }) },
      }
    )
  }

  function resolveCredential({ via, secret }: RequestCredential, at: Date): Promise<CallerRow | undefined> {
    const hash = hashSecret(secret)
    const isAlive = ({ expires_at: end }: CallerRow) => !end || end > at
    return cachedRow(`${via} ${hash.toString('base64')}`, isAlive, async () => {
      const { rows } =
        await sql<CallerRow>`${asPrepared} select * from resolve_credential(${via}, ${hash}, ${at})`.execute(
          database.unrestricted,
        )
      return rows[0]
    })
  }

  function recordUse(row: CallerRow, credential: RequestCredential, at: Date): void {
    const update = usageUpdate(row, credential, at)
    if (!update || pending.has(row.credential_id)) return
    pending.add(row.credential_id)
    update
      .execute(database.unrestricted)
      .catch(onError)
      .finally(() => pending.delete(row.credential_id))
  }
}

function isJwt({ via, secret }: RequestCredential): boolean {
  return via === 'bearer' && secret.split('.').length === 3
}

/** Returns the statement that records a key's last use or extends a session, or undefined if none is due. */
function usageUpdate(row: CallerRow, credential: RequestCredential, at: Date): RawBuilder<unknown> | undefined {
  if (row.kind === 'api-key') {
    if (row.used_at && at.getTime() - row.used_at.getTime() < lastUsedUpdateIntervalMs) return undefined
    return sql`update api_key set last_used_at = ${at} where org_id = ${row.org_id} and id = ${row.credential_id}`
  }
  if (row.kind !== 'session' || !row.expires_at) return undefined
  const expiresAt = new Date(at.getTime() + sessionTtlMs)
  if (expiresAt.getTime() - row.expires_at.getTime() < sessionRenewalIntervalMs) return undefined
  return sql`update browser_session set expires_at = ${expiresAt} where hash = ${hashSecret(credential.secret)}`
}
