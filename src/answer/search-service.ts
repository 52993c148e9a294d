import type { Caller } from '../access/caller.ts'
import type { Assistants } from '../content/assistants.ts'
import type { Notes } from '../content/notes/notes.ts'
import type { DataSources } from '../content/sources/data-sources.ts'
import type { SearchHit, SearchRequest, SearchResult } from '../contract/search.ts'
import type { Passage, Retrieval } from '../search/retrieval.ts'
import type { SearchScope } from '../search/search-scope.ts'

export interface SearchService {
  /** The best documents, each with its best passage. */
  search(caller: Caller, request: SearchRequest): Promise<SearchResult>
}

export function createSearchService(needs: {
  retrieval: Retrieval
  notes: Notes
  assistants: Assistants
  dataSources: DataSources
}): SearchService {
  const { retrieval, notes, assistants, dataSources } = needs

  async function scopeOf(caller: Caller, request: SearchRequest): Promise<SearchScope> {
    const scope: SearchScope = {}
    if (request.parentId !== undefined) {
      scope.underNote = (await notes.findParent(caller, request.parentId)).key
    }
    if (request.assistantId !== undefined) {
      scope.anyOf = (await assistants.find(caller, request.assistantId)).scope
    }
    if (request.rootId !== undefined) {
      scope.dataSources = [(await dataSources.find(caller, request.rootId)).id]
    }
    return scope
  }

  return {
    async search(caller, request) {
      const scope = await scopeOf(caller, request)
      const limit = { documents: request.limit }
      const passages = await retrieval.search(caller, { question: request.query, scope, limit })
      return { hits: passages.slice(0, request.limit).map(presentSearchHit) }
    },
  }
}

function presentSearchHit({ document, score, body }: Passage): SearchHit {
  return {
    id: document.id,
    title: document.title,
    url: document.url,
    updatedAt: document.updatedAt.toISOString(),
    score,
    passage: body,
  }
}
