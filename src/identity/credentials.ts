import type { IncomingHttpHeaders } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import type { Database } from '../storage/database.ts'
import type { Role } from '../storage/schema.ts'
import { type PresentedSecret, presentedSecret } from './presented-secret.ts'
import { hashSecret } from './secrets.ts'

export interface Credentials {
  /** The person behind a request; undefined for any missing, unknown, expired, revoked or malformed credential. */
  identify(headers: IncomingHttpHeaders): Promise<Viewer | undefined>
}

/** Verifies access tokens of an external issuer. */
export interface ExternalTokens {
  /** Undefined for what is not a valid token of that issuer. */
  verify(token: string): Promise<ExternalPerson | undefined>
}

export interface ExternalPerson {
  subject: string
  email: string
  organizationId?: string
}

export interface CredentialsNeeds {
  database: Database
  now: () => Date
  externalTokens?: ExternalTokens
  /** The name of the browser session's cookie; see sessionCookieName. */
  sessionCookie?: string
  /** Hears of a failed note of use, which never fails the request itself. */
  onError?: (error: unknown) => void
}

const noteUseEveryMs = 60_000
export const sessionLifeMs = 30 * 24 * 3600_000
const extendSessionAfterMs = 24 * 3600_000

export function createCredentials(needs: CredentialsNeeds): Credentials {
  const { database, now, externalTokens, sessionCookie = 'lorewell_session', onError = () => {} } = needs
  /** Uses being written down right now: parallel requests with one key write once. */
  const pending = new Set<string>()

  const noteUse = (row: Row, presented: PresentedSecret, at: Date) => {
    const write = noteDue(row, presented, at)
    if (!write || pending.has(row.credential_id)) return
    pending.add(row.credential_id)
    write
      .execute(database.service)
      .catch(onError)
      .finally(() => pending.delete(row.credential_id))
  }

  return {
    async identify(headers) {
      const presented = presentedSecret(headers, sessionCookie)
      if (!presented) return undefined
      const at = now()
      const lookup = await lookupFor(presented, at, externalTokens)
      if (!lookup) return undefined
      const { rows } = await personOf(lookup).execute(database.service)
      const row = rows[0]
      if (!row || rows.length > 1) return undefined
      noteUse(row, presented, at)
      return present(row)
    },
  }
}

interface Row {
  kind: Viewer['credential']['kind']
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
  audience_ids: (string | number)[]
}

async function lookupFor(
  { via, secret }: PresentedSecret,
  at: Date,
  externalTokens: ExternalTokens | undefined,
): Promise<RawBuilder<unknown> | undefined> {
  if (via === 'session') return bySession(hashSecret(secret), at)
  if (via === 'bearer' && externalTokens && secret.split('.').length === 3) {
    const person = await externalTokens.verify(secret)
    if (person) return byEmail(person)
  }
  const hash = hashSecret(secret)
  return via === 'api-key' ? byApiKey(hash) : sql`${byApiKey(hash)} union all ${byAccessToken(hash, at)}`
}

const byApiKey = (hash: Buffer) => sql`
  select 'api-key' as kind, id as credential_id, null as resource, last_used_at as used_at,
    null::timestamptz as expires_at, org_id, member_id
  from api_key where hash = ${hash} and revoked_at is null`

const byAccessToken = (hash: Buffer, at: Date) => sql`
  select 'token', encode(id_hash, 'hex'), payload ->> 'aud', null, expires_at, org_id, member_id
  from oauth_record where kind = 'AccessToken' and id_hash = ${hash} and expires_at > ${at}`

const bySession = (hash: Buffer, at: Date) => sql`
  select 'session' as kind, encode(hash, 'hex') as credential_id, null as resource, null::timestamptz as used_at,
    expires_at, org_id, member_id
  from browser_session where hash = ${hash} and expires_at > ${at}`

/** Two rows, and so nobody, where several organizations have a member of that address and none is named. */
const byEmail = ({ email, organizationId, subject }: ExternalPerson) => sql`
  select 'token' as kind, ${subject}::text as credential_id, null as resource, null::timestamptz as used_at,
    null::timestamptz as expires_at, org_id, id as member_id
  from member
  where email = ${email} and disabled_at is null
    and ${organizationId === undefined ? sql`true` : sql`org_id = ${organizationId}`}
  limit 2`

/**
 * The secret's owner with everything a request needs to know of them, in one statement. The audiences are computed
 * here from the tables, apart from the function that row-level security uses: two barriers, not one twice.
 */
const personOf = (lookup: RawBuilder<unknown>) => sql<Row>`
  select c.kind, c.credential_id, c.resource, c.used_at, c.expires_at,
    o.id as org_id, o.name as org_name, o.domain, o.ask_enabled,
    m.id as member_id, m.email, m.name, m.role,
    array(
      select distinct p.audience_id from audience_principal p
      where p.org_id = m.org_id and p.principal = any (
        array['everyone', 'user:' || m.id]
        || array(select 'group:' || t.team_id from team_member t where t.org_id = m.org_id and t.member_id = m.id)
      )
    ) as audience_ids
  from (${lookup}) c
  join member m on m.org_id = c.org_id and m.id = c.member_id and m.disabled_at is null
  join organization o on o.id = m.org_id`

function present(row: Row): Viewer {
  return {
    organizationId: row.org_id,
    organizationName: row.org_name,
    organizationDomain: row.domain,
    askEnabled: row.ask_enabled,
    memberId: row.member_id,
    email: row.email,
    name: row.name,
    role: row.role,
    audienceIds: row.audience_ids.map(Number),
    credential: {
      kind: row.kind,
      id: row.credential_id,
      ...(row.resource === null ? {} : { resource: row.resource }),
    },
  }
}

/** The statement that writes down when a key was last used or gives a session its 30 days again, where it is due. */
function noteDue(row: Row, presented: PresentedSecret, at: Date): RawBuilder<unknown> | undefined {
  if (row.kind === 'api-key') {
    if (row.used_at && at.getTime() - row.used_at.getTime() < noteUseEveryMs) return undefined
    return sql`update api_key set last_used_at = ${at} where org_id = ${row.org_id} and id = ${row.credential_id}`
  }
  if (row.kind !== 'session' || !row.expires_at) return undefined
  const expiresAt = new Date(at.getTime() + sessionLifeMs)
  if (expiresAt.getTime() - row.expires_at.getTime() < extendSessionAfterMs) return undefined
  return sql`update browser_session set expires_at = ${expiresAt} where hash = ${hashSecret(presented.secret)}`
}
