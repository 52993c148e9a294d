import { api } from '../api/client.ts'
import { joinNoteMatches } from '../components/note-matches.ts'
import { toTitleQuery } from '../components/title-query.ts'
import type { LinkedNote } from '../editor/note-links.ts'

const maxNotes = 12

/**
 * Finds notes that the person can see, by the beginnings of words of their titles or by their text; for an empty query
 * those that were edited last. The note itself is left out.
 */
export async function findNotesToLink(ownId: string | undefined, query: string): Promise<LinkedNote[]> {
  const [titles, texts] = await Promise.all([
    query === '' ? undefined : api.searchTitles({ query: toTitleQuery(query), kind: 'note', limit: maxNotes }),
    api.searchNotes({ query, hitsPerPage: maxNotes, includeArchived: false }),
  ])
  return joinNoteMatches(titles?.hits ?? [], texts.hits, maxNotes)
    .filter(({ id }) => id !== ownId)
    .map(({ id, title, path }) => ({ id, title, path: path.join(' / ') }))
}
