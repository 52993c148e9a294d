import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import { visibleTo } from '../access/visibility.ts'
import { documentKeyFilter, documentsInScope } from '../search/search-scope.ts'
import type { Sql } from '../storage/database.ts'

/** A document that is new, changed or archived, without its text. */
export interface DigestChange {
  key: number
  kind: 'new' | 'changed' | 'archived'
  changedAt: Date
  title: string
  id: string
  url: string | null
  language: string
  updatedAt: Date
  isVerified: boolean
  rootId: string | null
  isAttachment: boolean
  parentKey: number | null
}

export interface DigestPeriod {
  since: Date
  until: Date
  /** A document dated before this was not new when it was added, for example part of an imported archive. */
  datedAfter: Date
}

export interface DigestScope {
  notes: string[]
  dataSources: string[]
}

/**
 * Returns up to `limit` changes in the period that the caller can see, and the number left out. Reads no text, so many
 * changes cost little more than a few. Above the limit it picks round-robin from each group (a note's children, a data
 * source), so that an import of thousands does not hide one edited page.
 */
export async function selectChanges(
  store: Sql,
  caller: Caller,
  scope: DigestScope | undefined,
  { since, until, datedAfter }: DigestPeriod,
  limit: number,
): Promise<{ changes: DigestChange[]; moreCount: number; deletedCount: number }> {
  const inScope = await documentsInScope(store, caller, scope ? { anyOf: scope } : {})
  const { rows } = await sql<Row>`
    with found as (
      select d.key, d.root_id, d.parent_key, d.review_state,
        case when d.archived_at is not null then 'archived' when d.created_at > ${since} then 'new' else 'changed' end
          as kind,
        case when d.archived_at is not null then d.archived_at else greatest(d.changed_at, d.created_at) end as at
      from document d
      where ${visibleTo(caller, 'd')} and case
        when d.archived_at is not null
          then d.archived_at > ${since} and d.archived_at <= ${until} and d.created_at <= ${since}
        when d.created_at > ${since} then d.updated_at > ${datedAfter}
        else d.changed_at > ${since} and d.changed_at <= ${until} end
        and not (d.is_attachment and d.content = '')
        and ${documentKeyFilter(inScope, 'd.key')}
    ), ranked as (
      select found.*, count(*) over () as total, row_number() over (
        partition by root_id, parent_key
        order by kind, (review_state = 'Verified') desc nulls last, at desc, key) as round
      from found
    ), chosen as (select * from ranked order by round, at desc, key limit ${limit})
    select c.key, c.kind, c.at, c.total, c.root_id, d.is_attachment, c.parent_key, d.title, d.id, d.url, d.language, d.updated_at,
      c.review_state = 'Verified' as is_verified
    from chosen c join document d on ${visibleTo(caller, 'd')} and d.key = c.key
    order by c.round, c.at desc, c.key`.execute(store)
  return {
    changes: rows.map(toDigestChange),
    moreCount: (rows[0]?.total ?? 0) - rows.length,
    deletedCount: await countDeleted(store, caller, scope, { since, until }),
  }
}

interface Row {
  key: number
  kind: DigestChange['kind']
  at: Date
  total: number
  root_id: string | null
  is_attachment: boolean
  parent_key: number | null
  title: string
  id: string
  url: string | null
  language: string
  updated_at: Date
  is_verified: boolean | null
}

function toDigestChange(row: Row): DigestChange {
  return {
    key: row.key,
    kind: row.kind,
    changedAt: row.at,
    title: row.title,
    id: row.id,
    url: row.url,
    language: row.language,
    updatedAt: row.updated_at,
    isVerified: row.is_verified ?? false,
    rootId: row.root_id,
    isAttachment: row.is_attachment,
    parentKey: row.parent_key,
  }
}

/** Counts deleted documents, except those created within the period. */
async function countDeleted(
  store: Sql,
  caller: Caller,
  scope: DigestScope | undefined,
  { since, until }: { since: Date; until: Date },
): Promise<number> {
  const parents = scope && (await documentsInScope(store, caller, { anyOf: { notes: scope.notes, dataSources: [] } }))
  const inScope = parents
    ? sql`(r.root_id = any(${scope.dataSources}::text[]) or ${documentKeyFilter(parents, 'r.parent_key')})`
    : sql`true`
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from removed_document r
    where ${visibleTo(caller, 'r')} and r.removed_at > ${since} and r.removed_at <= ${until}
      and r.created_at <= ${since} and ${inScope}`.execute(store)
  return rows[0]?.count ?? 0
}
