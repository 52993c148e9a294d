import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Database } from '../storage/database.ts'
import type { Role } from '../storage/schema.ts'

/**
 * A member as of now, for work that is done for them after their request: what they may see is what they may see at
 * this moment. Undefined where they have been disabled or removed. The same function of the database as for requests
 * says so, reached by the address that the member has.
 */
export async function loadMemberAsCaller(
  database: Database,
  organizationId: string,
  memberId: string,
  now: Date,
): Promise<Caller | undefined> {
  const { rows } = await sql<MemberCallerRow>`
    select p.* from member m
    cross join lateral person_behind('email', null, ${now}::timestamptz, m.email, m.org_id) p
    where m.org_id = ${organizationId} and m.id = ${memberId}`.execute(database.unrestricted)
  const row = rows[0]
  return row && presentMemberCaller(row)
}

/** Returns the caller with their current audiences: a write of the same request may have changed them. */
export async function withCurrentAudiences(database: Database, caller: Caller, now: Date): Promise<Caller> {
  const current = await loadMemberAsCaller(database, caller.organizationId, caller.memberId, now)
  return { ...caller, audienceIds: current?.audienceIds ?? [] }
}

interface MemberCallerRow {
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

function presentMemberCaller(row: MemberCallerRow): Caller {
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
    // The credential of the request is not kept.
    credential: { kind: 'token', id: row.email },
  }
}
