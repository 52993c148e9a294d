import { packPassageGroups, unpackVectorHits } from '../passage-ref-codec.ts'
import type { WritableIndex } from '../sync/in-memory-index.ts'
import { createWorkerClient } from '../sync/worker-client.ts'
import type { DocumentVectors, NearestQuery, NearestResult, SimilarityQuery } from './flat-vector-index.ts'
import type {
  FlatVectorIndexReply,
  FlatVectorIndexRequest,
  PackedNearestResult,
} from './flat-vector-index-worker.ts'
import { int12Dimensions } from './vector-quantization.ts'

export interface FlatVectorIndexClient {
  nearest(query: NearestQuery): Promise<NearestResult>
  similarities(query: SimilarityQuery): Promise<Float32Array>
}

export function startFlatVectorIndex(): WritableIndex<DocumentVectors> & FlatVectorIndexClient {
  const thread = createWorkerClient<FlatVectorIndexRequest, FlatVectorIndexReply>(
    'search/vector/flat-vector-index-worker',
  )
  return {
    async put(documents) {
      const first = documents.find(({ keys }) => keys.length > 0)
      if (first) thread.start()
      if (!thread.isStarted) return 0
      const dimensions = first ? int12Dimensions(first.codes.length / first.keys.length) : 0
      return (await thread.request<{ bytes: number }>({ put: documents, dimensions })).bytes
    },
    async nearest(query) {
      if (!thread.isStarted) return { hits: [], visibleShare: 0 }
      const { hits, visibleShare } = await thread.request<PackedNearestResult>({ nearest: query })
      return { hits: unpackVectorHits(hits), visibleShare }
    },
    similarities: async (query) =>
      thread.isStarted
        ? thread.request<Float32Array>({
            similarities: { ...query, groups: packPassageGroups(query.groups) },
          })
        : new Float32Array(query.groups.length).fill(Number.NaN),
    hasExited: thread.hasExited,
    close: thread.close,
  }
}
