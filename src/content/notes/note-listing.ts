import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { withStatementAudiences } from '../../access/current-audiences.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'
import { isFavouriteOf } from './favourite-notes.ts'
import {
  findNote,
  findParent,
  joinVisibleParent,
  type NoteSummary,
  type NoteSummaryRow,
  noteSummaryColumns,
  toNoteSummary,
} from './note-row.ts'

export interface NoteListOptions {
  /** Lists direct subpages only. A missing parent is reported as a missing note or as a bad filter, depending on `of`. */
  parent?: { id: string; of: 'note' | 'filter' } | undefined
  /** Lists only notes without a parent that the caller can see. */
  topOnly?: boolean
  ownerId?: string | undefined
  /** Lists only the caller's favourites. */
  isFavourite?: boolean
  templatesOnly?: boolean
  includeArchived: boolean
  /** Further conditions, on a document aliased `d`. */
  where?: readonly RawBuilder<unknown>[]
  order: { by: 'editedAt' | 'position'; isDescending: boolean }
  /** Sort value and id of the last note on the previous page. */
  after?: { value: Date | number; id: string } | undefined
  pageSize: number
}

export interface NotePage {
  notes: NoteSummary[]
  total: number
  hasNextPage: boolean
}

/**
 * Returns a page of the notes that the caller can see. Pages are keyset-based: writes in between neither repeat nor skip
 * a note that did not change.
 */
export async function listNotes(store: Sql, requester: Caller, listing: NoteListOptions): Promise<NotePage> {
  const caller = withStatementAudiences(requester)
  const { parent, ownerId, order, after, pageSize } = listing
  const conditions: RawBuilder<unknown>[] = [visibleTo(caller, 'd'), isNote('d'), ...(listing.where ?? [])]
  if (parent) {
    const { key } = await (parent.of === 'note' ? findNote : findParent)(store, caller, parent.id)
    conditions.push(sql`d.parent_key = ${key}`)
  }
  if (listing.topOnly) conditions.push(sql`parent.key is null`)
  if (ownerId !== undefined) conditions.push(sql`d.owner = any(${[`user:${ownerId}`, `group:${ownerId}`]})`)
  if (listing.isFavourite) conditions.push(isFavouriteOf(caller))
  if (listing.templatesOnly) conditions.push(sql`d.is_template`)
  if (!listing.includeArchived) conditions.push(sql`d.archived_at is null`)
  const where = sql.join(conditions, sql` and `)
  const columnName = order.by === 'editedAt' ? 'edited_at' : 'position'
  const column = sql.ref(`d.${columnName}`)
  const afterKey = after
    ? order.isDescending
      ? sql`(${column}, d.id) < (${after.value}, ${after.id})`
      : sql`(${column}, d.id) > (${after.value}, ${after.id})`
    : sql`true`
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc')
  // One statement, so that count and page are of the same moment.
  const { rows } = await sql<{ total: number } & (NoteSummaryRow | { id: null })>`
    with counted as (
      select count(*) as total from document d ${joinVisibleParent(caller)} where ${where}
    ), paged as (
      select ${noteSummaryColumns(caller)} from document d ${joinVisibleParent(caller)} where ${where} and ${afterKey}
      order by ${column} ${direction}, d.id ${direction} limit ${pageSize + 1}
    )
    select counted.total, paged.* from counted left join paged on true
    order by paged.${sql.ref(columnName)} ${direction}, paged.id ${direction}`.execute(store)
  const found = rows.filter((row): row is { total: number } & NoteSummaryRow => row.id !== null)
  return {
    notes: found.slice(0, pageSize).map(toNoteSummary),
    total: rows[0]?.total ?? 0,
    hasNextPage: found.length > pageSize,
  }
}
