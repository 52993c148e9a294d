import { api } from '../api/client.ts'
import type { LinkedNote } from '../editor/note-links.ts'

const maxNotes = 12

/** Finds notes that the person can see; for an empty text those that were edited last. */
export async function findNotesToLink(query: string): Promise<LinkedNote[]> {
  if (query === '') {
    const { notes } = await api.listNotes({ includeArchived: false })
    return notes.slice(0, maxNotes).map(({ id, title }) => ({ id, title, path: '' }))
  }
  const { hits } = await api.searchNotes({ query, hitsPerPage: maxNotes, includeArchived: false })
  return hits.map(({ id, title, parentNotes }) => ({
    id,
    title,
    path: parentNotes.map((parent) => parent.title).join(' / '),
  }))
}
