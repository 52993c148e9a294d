import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { contentScopes, parseScopes, type Scope, scopes } from '../contract/scopes.ts'
import type { Database } from '../storage/database.ts'
import type { Role } from '../storage/schema.ts'
import { legacyTokenScope } from './oauth-scopes.ts'

/** A row of the SQL function resolve_credential. */
export interface CallerRow {
  kind: Caller['credential']['kind']
  credential_id: string
  resource: string | null
  /** Separated by spaces. Null: every scope for a key or a session, the content scopes for a token. */
  scope: string | null
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

export function toCaller(row: CallerRow): Caller {
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
      scopes: grantedScopes(row),
      ...(row.resource === null ? {} : { resource: row.resource }),
    },
  }
}

function grantedScopes({ kind, scope }: CallerRow): readonly Scope[] {
  if (kind !== 'token') return scope === null ? scopes : parseScopes(scope)
  return scope === null || scope.split(' ').includes(legacyTokenScope) ? contentScopes : parseScopes(scope)
}

/** Loads an active member by email. Without an organization, the email must be unique among all of them. */
export async function loadCallerByEmail(
  database: Database,
  { email, organizationId }: { email: string; organizationId?: string },
  now: Date,
): Promise<Caller | undefined> {
  const { rows } = await sql<CallerRow>`
    select * from resolve_credential('email', null, ${now}, ${email}, ${organizationId ?? null})`.execute(
    database.unrestricted,
  )
  return rows[0] && toCaller(rows[0])
}

/**
 * Loads a member with their current permissions, for work done after their request. Returns undefined if they have been
 * disabled or removed.
 */
export async function loadMemberAsCaller(
  database: Database,
  organizationId: string,
  memberId: string,
  now: Date,
): Promise<Caller | undefined> {
  const { rows } = await sql<CallerRow>`
    select c.* from member m
    cross join lateral resolve_credential('email', null, ${now}::timestamptz, m.email, m.org_id) c
    where m.org_id = ${organizationId} and m.id = ${memberId}`.execute(database.unrestricted)
  return rows[0] && toCaller(rows[0])
}

/** Returns the caller with their current audiences: a write of the same request can have changed them. */
export async function withCurrentAudiences(database: Database, caller: Caller, now: Date): Promise<Caller> {
  const current = await loadMemberAsCaller(database, caller.organizationId, caller.memberId, now)
  return { ...caller, audienceIds: current?.audienceIds ?? [] }
}
