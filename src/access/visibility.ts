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

export function isIn(viewer: Viewer, audienceId: number): boolean {
  return viewer.audienceIds.includes(audienceId)
}
