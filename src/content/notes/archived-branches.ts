import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { withStatementAudiences } from '../../access/current-audiences.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'
import { isAfterCursor, toPage } from '../../storage/newest-first.ts'
import {
  joinVisibleParent,
  type NoteSummary,
  type NoteSummaryRow,
  noteSummaryColumns,
  toNoteSummary,
} from './note-row.ts'

export interface ArchivedBranch {
  note: NoteSummary
  parent: { id: string; title: string } | undefined
  /** The note and its archived subpages that the caller can see. */
  noteCount: number
}

const pageSize = 50

/**
 * Returns the archived notes that the caller can see, last archived first. Subpages are counted with the note that they
 * were archived with, unless the caller cannot see that one.
 */
export async function listArchivedBranches(
  store: Sql,
  requester: Caller,
  cursor: string | undefined,
): Promise<{ branches: ArchivedBranch[]; nextCursor: string | null }> {
  const caller = withStatementAudiences(requester)
  const { rows } = await sql<NoteSummaryRow & { cursor_id: string; parent_title: string }>`
    with archived as (
      select ${noteSummaryColumns(caller)}, parent.title as parent_title, d.key::text as cursor_id
      from document d ${joinVisibleParent(caller)}
      where ${visibleTo(caller, 'd')} and ${isNote('d')} and d.archived_at is not null
        and (d.archived_here or parent.archived_at is null)
    )
    select * from archived where ${isAfterCursor(cursor, { at: 'archived_at', id: 'cursor_id' })}
    order by archived_at desc, cursor_id desc limit ${pageSize + 1}`.execute(store)
  const entries = rows.map((row) => ({ id: row.cursor_id, row, archivedAt: row.archived_at as Date }))
  const { page, nextCursor } = toPage(entries, pageSize, (entry) => entry.archivedAt)
  const counts = await countBranches(
    store,
    caller,
    page.map(({ row }) => row.key),
  )
  return {
    branches: page.map(({ row }) => ({
      note: toNoteSummary(row),
      parent: row.parent_id === null ? undefined : { id: row.parent_id, title: row.parent_title },
      noteCount: counts.get(row.key) ?? 1,
    })),
    nextCursor,
  }
}

async function countBranches(store: Sql, caller: Caller, keys: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ root: number; count: number }>`
    with recursive branch (root, key) as (
      select key, key from unnest(${keys}::bigint[]) key
      union all
      select b.root, c.key from branch b join document c on ${visibleTo(caller, 'c')} and c.parent_key = b.key
      where ${isNote('c')} and c.archived_at is not null and c.archived_here is null
    )
    select root, count(*) as count from branch group by root`.execute(store)
  return new Map(rows.map(({ root, count }) => [root, count]))
}
