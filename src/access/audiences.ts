import { sql } from 'kysely'
import { AppError } from '../errors.ts'
import type { Sql } from '../storage/database.ts'
import { normalizePrincipalName } from './normal-names.ts'

/** A stored member of an audience: `everyone`, `user:<member id>` or `group:<team id>`. */
export type Principal = string

/** Resolves `everyone`, `user:EMAIL` and `group:NAME` to principals; throws a validation error that lists unknown names. */
export async function resolvePrincipals(
  store: Sql,
  organizationId: string,
  given: readonly string[],
  field = 'audience',
): Promise<Principal[]> {
  const names = given.map(normalizePrincipalName)
  const emails = names.filter((name) => name.startsWith('user:')).map((name) => name.slice(5))
  const teams = names.filter((name) => name.startsWith('group:')).map((name) => name.slice(6))
  const members = new Map(
    emails.length === 0
      ? []
      : (
          await store
            .selectFrom('member')
            .select(['id', 'email'])
            .where('org_id', '=', organizationId)
            .where('email', '=', sql<string>`any(${emails})`)
            .execute()
        ).map((row) => [row.email, row.id] as const),
  )
  const groups = new Map(
    teams.length === 0
      ? []
      : (
          await store
            .selectFrom('team')
            .select(['id', 'name'])
            .where('org_id', '=', organizationId)
            .where('name', '=', sql<string>`any(${teams})`)
            .execute()
        ).map((row) => [row.name, row.id] as const),
  )
  const resolved = names.map((name) => {
    if (name === 'everyone') return name
    if (name.startsWith('user:')) return toStoredPrincipal('user', members.get(name.slice(5)))
    if (name.startsWith('group:')) return toStoredPrincipal('group', groups.get(name.slice(6)))
    return undefined
  })
  const unknown = given.filter((_, index) => resolved[index] === undefined)
  if (unknown.length > 0) {
    throw new AppError('validation', 'Validation Failed', {
      details: {
        [field]: {
          message: `has unknown names: ${unknown.join(', ')}. Use everyone, user:EMAIL or group:NAME`,
          value: unknown,
        },
      },
    })
  }
  return [...new Set(resolved as string[])].sort()
}

function toStoredPrincipal(kind: 'user' | 'group', id: string | undefined): Principal | undefined {
  return id === undefined ? undefined : `${kind}:${id}`
}

