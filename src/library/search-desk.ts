import type { Viewer } from '../access/viewer.ts'
import type { SearchHit, SearchRequest, SearchResult } from '../contract/search.ts'
import type { SearchScope } from '../retrieval/scope.ts'
import type { Passage, Retrieval } from '../retrieval/search.ts'
import type { Assistants } from './assistants.ts'
import type { DataSources } from './data-sources.ts'
import type { Notes } from './notes.ts'

export interface SearchDesk {
  /** The best documents, each with its best passage. */
  search(viewer: Viewer, request: SearchRequest): Promise<SearchResult>
}

export function createSearchDesk(needs: {
  retrieval: Retrieval
  notes: Notes
  assistants: Assistants
  dataSources: DataSources
}): SearchDesk {
  const { retrieval, notes, assistants, dataSources } = needs

  async function scopeOf(viewer: Viewer, request: SearchRequest): Promise<SearchScope> {
    const scope: SearchScope = {}
    if (request.parentId !== undefined) {
      scope.underNote = (await notes.findParent(viewer, request.parentId)).key
    }
    if (request.assistantId !== undefined) {
      scope.anyOf = (await assistants.find(viewer, request.assistantId)).scope
    }
    if (request.rootId !== undefined) {
      scope.dataSources = [(await dataSources.find(viewer, request.rootId)).id]
    }
    return scope
  }

  return {
    async search(viewer, request) {
      const scope = await scopeOf(viewer, request)
      const wanted = { documents: request.limit }
      const passages = await retrieval.search(viewer, { question: request.query, scope, wanted })
      return { hits: passages.slice(0, request.limit).map(presentPassage) }
    },
  }
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
