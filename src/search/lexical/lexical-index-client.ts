import { type PackedCandidates, packPassageRefs, unpackCandidates, unpackPassageRefs } from '../passage-codec.ts'
import { createImageClient } from '../sync/image-requests.ts'
import type { PutReply, WritableIndex } from '../sync/index-source.ts'
import { createWorkerClient } from '../sync/worker-client.ts'
import type { DocumentTerms } from './inverted-index.ts'
import type { LexicalIndexReply, LexicalIndexRequest, PackedLexicalHits } from './lexical-index-worker.ts'
import type { LexicalSearcher } from './lexical-searcher.ts'
import type { NearTerm } from './spelling.ts'

/**
 * Searches the inverted index, which lives in a worker thread. It filters by the audiences it last synchronized; the
 * passages themselves are read from the database under the current rule.
 */
export function startLexicalIndex(): WritableIndex<DocumentTerms> & LexicalSearcher {
  const worker = createWorkerClient<LexicalIndexRequest, LexicalIndexReply>('search/lexical/lexical-index-worker')
  return {
    async put(documents) {
      if (documents.some(({ keys }) => keys.length > 0)) worker.start()
      return worker.isStarted ? worker.request<PutReply>({ put: documents }) : { bytes: 0, hasRemoved: false }
    },
    ...createImageClient(worker),
    async search({ organizationId, audienceIds }, { terms, factors, documentKeys, depth }) {
      if (!worker.isStarted) return { hits: [], statistics: { weights: new Map(), termIds: new Map() } }
      const { packedHits, statistics } = await worker.request<PackedLexicalHits>({
        search: { organizationId, audienceIds, terms, factors, documentKeys, depth },
      })
      return { hits: unpackPassageRefs(packedHits), statistics }
    },
    async findKnownTerms({ organizationId, audienceIds }, terms) {
      if (!worker.isStarted) return new Set()
      const query = { organizationId, audienceIds, terms }
      return new Set((await worker.request<{ known: string[] }>({ findKnownTerms: query })).known)
    },
    async findNearTerms({ organizationId, audienceIds }, misspellings) {
      if (!worker.isStarted) return misspellings.map(() => [])
      const query = { organizationId, audienceIds, misspellings }
      return (await worker.request<{ near: NearTerm[][] }>({ findNearTerms: query })).near
    },
    async readWithAdjacent({ organizationId, audienceIds }, passages) {
      if (!worker.isStarted) return []
      const packed = await worker.request<PackedCandidates>({
        readWithAdjacent: { organizationId, audienceIds, packedPassages: packPassageRefs(passages) },
      })
      return unpackCandidates(packed)
    },
    hasExited: worker.hasExited,
    close: worker.close,
  }
}
