import { sql as raw } from 'kysely'
import { normalizeGroupName } from '../access/normal-names.ts'
import { AppError } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { containsText } from '../storage/like-pattern.ts'

export interface Team {
  organizationId: string
  id: string
  name: string
  description: string
}

export type Teams = ReturnType<typeof createTeams>

/** Manages groups of users. Methods that others call within a transaction take its `sql` as an optional last argument. */
export function createTeams({ database, newId }: { database: Database; newId: () => string }) {
  return {
    find(organizationId: string, id: string, sql: Sql = database.unrestricted): Promise<Team | undefined> {
      return selectTeams(organizationId, sql).where('id', '=', id).executeTakeFirst()
    },

    findByName(organizationId: string, name: string, sql: Sql = database.unrestricted): Promise<Team | undefined> {
      return selectTeams(organizationId, sql).where('name', '=', normalizeGroupName(name)).executeTakeFirst()
    },

    list(
      organizationId: string,
      { query = '', offset = 0, limit = 100 }: { query?: string; offset?: number; limit?: number } = {},
    ): Promise<Team[]> {
      return selectTeams(organizationId, database.unrestricted)
        .where(containsText('name', query))
        .orderBy('name')
        .offset(offset)
        .limit(limit)
        .execute()
    },

    async create(
      given: { organizationId: string; id?: string; name: string; description?: string },
      sql: Sql = database.unrestricted,
    ): Promise<Team> {
      const { organizationId, id = newId(), description = '' } = given
      const name = normalizeGroupName(given.name)
      const created = await sql
        .insertInto('team')
        .values({ org_id: organizationId, id, name, description })
        .onConflict((conflict) => conflict.doNothing())
        .returning(columns)
        .executeTakeFirst()
      if (!created) throw new AppError('conflict', `There is already a group ${name}. Choose another name.`)
      return created
    },

    async rename(
      organizationId: string,
      id: string,
      given: string,
      sql: Sql = database.unrestricted,
    ): Promise<boolean> {
      const name = normalizeGroupName(given)
      // A taken name updates nothing instead of failing in SQL, which would abort the surrounding transaction.
      const { rows } = await raw<{ taken: boolean }>`
        with other as (select 1 from team where org_id = ${organizationId} and name = ${name} and id <> ${id}),
          changed as (
            update team set name = ${name}
            where org_id = ${organizationId} and id = ${id} and not exists (select from other) returning id
          )
        select exists (select from other) as taken from (values (1)) one
        where exists (select from other) or exists (select from changed)`.execute(sql)
      if (rows[0]?.taken) throw new AppError('conflict', `There is already a group ${name}. Choose another name.`)
      return rows.length > 0
    },

    async describe(
      organizationId: string,
      id: string,
      description: string,
      sql: Sql = database.unrestricted,
    ): Promise<void> {
      await sql
        .updateTable('team')
        .set({ description })
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .execute()
    },

    async memberIds(organizationId: string, id: string): Promise<string[]> {
      const rows = await database.unrestricted
        .selectFrom('team_member')
        .select('member_id')
        .where('org_id', '=', organizationId)
        .where('team_id', '=', id)
        .orderBy('member_id')
        .execute()
      return rows.map((row) => row.member_id)
    },

    /** Returns a function that lists the groups of each of these users, by name. */
    async listByMember(
      organizationId: string,
      memberIds: readonly string[],
    ): Promise<(memberId: string) => Pick<Team, 'id' | 'name'>[]> {
      const { rows } = await raw<{ member_id: string; id: string; name: string }>`
        select tm.member_id, t.id, t.name from team_member tm
        join team t on t.org_id = tm.org_id and t.id = tm.team_id
        where tm.org_id = ${organizationId} and tm.member_id = any(${[...memberIds]}::text[])
        order by t.name`.execute(database.unrestricted)
      return (memberId) => rows.filter((row) => row.member_id === memberId).map(({ id, name }) => ({ id, name }))
    },

    /** Replaces the group's members; returns whether that changed anything. */
    async setMembers(
      organizationId: string,
      id: string,
      memberIds: string[],
      sql: Sql = database.unrestricted,
    ): Promise<boolean> {
      const { rows } = await raw`
        with members as (select unnest(${memberIds}::text[]) as member_id),
          added as (
            insert into team_member (org_id, team_id, member_id)
            select distinct ${organizationId}, ${id}, member_id from members
            on conflict do nothing returning member_id
          ), removed as (
            delete from team_member where org_id = ${organizationId} and team_id = ${id}
              and member_id not in (select member_id from members)
            returning member_id
          )
        select from added union all select from removed`.execute(sql)
      return rows.length > 0
    },

    /** Adds and removes members; the others stay, also those that another change adds or removes at the same time. */
    async changeMembers(
      organizationId: string,
      id: string,
      { added, removed }: { added: readonly string[]; removed: readonly string[] },
      sql: Sql,
    ): Promise<void> {
      await raw`
        insert into team_member (org_id, team_id, member_id)
        select distinct ${organizationId}, ${id}, member_id from unnest(${[...added]}::text[]) as m (member_id)
        on conflict do nothing`.execute(sql)
      await raw`
        delete from team_member
        where org_id = ${organizationId} and team_id = ${id} and member_id = any(${[...removed]}::text[])`.execute(sql)
    },

    /** Deletes a group, its audience memberships, and the shares of conversations with it: its id can be given again. */
    async remove(organizationId: string, id: string, sql: Sql = database.unrestricted): Promise<boolean> {
      const { rows } = await raw`
        with removed as (delete from team where org_id = ${organizationId} and id = ${id} returning org_id, id),
          principals as (
            delete from audience_principal p using removed r
            where p.org_id = r.org_id and p.principal = 'group:' || r.id
          ), shares as (
            update thread t set shared_with = array_remove(t.shared_with, 'group:' || r.id) from removed r
            where t.org_id = r.org_id and 'group:' || r.id = any(t.shared_with)
          )
        select id from removed`.execute(sql)
      return rows.length > 0
    },
  }
}

const columns = ['org_id as organizationId', 'id', 'name', 'description'] as const

function selectTeams(organizationId: string, sql: Sql) {
  return sql.selectFrom('team').select(columns).where('org_id', '=', organizationId)
}
