import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
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
  /** Direct children of this note, whose absence is told as that of `of` (the note asked about, or a filter). */
  parent?: { id: string; of: 'note' | 'filter' } | undefined
  /** Only those that have, for this viewer, no parent. */
  topOnly?: boolean
  ownerId?: string | undefined
  includeArchived: boolean
  order: { by: 'editedAt' | 'position'; isDescending: boolean }
  /** The last note of the page before, by what it was sorted by then. */
  after?: { value: Date | number; id: string } | undefined
  pageSize: number
}

export interface NotePage {
  notes: NoteSummary[]
  total: number
  hasNextPage: boolean
}

/**
 * A page of the notes that the viewer sees. It begins behind a place, not after a number of notes: what others make,
 * change or delete in between neither repeats nor hides a note that stayed as it was.
 */
export async function listNotes(store: Sql, caller: Caller, listing: NoteListOptions): Promise<NotePage> {
  const { parent, ownerId, order, after, pageSize } = listing
  const conditions: RawBuilder<unknown>[] = [visibleTo(caller, 'd'), sql`d.root_id is null`]
  if (parent) {
    const { key } = await (parent.of === 'note' ? findNote : findParent)(store, caller, parent.id)
    conditions.push(sql`d.parent_key = ${key}`)
  }
  if (listing.topOnly) conditions.push(sql`parent.key is null`)
  if (ownerId !== undefined) conditions.push(sql`d.owner = any(${[`user:${ownerId}`, `group:${ownerId}`]})`)
  if (!listing.includeArchived) conditions.push(sql`d.archived_at is null`)
  const all = sql.join(conditions, sql` and `)
  const columnName = order.by === 'editedAt' ? 'edited_at' : 'position'
  const column = sql.ref(`d.${columnName}`)
  const behind = after
    ? order.isDescending
      ? sql`(${column}, d.id) < (${after.value}, ${after.id})`
      : sql`(${column}, d.id) > (${after.value}, ${after.id})`
    : sql`true`
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc')
  // Count and page come out of one statement: they speak of the same moment.
  const { rows } = await sql<{ total: number } & (NoteSummaryRow | { id: null })>`
    with counted as (
      select count(*) as total from document d ${joinVisibleParent(caller)} where ${all}
    ), paged as (
      select ${noteSummaryColumns} from document d ${joinVisibleParent(caller)} where ${all} and ${behind}
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
