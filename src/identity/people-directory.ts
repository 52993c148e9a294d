import { type RawBuilder, sql } from 'kysely'
import type { Group, User } from '../contract/people.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { containsText } from '../storage/like-pattern.ts'

export type PeopleDirectory = ReturnType<typeof createPeopleDirectory>

export interface DirectoryListing {
  query: string
  /** The last entry of the page before. */
  after: { name: string; id: string } | undefined
  limit: number
}

/** Lists and finds the people and groups of an organization, for anyone in it. Lists are sorted by name and id. */
export function createPeopleDirectory({ database }: { database: Database }) {
  return {
    listUsers(organizationId: string, listing: DirectoryListing) {
      const from = sql`${selectUsers(organizationId)} and disabled_at is null
        and (${containsText('name', listing.query)} or ${containsText('email', listing.query)})`
      return list<User>('displayName', from, listing)
    },

    /** Finds disabled users too: notes still name them as owners. */
    findUser: (organizationId: string, id: string) =>
      find<User>('user', sql`${selectUsers(organizationId)} and id = ${id}`),

    listGroups(organizationId: string, listing: DirectoryListing) {
      const from = sql`${selectGroups(organizationId)} and ${containsText('name', listing.query)}`
      return list<Group>('name', from, listing)
    },

    findGroup: (organizationId: string, id: string) =>
      find<Group>('group', sql`${selectGroups(organizationId)} and id = ${id}`),
  }

  async function find<T>(kind: string, query: RawBuilder<unknown>): Promise<T> {
    const { rows } = await sql<T>`${query}`.execute(database.unrestricted)
    const row = rows[0]
    if (!row) throw new AppError('not-found', `There is no such ${kind} in your organization.`)
    return row
  }

  async function list<T>(
    nameColumn: string,
    from: RawBuilder<unknown>,
    { after, limit }: DirectoryListing,
  ): Promise<{ total: number; found: T[] }> {
    const name = sql.ref(nameColumn)
    const isAfter = after ? sql`(${name}, id) > (${after.name}, ${after.id})` : sql`true`
    const { rows } = await sql<{ total: number; row: T | null }>`
      with found as (${from}), paged as (
        select * from found where ${isAfter} order by ${name}, id limit ${limit}
      )
      select (select count(*) from found) as total, to_json(paged) as row
      from (values (1)) single left join paged on true order by paged.${name}, paged.id`.execute(database.unrestricted)
    return { total: rows[0]?.total ?? 0, found: rows.flatMap(({ row }) => (row === null ? [] : [row])) }
  }
}

function selectUsers(organizationId: string): RawBuilder<unknown> {
  return sql`select id, email, name as "displayName" from member where org_id = ${organizationId}`
}

function selectGroups(organizationId: string): RawBuilder<unknown> {
  return sql`
    select id, name, description, array(
        select m.member_id from team_member m where m.org_id = team.org_id and m.team_id = team.id order by m.member_id
      ) as "userIds"
    from team where org_id = ${organizationId}`
}
