import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'
import {
  findNote,
  findParent,
  type HeadRow,
  headColumns,
  type NoteHead,
  noteHead,
  visibleParent,
} from './note-row.ts'

export interface NoteListing {
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
  notes: NoteHead[]
  total: number
  hasNextPage: boolean
}

/**
 * A page of the notes that the viewer sees. It begins behind a place, not after a number of notes: what others make,
 * change or delete in between neither repeats nor hides a note that stayed as it was.
 */
export async function listNotes(store: Sql, viewer: Viewer, listing: NoteListing): Promise<NotePage> {
  const { parent, ownerId, order, after, pageSize } = listing
  const conditions: RawBuilder<unknown>[] = [visibleTo(viewer, 'd'), sql`d.root_id is null`]
  if (parent) {
    const { key } = await (parent.of === 'note' ? findNote : findParent)(store, viewer, parent.id)
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
  const { rows } = await sql<{ total: number } & (HeadRow | { id: null })>`
    with counted as (
      select count(*) as total from document d ${visibleParent(viewer)} where ${all}
    ), paged as (
      select ${headColumns} from document d ${visibleParent(viewer)} where ${all} and ${behind}
      order by ${column} ${direction}, d.id ${direction} limit ${pageSize + 1}
    )
    select counted.total, paged.* from counted left join paged on true
    order by paged.${sql.ref(columnName)} ${direction}, paged.id ${direction}`.execute(store)
  const found = rows.filter((row): row is { total: number } & HeadRow => row.id !== null)
  return {
    notes: found.slice(0, pageSize).map(noteHead),
    total: rows[0]?.total ?? 0,
    hasNextPage: found.length > pageSize,
  }
}
