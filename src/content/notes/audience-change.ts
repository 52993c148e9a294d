import { sql } from 'kysely'
import type { Principal } from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'

/** Principals by name (`everyone`, `user:EMAIL`, `group:NAME`), before and after a change. */
export interface PrincipalChange {
  before: string[]
  after: string[]
}

export interface AudienceChange extends PrincipalChange {
  /** Who can edit the note among those who can see it. */
  editors: PrincipalChange
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

/** The lists of a note. */
export interface NoteAccess {
  readers: readonly Principal[]
  /** Undefined: everyone who can see the note. */
  editors: readonly Principal[] | undefined
}

const maxNames = 10

/**
 * Returns the active members who can see a note only after a change, and those who can only before; the same for editing.
 * Everyone in an organization can read its directory, so the names reveal nothing.
 */
export async function comparePeople(
  store: Sql,
  organizationId: string,
  before: NoteAccess,
  after: NoteAccess,
): Promise<PeopleChange & { editing: PeopleChange }> {
  const { rows } = await sql<{ right: 'see' | 'edit'; gained: boolean; count: number; names: string[] }>`
    with reached as (
      select m.name, m.id, m.role, p.own && ${[...before.readers]}::text[] as before, p.own && ${[...after.readers]}::text[] as after,
        coalesce(p.own && ${before.editors && [...before.editors]}::text[], true) as listed_before,
        coalesce(p.own && ${after.editors && [...after.editors]}::text[], true) as listed_after
      from member m cross join lateral (
        select array['everyone', 'user:' || m.id] || array(
          select 'group:' || t.team_id from team_member t where t.org_id = m.org_id and t.member_id = m.id
        ) as own
      ) p
      where m.org_id = ${organizationId} and m.disabled_at is null
    ), rights as (
      select 'see' as "right", before, after, name, id from reached
      union all
      select 'edit', before and listed_before, after and listed_after, name, id from reached where role <> 'viewer'
    )
    select "right", after as gained, count(*) as count, (array_agg(name order by name, id))[1:${sql.lit(maxNames)}] as names
    from rights where before <> after group by "right", after`.execute(store)
  const summarize = (right: 'see' | 'edit', isGained: boolean): PeopleSummary => {
    const row = rows.find((row) => row.right === right && row.gained === isGained)
    return { count: row?.count ?? 0, names: row?.names ?? [] }
  }
  const change = (right: 'see' | 'edit') => ({ gained: summarize(right, true), lost: summarize(right, false) })
  return { ...change('see'), editing: change('edit') }
}
