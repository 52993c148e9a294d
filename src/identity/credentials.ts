import type { IncomingHttpHeaders } from 'node:http'
import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import type { Database } from '../storage/database.ts'
import { kept } from '../storage/kept-statements.ts'
import type { Role } from '../storage/schema.ts'
import { type Remembering, whileUnchanged } from '../storage/while-unchanged.ts'
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
  email: string
  organizationId?: string
  /** The one address that the token is for. */
  resource?: string
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
  const people: People = { database, remembered: whileUnchanged(database), externalTokens }

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
      const row = await findPerson(people, presented, at)
      if (!row) return undefined
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
  audience_ids: number[]
}

interface People {
  database: Database
  remembered: Remembering<Row>
  externalTokens: ExternalTokens | undefined
}

/** One statement at most; see person_behind in the migrations for what it reads. */
async function findPerson(
  { database, remembered, externalTokens }: People,
  { via, secret }: PresentedSecret,
  at: Date,
): Promise<Row | undefined> {
  const person = via === 'bearer' && isJwt(secret) ? await externalTokens?.verify(secret) : undefined
  if (!person) {
    const hash = hashSecret(secret)
    const isAlive = ({ expires_at: end }: Row) => !end || end > at
    return remembered(`${via} ${hash.toString('base64')}`, isAlive, async () => {
      const { rows } = await sql<Row>`${kept} select * from person_behind(${via}, ${hash}, ${at})`.execute(
        database.service,
      )
      return rows[0]
    })
  }
  const { rows } = await sql<Row>`
    select * from person_behind('email', null, ${at}, ${person.email}, ${person.organizationId ?? null})`.execute(
    database.service,
  )
  const [row] = rows
  return row && person.resource !== undefined ? { ...row, resource: person.resource } : row
}

function isJwt(secret: string): boolean {
  return secret.split('.').length === 3
}

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
    audienceIds: row.audience_ids,
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
