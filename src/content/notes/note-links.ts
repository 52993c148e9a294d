import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { withStatementAudiences } from '../../access/current-audiences.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'

const maxLinkingNotes = 1000

/**
 * Returns the keys of the notes that the caller can see and that link to a note. Reads without row-level security, which
 * would keep PostgreSQL from using the index; the notes themselves are then read with it.
 */
export async function listLinkingNotes(unrestricted: Sql, caller: Caller, id: string): Promise<number[]> {
  const { rows } = await sql<{ key: number }>`
    select d.key from document d
    where d.root_id is null and linked_note_ids(d.content) && ${[id, encodeURIComponent(id)]}::text[]
      and ${visibleTo(withStatementAudiences(caller), 'd')} and ${isNote('d')} and d.id <> ${id}
    order by d.edited_at desc, d.id desc limit ${maxLinkingNotes}`.execute(unrestricted)
  return rows.map((row) => row.key)
}
