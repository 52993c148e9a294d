import type { Caller } from '../access/caller.ts'
import type { SearchHit, SearchRequest, SearchResult } from '../contract/search.ts'
import { urlOfPage } from '../document-url.ts'
import type { Passage, Retrieval } from '../search/retrieval.ts'
import { type RequestScopeDeps, resolveScope } from './request-scope.ts'
import { findSupportingPage } from './supporting-page.ts'

export interface SearchService {
  /** Returns the best documents, each with its best passage. */
  search(caller: Caller, request: SearchRequest): Promise<SearchResult>
}

export function createSearchService({
  retrieval,
  ...scopeDeps
}: RequestScopeDeps & { retrieval: Retrieval }): SearchService {
  return {
    async search(caller, request) {
      const { scope } = await resolveScope(scopeDeps, caller, request)
      const limit = { documents: request.limit }
      const { passages } = await retrieval.search(caller, { question: request.query, scope, limit })
      return { hits: passages.slice(0, request.limit).map((passage) => presentSearchHit(passage, request.query)) }
    },
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
