import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Caller } from '../../access/caller.ts'
import { decodeCursor, encodeCursor } from '../../content/cursor.ts'
import type { Group, User } from '../../contract/people.ts'
import { peopleEndpoints } from '../../contract/people-endpoints.ts'
import { storableText } from '../../contract/text.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'

const pageSize = 50
/** The last one of a page: kind, name, id. */
const peopleCursorSchema = (kind: string) => z.tuple([z.literal(kind), storableText(), storableText()])

/** Who the caller is, and the people and groups of their organization. */
export function peopleRoutes(
  server: FastifyInstance,
  { guard, database }: { guard: Guard; database: Database },
): void {
  registerEndpoint(server, guard, peopleEndpoints.me, ['/me'], async ({ caller }) => ({
    id: caller.memberId,
    email: caller.email,
    displayName: caller.name,
    role: caller.role,
    organizationName: caller.organizationName,
    organizationDomain: caller.organizationDomain,
  }))
  registerEndpoint(server, guard, peopleEndpoints.listUsers, ['/users'], async ({ caller, query }) => {
    const pattern = toLikePattern(query.query)
    const { rows, ...page } = await listPage<User>({
      kind: 'users',
      cursor: query.cursor,
      name: 'displayName',
      from: sql`select id, email, name as "displayName" from member
        where org_id = ${caller.organizationId} and disabled_at is null and (name ilike ${pattern} or email ilike ${pattern})`,
    })
    return { users: rows, ...page }
  })
  registerEndpoint(server, guard, peopleEndpoints.readUser, ['/users/{id}'], ({ caller, params }) =>
    // Those who left are still found: notes name them as owners.
    one<User>(
      'user',
      sql`select id, email, name as "displayName" from member
        where org_id = ${caller.organizationId} and id = ${params.id}`,
    ),
  )
  registerEndpoint(server, guard, peopleEndpoints.listGroups, ['/groups'], async ({ caller, query }) => {
    const { rows, ...page } = await listPage<Group>({
      kind: 'groups',
      cursor: query.cursor,
      name: 'name',
      from: sql`${selectGroups(caller)} and name ilike ${toLikePattern(query.query)}`,
    })
    return { groups: rows, ...page }
  })
  registerEndpoint(server, guard, peopleEndpoints.readGroup, ['/groups/{id}'], ({ caller, params }) =>
    one<Group>('group', sql`${selectGroups(caller)} and id = ${params.id}`),
  )

  async function one<T>(kind: string, query: RawBuilder<unknown>): Promise<T> {
    const { rows } = await sql<T>`${query}`.execute(database.unrestricted)
    const row = rows[0]
    if (!row) throw new AppError('not-found', `There is no such ${kind} in your organization.`)
    return row
  }

  /** By name, beginning behind the last one of the page before, whoever came or went meanwhile. */
  async function listPage<T extends { id: string }>(list: {
    kind: 'users' | 'groups'
    cursor: string | undefined
    name: string
    from: RawBuilder<unknown>
  }) {
    const after =
      list.cursor === undefined ? undefined : decodeCursor(list.cursor, peopleCursorSchema(list.kind))
    const name = sql.ref(list.name)
    const behind = after ? sql`(${name}, id) > (${after[1]}, ${after[2]})` : sql`true`
    const { rows } = await sql<{ total: number; row: T | null }>`
      with found as (${list.from}), paged as (
        select * from found where ${behind} order by ${name}, id limit ${pageSize + 1}
      )
      select (select count(*) from found) as total, to_json(paged) as row
      from (values (1)) single left join paged on true order by paged.${name}, paged.id`.execute(
      database.unrestricted,
    )
    const found = rows.flatMap(({ row }) => (row === null ? [] : [row]))
    const shown = found.slice(0, pageSize)
    const last = shown.at(-1) as (T & Record<string, unknown>) | undefined
    const hasNextPage = found.length > pageSize
    return {
      rows: shown,
      total: rows[0]?.total ?? 0,
      hasNextPage,
      nextCursor: hasNextPage ? encodeCursor([list.kind, last?.[list.name], last?.id]) : null,
    }
  }
}

function selectGroups(caller: Caller): RawBuilder<unknown> {
  return sql`
    select id, name, array(
        select m.member_id from team_member m where m.org_id = team.org_id and m.team_id = team.id order by m.member_id
      ) as "userIds"
    from team where org_id = ${caller.organizationId}`
}

function toLikePattern(query: string): string {
  return `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
}
