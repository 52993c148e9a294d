import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Sql } from '../storage/database.ts'
import { normalizePrincipalName } from './normal-names.ts'

/** The readers of an item at its origin. */
export interface OriginReaders {
  emails: readonly string[]
  groups: readonly string[]
}

/**
 * Returns the audience of those readers of a data source whom the origin names, too. Emails are those of members, groups are
 * named like groups here; unknown ones are nobody. Items with the same readers share it.
 */
export async function ensureOriginAudience(
  store: Sql,
  organizationId: string,
  withinAudienceId: number,
  readers: OriginReaders,
): Promise<number> {
  const names = toNames(readers)
  const hash = createHash('sha256').update(JSON.stringify(names)).digest()
  const find = async () =>
    (
      await store
        .selectFrom('audience')
        .select('id')
        .where('org_id', '=', organizationId)
        .where('within_audience_id', '=', withinAudienceId)
        .where('origin_hash', '=', hash)
        .executeTakeFirst()
    )?.id
  const existing = await find()
  if (existing !== undefined) return existing
  await sql`
    insert into audience (org_id, within_audience_id, origin_readers, origin_hash)
    values (${organizationId}, ${withinAudienceId}, ${names}::text[], ${hash})
    on conflict (org_id, within_audience_id, origin_hash) where within_audience_id is not null do nothing`.execute(
    store,
  )
  const created = await find()
  if (created === undefined) throw new Error('The audience of an item could not be created')
  await resolveOriginReaders(store, organizationId, sql`a.id = ${created}`)
  return created
}

/** Looks up the members and groups that origins name again: people come, go and change their groups. */
export function refreshOriginAudiences(store: Sql, organizationId: string, withinAudienceId: number): Promise<void> {
  return resolveOriginReaders(store, organizationId, sql`a.within_audience_id = ${withinAudienceId}`)
}

async function resolveOriginReaders(store: Sql, organizationId: string, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    with wanted as materialized (
      select distinct a.id as audience_id, coalesce('user:' || m.id, 'group:' || t.id) as principal
      from audience a cross join unnest(a.origin_readers) as r (name)
      left join member m on m.org_id = a.org_id and r.name like 'user:%' and m.email = substr(r.name, 6)
      left join team t on t.org_id = a.org_id and r.name like 'group:%' and t.name = substr(r.name, 7)
      where a.org_id = ${organizationId} and a.within_audience_id is not null and ${which}
        and (m.id is not null or t.id is not null)
    ), removed as (
      delete from audience_principal p using audience a
      where a.org_id = ${organizationId} and a.within_audience_id is not null and ${which}
        and p.org_id = a.org_id and p.audience_id = a.id
        and not exists (select from wanted w where w.audience_id = p.audience_id and w.principal = p.principal)
    )
    insert into audience_principal (org_id, audience_id, principal)
    select ${organizationId}, audience_id, principal from wanted on conflict do nothing`.execute(store)
}

/** Deletes the audiences within another one that no item has any longer. */
export async function deleteUnusedOriginAudiences(
  store: Sql,
  organizationId: string,
  withinAudienceId: number,
): Promise<void> {
  await sql`
    delete from audience a where a.org_id = ${organizationId} and a.within_audience_id = ${withinAudienceId}
      and not exists (select from document d where d.org_id = a.org_id and d.audience_id = a.id)`.execute(store)
}

function toNames({ emails, groups }: OriginReaders): string[] {
  const names = [...emails.map((email) => `user:${email}`), ...groups.map((group) => `group:${group}`)].map(
    normalizePrincipalName,
  )
  // PostgreSQL stores neither NUL nor lone surrogates; no member and no group has them in a name.
  return [...new Set(names.filter((name) => !name.includes('\0') && name.isWellFormed()))].sort()
}
