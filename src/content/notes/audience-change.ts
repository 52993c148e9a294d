import { sql } from 'kysely'
import type { Principal } from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'

/** Principals by name (`everyone`, `user:EMAIL`, `group:NAME`), before and after a change. */
export interface AudienceChange {
  before: string[]
  after: string[]
}

/** Records a change in the transaction that makes it, so that neither happens without the other. */
export type RecordAudienceChange = (store: Sql, change: AudienceChange) => Promise<void>

interface PeopleSummary {
  count: number
  /** The first names in alphabetical order. */
  names: string[]
}

export interface PeopleChange {
  gained: PeopleSummary
  lost: PeopleSummary
}

const maxNames = 10

/**
 * Returns the active members whom only the second list of principals includes, and those whom only the first one does.
 * Everyone in an organization can read its directory, so the names reveal nothing.
 */
export async function comparePeople(
  store: Sql,
  organizationId: string,
  before: readonly Principal[],
  after: readonly Principal[],
): Promise<PeopleChange> {
  const { rows } = await sql<{ gained: boolean; count: number; names: string[] }>`
    with reached as (
      select m.name, m.id, p.own && ${[...before]}::text[] as before, p.own && ${[...after]}::text[] as after
      from member m cross join lateral (
        select array['everyone', 'user:' || m.id] || array(
          select 'group:' || t.team_id from team_member t where t.org_id = m.org_id and t.member_id = m.id
        ) as own
      ) p
      where m.org_id = ${organizationId} and m.disabled_at is null
    )
    select after as gained, count(*) as count, (array_agg(name order by name, id))[1:${sql.lit(maxNames)}] as names
    from reached where before <> after group by after`.execute(store)
  const summarize = (isGained: boolean): PeopleSummary => {
    const row = rows.find(({ gained }) => gained === isGained)
    return { count: row?.count ?? 0, names: row?.names ?? [] }
  }
  return { gained: summarize(true), lost: summarize(false) }
}
