import type { IncomingHttpHeaders } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Database } from '../storage/database.ts'
import { asPrepared } from '../storage/prepared-statements.ts'
import type { Role } from '../storage/schema.ts'
import { type CachedRead, createWriteInvalidatedCache } from '../storage/write-invalidated-cache.ts'
import { extractCredential, type RequestCredential } from './request-credential.ts'
import { hashSecret } from './secrets.ts'

export interface RequestAuthenticator {
  /** The person behind a request; undefined for any missing, unknown, expired, revoked or malformed credential. */
  authenticate(headers: IncomingHttpHeaders): Promise<Caller | undefined>
}

/** Verifies access tokens of an external issuer. */
export interface ExternalTokenVerifier {
  /** Undefined for what is not a valid token of that issuer. */
  verify(token: string): Promise<ExternalIdentity | undefined>
}

export interface ExternalIdentity {
  email: string
  organizationId?: string
  /** The one address that the token is for. */
  resource?: string
}

export interface RequestAuthenticatorDeps {
  database: Database
  now: () => Date
  externalTokens?: ExternalTokenVerifier
  /** The name of the browser session's cookie; see sessionCookieName. */
  sessionCookie?: string
  /** Hears of a failed note of use, which never fails the request itself. */
  onError?: (error: unknown) => void
}

const lastUsedUpdateIntervalMs = 60_000
export const sessionTtlMs = 30 * 24 * 3600_000
const sessionRenewalIntervalMs = 24 * 3600_000

export function createRequestAuthenticator(needs: RequestAuthenticatorDeps): RequestAuthenticator {
  const { database, now, externalTokens, sessionCookie = 'lorewell_session', onError = () => {} } = needs
  /** Uses being written down right now: parallel requests with one key write once. */
  const pending = new Set<string>()
  const people: CredentialLookup = { database, cache: createWriteInvalidatedCache(database), externalTokens }

  const noteUse = (row: CredentialRow, presented: RequestCredential, at: Date) => {
    const write = pendingUsageUpdate(row, presented, at)
    if (!write || pending.has(row.credential_id)) return
    pending.add(row.credential_id)
    write
      .execute(database.unrestricted)
      .catch(onError)
      .finally(() => pending.delete(row.credential_id))
  }

  return {
    async authenticate(headers) {
      const presented = extractCredential(headers, sessionCookie)
      if (!presented) return undefined
      const at = now()
      const row = await resolveCredential(people, presented, at)
      if (!row) return undefined
      noteUse(row, presented, at)
      return presentCaller(row)
    },
  }
}

interface CredentialRow {
  kind: Caller['credential']['kind']
  credential_id: string
  resource: string | null
  used_at: Date | null
  expires_at: Date | null
  org_id: string
  org_name: string
  domain: string
  ask_enabled: boolean
  member_id: string
  email: string
  name: string
  role: Role
  audience_ids: number[]
}

interface CredentialLookup {
  database: Database
  cache: CachedRead<CredentialRow>
  externalTokens: ExternalTokenVerifier | undefined
}

/** One statement at most; see person_behind in the migrations for what it reads. */
async function resolveCredential(
  { database, cache, externalTokens }: CredentialLookup,
  { via, secret }: RequestCredential,
  at: Date,
): Promise<CredentialRow | undefined> {
  const person = via === 'bearer' && isJwt(secret) ? await externalTokens?.verify(secret) : undefined
  if (!person) {
    const hash = hashSecret(secret)
    const isAlive = ({ expires_at: end }: CredentialRow) => !end || end > at
    return cache(`${via} ${hash.toString('base64')}`, isAlive, async () => {
      const { rows } =
        await sql<CredentialRow>`${asPrepared} select * from person_behind(${via}, ${hash}, ${at})`.execute(
          database.unrestricted,
        )
      return rows[0]
    })
  }
  const { rows } = await sql<CredentialRow>`
    select * from person_behind('email', null, ${at}, ${person.email}, ${person.organizationId ?? null})`.execute(
    database.unrestricted,
  )
  const [row] = rows
  return row && person.resource !== undefined ? { ...row, resource: person.resource } : row
}

function isJwt(secret: string): boolean {
  return secret.split('.').length === 3
}

function presentCaller(row: CredentialRow): Caller {
  return {
    organizationId: row.org_id,
    organizationName: row.org_name,
    organizationDomain: row.domain,
    askEnabled: row.ask_enabled,
    memberId: row.member_id,
    email: row.email,
    name: row.name,
    role: row.role,
    audienceIds: row.audience_ids,
    credential: {
      kind: row.kind,
      id: row.credential_id,
      ...(row.resource === null ? {} : { resource: row.resource }),
    },
  }
}

/** The statement that writes down when a key was last used or gives a session its 30 days again, where it is due. */
function pendingUsageUpdate(
  row: CredentialRow,
  presented: RequestCredential,
  at: Date,
): RawBuilder<unknown> | undefined {
  if (row.kind === 'api-key') {
    if (row.used_at && at.getTime() - row.used_at.getTime() < lastUsedUpdateIntervalMs) return undefined
    return sql`update api_key set last_used_at = ${at} where org_id = ${row.org_id} and id = ${row.credential_id}`
  }
  if (row.kind !== 'session' || !row.expires_at) return undefined
  const expiresAt = new Date(at.getTime() + sessionTtlMs)
  if (expiresAt.getTime() - row.expires_at.getTime() < sessionRenewalIntervalMs) return undefined
  return sql`update browser_session set expires_at = ${expiresAt} where hash = ${hashSecret(presented.secret)}`
}
