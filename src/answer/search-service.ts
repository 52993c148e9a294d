import type { Caller } from '../access/caller.ts'
import { findSnippet } from '../content/notes/note-highlight.ts'
import type { SearchHit, SearchHitDetails, SearchRequest, SearchResult } from '../contract/search.ts'
import { parseDateTime } from '../contract/text.ts'
import { urlOfPage } from '../document-url.ts'
import type { Passage, Retrieval } from '../search/retrieval.ts'
import { reviewStateAt } from '../search/review-state.ts'
import type { DocumentFilter } from '../search/search-scope.ts'
import { type RequestScopeDeps, resolveScope } from './request-scope.ts'
import { findSupportingPage } from './supporting-page.ts'

export interface SearchService {
  /** Returns the best documents, each with its best passage. */
  search(caller: Caller, request: SearchRequest): Promise<SearchResult>
}

/** Documents that pages are cut from. Always the same number, so that a document is on one page only. */
const maxPagedDocuments = 100

export function createSearchService({
  retrieval,
  now,
  ...scopeDeps
}: RequestScopeDeps & { retrieval: Retrieval; now: () => Date }): SearchService {
  return {
    async search(caller, request) {
      const { page, limit } = request
      const { scope } = await resolveScope(scopeDeps, caller, request)
      const matching = documentFilter(request, now())
      const { passages, terms } = await retrieval.search(caller, {
        question: request.query,
        scope: matching ? { ...scope, matching } : scope,
        limit: { documents: page === undefined ? limit : maxPagedDocuments },
      })
      const found = page === undefined ? passages : passages.slice(0, maxPagedDocuments)
      const end = ((page ?? 0) + 1) * limit
      const hits = found.slice(end - limit, end).map((passage) => ({
        ...presentSearchHit(passage, request.query),
        ...(request.details && { details: presentDetails(passage, terms, now()) }),
      }))
      return { hits, ...(page !== undefined && { hasNextPage: end < found.length }) }
    },
  }
}

/** Returns the conditions that a request names; undefined without any. */
function documentFilter(request: SearchRequest, at: Date): DocumentFilter | undefined {
  const { ownerId, notesOnly, verifiedOnly, updatedAfter, updatedBefore } = request
  const isFiltered =
    notesOnly || verifiedOnly || [ownerId, updatedAfter, updatedBefore].some((given) => given !== undefined)
  if (!isFiltered) return undefined
  return {
    isNote: notesOnly,
    ownerId,
    verifiedAt: verifiedOnly ? at : undefined,
    updatedFrom: updatedAfter === undefined ? undefined : parseDateTime(updatedAfter),
    updatedBefore: updatedBefore === undefined ? undefined : parseDateTime(updatedBefore),
  }
}

function presentDetails({ document, body, duplicates }: Passage, terms: readonly string[], at: Date): SearchHitDetails {
  const { text: snippet, matches } = findSnippet(body, { terms, language: document.language })
  const reviewState = reviewStateAt(document, at)
  return {
    kind: document.rootId !== undefined ? 'item' : document.isAttachment ? 'file' : 'note',
    path:
      document.rootId === undefined ? document.path : document.sourceName === undefined ? [] : [document.sourceName],
    ...(reviewState && { reviewState }),
    snippet,
    matches,
    copies: duplicates.map(({ document }) => ({
      id: document.id,
      ...(document.rootId !== undefined && { rootId: document.rootId }),
      title: document.title,
      url: document.url,
      updatedAt: document.updatedAt.toISOString(),
    })),
  }
}

function presentSearchHit(passage: Passage, query: string): SearchHit {
  const { document, score, body, duplicates } = passage
  const page = findSupportingPage(passage, query)
  return {
    id: document.id,
    ...(document.rootId !== undefined && { rootId: document.rootId }),
    title: document.title,
    url: document.isPdf ? urlOfPage(document.url, page) : document.url,
    updatedAt: document.updatedAt.toISOString(),
    score,
    passage: body,
    ...(page !== undefined && { page }),
    ...(duplicates.length > 0 && { duplicates: duplicates.length }),
  }
}
