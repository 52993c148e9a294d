import type { FastifyInstance } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { SearchService } from '../../answer/search-service.ts'
import type { NoteSearchHit } from '../../content/notes/note-search.ts'
import type { Notes } from '../../content/notes/notes.ts'
import type { NoteHit, NoteSearchQuery, NoteSearchResult } from '../../contract/search.ts'
import { searchEndpoints } from '../../contract/search-endpoints.ts'
import { parseDateTime } from '../../contract/text.ts'
import { reviewStateAt } from '../../search/review-state.ts'
import type { TitleHit, TitleSearch } from '../../search/title-search.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Search without an answer: of all content, and of notes by their words. */
export function searchRoutes(
  server: FastifyInstance,
  deps: {
    guard: Guard
    searchService: SearchService
    searchTitles: TitleSearch
    notes: Notes
    now: () => Date
  },
): void {
  const { guard, notes, now } = deps
  const register = createEndpointRegistrar(server, guard)

  register(searchEndpoints.search, ({ caller, body }) => deps.searchService.search(caller, body))
  register(searchEndpoints.searchTitles, async ({ caller, query }) => {
    const hits = await deps.searchTitles(caller, { ...query, noteIds: query.noteIdList })
    return { hits: hits.map(presentTitleHit) }
  })
  register(searchEndpoints.searchNotes, ({ caller, query }) => searchNotes(caller, query))

  async function searchNotes(caller: Caller, query: NoteSearchQuery): Promise<NoteSearchResult> {
    const at = now()
    const { hits, total } = await notes.search(
      caller,
      {
        query: query.query,
        parentNoteId: query.parentNoteId,
        depth: query.depth,
        reviewState: query.reviewState,
        lastEditedAfter: latestOf([query.lastEditedAfter, query.lastUpdatedAfter]),
        archived: query.archivedOnly ? 'only' : query.includeArchived ? 'included' : 'excluded',
        editableOnly: query.editableOnly,
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

/** Returns the latest of the given times; undefined if none is given. */
function latestOf(times: readonly (string | undefined)[]): Date | undefined {
  const dates = times.flatMap((time) => (time === undefined ? [] : [parseDateTime(time) as Date]))
  return dates.sort((a, b) => a.getTime() - b.getTime()).at(-1)
}

function presentTitleHit({ rootId, updatedAt, ...hit }: TitleHit) {
  return { ...hit, ...(rootId !== undefined && { rootId }), updatedAt: updatedAt.toISOString() }
}

function presentHit(note: NoteSearchHit, at: Date): NoteHit {
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
