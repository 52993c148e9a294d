import type { FastifyInstance } from 'fastify'
import type { Viewer } from '../../access/viewer.ts'
import type { NoteHit, NoteSearchQuery, NoteSearchResult } from '../../contract/search.ts'
import { searchEndpoints } from '../../contract/search-endpoints.ts'
import { parseDateTime } from '../../contract/text.ts'
import { reviewStateAt } from '../../library/note-review.ts'
import type { FoundNote } from '../../library/note-search.ts'
import type { Notes } from '../../library/notes.ts'
import type { SearchDesk } from '../../library/search-desk.ts'
import { type Gate, serve } from '../operation.ts'

/** Search without an answer: over everything, and over notes by their words. */
export function searchRoutes(
  server: FastifyInstance,
  needs: {
    gate: Gate
    searchDesk: SearchDesk
    notes: Notes
    now: () => Date
  },
): void {
  const { gate, notes, now } = needs

  serve(server, gate, searchEndpoints.search, ['/search'], ({ viewer, body }) =>
    needs.searchDesk.search(viewer, body),
  )
  serve(server, gate, searchEndpoints.searchNotes, ['/search-notes'], ({ viewer, query }) =>
    searchNotes(viewer, query),
  )

  async function searchNotes(viewer: Viewer, query: NoteSearchQuery): Promise<NoteSearchResult> {
    const at = now()
    const { hits, total } = await notes.search(
      viewer,
      {
        query: query.query,
        parentNoteId: query.parentNoteId,
        depth: query.depth,
        reviewState: query.reviewState,
        lastEditedAfter:
          query.lastEditedAfter === undefined ? undefined : parseDateTime(query.lastEditedAfter),
        includeArchived: query.includeArchived,
        page: query.page,
        hitsPerPage: query.hitsPerPage,
        tags: { before: query.highlightPreTag, after: query.highlightPostTag },
      },
      at,
    )
    return {
      hits: hits.map((hit) => presentHit(hit, at)),
      nbPages: Math.ceil(total / query.hitsPerPage),
      page: query.page,
    }
  }
}

function presentHit(note: FoundNote, at: Date): NoteHit {
  const reviewState = reviewStateAt(note, at)
  return {
    id: note.id,
    title: note.title,
    type: 'rich_text',
    highlight: note.highlight,
    parentNotes: note.parents,
    updatedAt: note.updatedAt.toISOString(),
    lastEditedAt: note.editedAt.toISOString(),
    archivedAt: note.archivedAt?.toISOString() ?? null,
    ...(reviewState && { reviewState }),
  }
}
