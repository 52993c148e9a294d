import type { Caller } from '../access/caller.ts'
import type { SearchHit, SearchRequest, SearchResult } from '../contract/search.ts'
import type { Passage, Retrieval } from '../search/retrieval.ts'
import { type RequestScopeDeps, resolveScope } from './request-scope.ts'

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
      return { hits: passages.slice(0, request.limit).map(presentSearchHit) }
    },
  }
}

function presentSearchHit({ document, score, body, duplicates }: Passage): SearchHit {
  return {
    id: document.id,
    title: document.title,
    url: document.url,
    updatedAt: document.updatedAt.toISOString(),
    score,
    passage: body,
    ...(duplicates.length > 0 && { duplicates: duplicates.length }),
  }
}