export async function createAudience(
  store: Sql,
  organizationId: string,
  principals: readonly Principal[],
): Promise<number> {
  const { id } = await store
    .insertInto('audience')
    .values({ org_id: organizationId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await replacePrincipals(store, organizationId, id, principals)
  return id
}

/** Replaces the principals of an audience. Takes effect with the next query, without updating documents or chunks. */
export async function replacePrincipals(
  store: Sql,
  organizationId: string,
  audienceId: number,
  principals: readonly Principal[],
): Promise<{ changed: boolean }> {
  const before = await listPrincipals(store, organizationId, audienceId)
  const after = [...new Set(principals)].sort()
  if (before.length === after.length && before.every((principal, index) => principal === after[index])) {
    return { changed: false }
  }
  await store
    .deleteFrom('audience_principal')
    .where('org_id', '=', organizationId)
    .where('audience_id', '=', audienceId)
    .execute()
  if (after.length > 0) {
    await store
      .insertInto('audience_principal')
      .values(after.map((principal) => ({ org_id: organizationId, audience_id: audienceId, principal })))
      .execute()
  }
  return { changed: true }
}

export async function listPrincipals(store: Sql, organizationId: string, audienceId: number): Promise<Principal[]> {
  const rows = await store
    .selectFrom('audience_principal')
    .select('principal')
    .where('org_id', '=', organizationId)
    .where('audience_id', '=', audienceId)
    .execute()
  return rows.map((row) => row.principal).sort()
}

/** Returns a function that lists an audience's principals by name: `everyone`, `user:EMAIL`, `group:NAME`. */
export async function loadPrincipalNames(
  store: Sql,
  organizationId: string,
  audienceIds: readonly number[],
): Promise<(audienceId: number) => string[]> {
  const { rows } = await sql<{ audience_id: number; name: string }>`
    select p.audience_id, coalesce('user:' || m.email, 'group:' || t.name, p.principal) as name
    from audience_principal p
    left join member m on m.org_id = p.org_id and p.principal = 'user:' || m.id
    left join team t on t.org_id = p.org_id and p.principal = 'group:' || t.id
    where p.org_id = ${organizationId} and p.audience_id = any(${[...audienceIds]}::bigint[])
      and (p.principal = 'everyone' or m.id is not null or t.id is not null)
    order by 2`.execute(store)
  return (audienceId) => rows.filter((row) => row.audience_id === audienceId).map((row) => row.name)
}

export async function listPrincipalNames(store: Sql, organizationId: string, audienceId: number): Promise<string[]> {
  return (await loadPrincipalNames(store, organizationId, [audienceId]))(audienceId)
}

/** Deletes an audience that is no longer referenced; one that several notes share stays. */
export async function deleteAudience(store: Sql, organizationId: string, audienceId: number): Promise<void> {
  await sql`
    delete from audience a where a.org_id = ${organizationId} and a.id = ${audienceId} and a.personal_of is null
      and not exists (select from document d where d.org_id = a.org_id and d.audience_id = a.id)
      and not exists (select from trashed_note n where n.org_id = a.org_id and n.own_audience_id = a.id)`.execute(store)
}

/** Returns the audience that the private notes of a member share. Creates it if needed. */
export async function ensurePersonalAudience(store: Sql, organizationId: string, memberId: string): Promise<number> {
  const find = () =>
    store
      .selectFrom('audience')
      .select('id')
      .where('org_id', '=', organizationId)
      .where('personal_of', '=', memberId)
      .executeTakeFirst()
  const existing = await find()
  if (existing) return existing.id
  // With its principal in one statement: nobody finds the audience before its member is in it.
  await sql`
    with created as (
      insert into audience (org_id, personal_of) values (${organizationId}, ${memberId})
      on conflict (org_id, personal_of) where personal_of is not null do nothing returning org_id, id
    )
    insert into audience_principal (org_id, audience_id, principal)
    select org_id, id, ${`user:${memberId}`} from created`.execute(store)
  const created = await find()
  if (!created) throw new Error(`The personal audience of ${memberId} could not be created`)
  return created.id
}

/** Returns whether an audience is shared by several notes, so that it cannot be changed for one of them. */
export async function isPersonalAudience(store: Sql, organizationId: string, audienceId: number): Promise<boolean> {
  const row = await store
    .selectFrom('audience')
    .select('id')
    .where('org_id', '=', organizationId)
    .where('id', '=', audienceId)
    .where('personal_of', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns whether nobody could see some notes, or would after restoring them from the trash, without this principal. */
export async function isOnlyReaderOfNotes(store: Sql, organizationId: string, principal: Principal): Promise<boolean> {
  const { rows } = await sql`
    select from (
      select org_id, own_audience_id from document union all select org_id, own_audience_id from trashed_note) d
    join audience_principal p on p.org_id = d.org_id and p.audience_id = d.own_audience_id and p.principal = ${principal}
    where d.org_id = ${organizationId} and not exists (
      select from audience_principal o
      where o.org_id = p.org_id and o.audience_id = p.audience_id and o.principal <> p.principal)
    limit 1`.execute(store)
  return rows.length > 0
}

/** Returns the audience of top-level notes without their own: everyone in the organization. Creates it if needed. */
export async function ensureDefaultAudience(store: Sql, organizationId: string): Promise<number> {
  const find = () =>
    store
      .selectFrom('audience')
      .select('id')
      .where('org_id', '=', organizationId)
      .where('is_default', '=', true)
      .executeTakeFirst()
  const existing = await find()
  if (existing) return existing.id
  await sql`insert into audience (org_id, is_default) values (${organizationId}, true)
    on conflict (org_id) where is_default do nothing`.execute(store)
  const created = await find()
  if (!created) throw new Error(`The default audience of ${organizationId} could not be created`)
  await sql`insert into audience_principal (org_id, audience_id, principal) values (${organizationId}, ${created.id}, 'everyone')
    on conflict do nothing`.execute(store)
  return created.id
}

/** Returns the audience without members, which hides a document until it is complete. Creates it if needed. */
export async function ensureEmptyAudience(store: Sql, organizationId: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into audience (org_id, is_nobodys) values (${organizationId}, true)
    on conflict (org_id) where is_nobodys do update set is_nobodys = true returning id`.execute(store)
  return (rows[0] as { id: number }).id
}
