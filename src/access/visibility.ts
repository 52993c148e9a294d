import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from './viewer.ts'

/**
 * The one visibility rule: a row is seen when its audience is one of the viewer's. It stands in the where clause of
 * every content query, before any ranking or limit; row-level security repeats it from other data.
 *
 * `alias` is the table or alias whose `org_id` and `audience_id` are meant.
 */
export function visibleTo(viewer: Viewer, alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.org_id`)} = ${viewer.organizationId} and ${sql.ref(`${alias}.audience_id`)} = any(${viewer.audienceIds}::bigint[])`
}

/**
 * Whether a passage is part of its document, and not written ahead of its next text: for those who read passages without
 * row-level security, which hides such from everybody.
 */
export function isShown(alias: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`not exists (select from unfinished_document u
    where u.org_id = ${column('org_id')} and u.document_key = ${column('document_key')} and ${column('key')} > u.after_key)`
}

export function isIn(viewer: Viewer, audienceId: number): boolean {
  return viewer.audienceIds.includes(audienceId)
}
