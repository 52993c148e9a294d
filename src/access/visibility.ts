import { type RawBuilder, sql } from 'kysely'
import { type Caller, hasScope } from './caller.ts'

/**
 * Returns the visibility condition: a row is visible if its audience is one of the caller's. Every content query has it in
 * its where clause, before ranking and limit; row-level security enforces the same rule independently.
 *
 * `alias` is the table or alias with the columns `org_id` and `audience_id`.
 */
export function visibleTo(caller: Caller, alias: string): RawBuilder<boolean> {
  const { organizationId, memberId, audienceIds } = caller
  // The planner does better with constants.
  const audiences = caller.readsAudiencesInStatement
    ? sql`(select member_audiences(${organizationId}, ${memberId}))::bigint[]`
    : sql`${audienceIds}::bigint[]`
  return sql<boolean>`${sql.ref(`${alias}.org_id`)} = ${organizationId} and ${sql.ref(`${alias}.audience_id`)} = any(${audiences})`
}

/**
 * Returns the condition for notes the caller can edit among those they can see: `visibleTo` belongs in the same where clause.
 * The groups of the caller are those of the statement's snapshot. Triggers enforce the same rule when notes are written.
 *
 * `alias` is a document or its alias.
 */
export function editableBy({ organizationId, memberId, role }: Caller, alias: string): RawBuilder<boolean> {
  if (role === 'viewer') return sql<boolean>`false`
  const editors = sql.ref(`${alias}.editors`)
  return sql<boolean>`(${editors} is null
    or coalesce(${editors} && (select member_principals(${organizationId}, ${memberId}))::text[], false))`
}

/** Returns the condition for notes whose readers and editors the caller can change, among those they can see. */
export function shareableBy(caller: Caller, alias: string): RawBuilder<boolean> {
  return hasAdminRights(caller) ? sql<boolean>`true` : editableBy(caller, alias)
}

/** Returns the condition for rows the caller can manage: all of the organization for admins with the scope `admin`, else the visible ones. */
export function manageableBy(caller: Caller, alias: string): RawBuilder<boolean> {
  return hasAdminRights(caller)
    ? sql<boolean>`${sql.ref(`${alias}.org_id`)} = ${caller.organizationId}`
    : visibleTo(caller, alias)
}

/** Tells whether the caller is an admin and their credential has the scope `admin`. */
export function hasAdminRights(caller: Caller): boolean {
  return caller.role === 'admin' && hasScope(caller, 'admin')
}

/**
 * Returns the condition that excludes staged passages, which belong to a document's next version. Only queries without
 * row-level security need it.
 */
export function isNotStaged(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`not exists (select from unfinished_document u
    where u.org_id = ${column('org_id')} and u.document_key = ${column('document_key')} and ${column('key')} > u.after_key)`
}

export function isInAudience(caller: Caller, audienceId: number): boolean {
  return caller.audienceIds.includes(audienceId)
}
