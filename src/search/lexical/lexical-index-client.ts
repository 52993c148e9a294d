import type { PassageCandidate } from '../passage-candidate.ts'
import { packPassageRefs, unpackPassageRefs } from '../passage-ref-codec.ts'
import type { WritableIndex } from '../sync/in-memory-index.ts'
import { createWorkerClient } from '../sync/worker-client.ts'
import type { AdjacentQuery, DocumentTerms, LexicalIndexQuery } from './lexical-index.ts'
import type { LexicalIndexReply, LexicalIndexRequest, PackedLexicalHits } from './lexical-index-worker.ts'
import type { LexicalHits } from './max-score-search.ts'
import { type PackedCandidates, unpackCandidates } from './passage-candidate-codec.ts'

export interface LexicalIndexClient {
  search(query: LexicalIndexQuery): Promise<LexicalHits>
  readWithAdjacent(reading: AdjacentQuery): Promise<PassageCandidate[]>
}

export function startLexicalIndex(): WritableIndex<DocumentTerms> & LexicalIndexClient {
  const thread = createWorkerClient<LexicalIndexRequest, LexicalIndexReply>(
    'search/lexical/lexical-index-worker',
  )
  return {
    async put(documents) {
      if (documents.some(({ keys }) => keys.length > 0)) thread.start()
      if (!thread.isStarted) return 0
      return (await thread.request<{ bytes: number }>({ put: documents })).bytes
    },
    async search(query) {
      if (!thread.isStarted) return { hits: [], terms: [] }
      const { packedHits, terms } = await thread.request<PackedLexicalHits>({ best: query })
      return { hits: unpackPassageRefs(packedHits), terms }
    },
    async readWithAdjacent(reading) {
      if (!thread.isStarted) return []
      const { passages, ...rest } = reading
      const around = { ...rest, packedPassages: packPassageRefs(passages) }
      return unpackCandidates(await thread.request<PackedCandidates>({ around }))
    },
    hasExited: thread.hasExited,
    close: thread.close,
  }
}
