import type { FastifyInstance } from 'fastify'
import type { Viewer } from '../../access/viewer.ts'
import type { NoteHit, NoteSearchQuery, NoteSearchResult, SearchHit } from '../../contract/search.ts'
import { searchEndpoints } from '../../contract/search-endpoints.ts'
import { parseDateTime } from '../../contract/text.ts'
import type { Assistants } from '../../library/assistants.ts'
import type { DataSources } from '../../library/data-sources.ts'
import { reviewStateAt } from '../../library/note-review.ts'
import type { FoundNote } from '../../library/note-search.ts'
import type { Notes } from '../../library/notes.ts'
import type { SearchScope } from '../../retrieval/scope.ts'
import type { Passage, Retrieval } from '../../retrieval/search.ts'
import { type Gate, serve } from '../operation.ts'

/** Search without an answer: over everything, and over notes by their words. */
export function searchRoutes(
  server: FastifyInstance,
  needs: {
    gate: Gate
    retrieval: Retrieval
    notes: Notes
    assistants: Assistants
    dataSources: DataSources
    now: () => Date
  },
): void {
  const { gate, retrieval, notes, now } = needs

  serve(server, gate, searchEndpoints.search, ['/search'], async ({ viewer, body }) => {
    const scope = await scopeOf(viewer, body)
    const passages = await retrieval.search(viewer, { question: body.query, scope })
    return { hits: bestOfEach(passages).slice(0, body.limit).map(presentPassage) }
  })
  serve(server, gate, searchEndpoints.searchNotes, ['/search-notes'], ({ viewer, query }) =>
    searchNotes(viewer, query),
  )

  async function scopeOf(
    viewer: Viewer,
    body: { parentId?: string | undefined; assistantId?: string | undefined; rootId?: string | undefined },
  ): Promise<SearchScope> {
    const scope: SearchScope = {}
    if (body.parentId !== undefined) scope.underNote = (await notes.findParent(viewer, body.parentId)).key
    if (body.assistantId !== undefined) {
      scope.anyOf = (await needs.assistants.find(viewer, body.assistantId)).scope
    }
    if (body.rootId !== undefined) {
      scope.dataSources = [(await needs.dataSources.find(viewer, body.rootId)).id]
    }
    return scope
  }

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

/** The first passage of each document: they come best first. */
function bestOfEach(passages: readonly Passage[]): Passage[] {
  const best = new Map<number, Passage>()
  for (const passage of passages) {
    if (!best.has(passage.documentKey)) best.set(passage.documentKey, passage)
  }
  return [...best.values()]
}

function presentPassage({ document, score, body }: Passage): SearchHit {
  return {
    id: document.id,
    title: document.title,
    url: document.url,
    updatedAt: document.updatedAt.toISOString(),
    score,
    passage: body,
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
