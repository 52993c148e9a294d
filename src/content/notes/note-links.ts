import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { withStatementAudiences } from '../../access/current-audiences.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'

const maxLinkingNotes = 1000

/** Finds links to notes as the indexed function `linked_note_ids` does, with the site of those that name one. */
const noteLink = String.raw`(?:\]\(<?|href=["']|https?://([^/\s()<>"']+))/notes/([^\s()<>"'#?/]+)`

/**
 * Returns the keys of the notes that the caller can see and that link to a note at this host. Reads without row-level
 * security, which would keep PostgreSQL from using the index; the notes themselves are then read with it.
 */
export async function listLinkingNotes(
  unrestricted: Sql,
  caller: Caller,
  { id, host }: { id: string; host: string },
): Promise<number[]> {
  const ids = [id, encodeURIComponent(id)]
  // The index doesn't know the host: another site can have a note with the same id.
  const isLinkHere = sql`exists (
    select from regexp_matches(d.content, ${noteLink}, 'g') link
    where link[2] = any(${ids}::text[]) and lower(coalesce(link[1], ${host})) = ${host})`
  const { rows } = await sql<{ key: number }>`
    select d.key from document d
    where d.root_id is null and linked_note_ids(d.content) && ${ids}::text[] and ${isLinkHere}
      and ${visibleTo(withStatementAudiences(caller), 'd')} and ${isNote('d')} and d.id <> ${id}
    order by d.edited_at desc, d.id desc limit ${maxLinkingNotes}`.execute(unrestricted)
  return rows.map((row) => row.key)
}
