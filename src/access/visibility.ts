import { type RawBuilder, sql } from 'kysely'
import type { Caller } from './caller.ts'

/**
 * The one visibility rule: a row is seen when its audience is one of the viewer's. It stands in the where clause of
 * every content query, before any ranking or limit; row-level security repeats it from other data.
 *
 * `alias` is the table or alias whose `org_id` and `audience_id` are meant.
 */
export function visibleTo(caller: Caller, alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.org_id`)} = ${caller.organizationId} and ${sql.ref(`${alias}.audience_id`)} = any(${caller.audienceIds}::bigint[])`
}

/** What the caller manages: everything in the organization for an admin, else what they can see. */
export function manageableBy(caller: Caller, alias: string): RawBuilder<boolean> {
  return caller.role === 'admin'
    ? sql<boolean>`${sql.ref(`${alias}.org_id`)} = ${caller.organizationId}`
    : visibleTo(caller, alias)
}

/**
 * Whether a passage is part of its document, and not written ahead of its next text: for those who read passages without
 * row-level security, which hides such from everybody.
 */
export function isNotStaged(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`not exists (select from unfinished_document u
    where u.org_id = ${column('org_id')} and u.document_key = ${column('document_key')} and ${column('key')} > u.after_key)`
}

export function isInAudience(caller: Caller, audienceId: number): boolean {
  return caller.audienceIds.includes(audienceId)
}
