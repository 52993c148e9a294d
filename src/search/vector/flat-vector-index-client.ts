import { packPassageGroups, unpackVectorHits } from '../passage-codec.ts'
import { createImageClient } from '../sync/image-requests.ts'
import type { PutReply, WritableIndex } from '../sync/index-source.ts'
import { createWorkerClient } from '../sync/worker-client.ts'
import type { DocumentVectors } from './document-vectors.ts'
import type { FlatVectorIndexReply, FlatVectorIndexRequest, PackedNearestResult } from './flat-vector-index-worker.ts'
import { int12Dimensions } from './vector-quantization.ts'
import type { VectorSearcher } from './vector-searcher.ts'

/**
 * Searches the vector index, which lives in a worker thread. It filters by the audiences it last synchronized; the
 * passages themselves are read from the database under the current rule.
 */
export function startFlatVectorIndex(): WritableIndex<DocumentVectors> & VectorSearcher {
  const worker = createWorkerClient<FlatVectorIndexRequest, FlatVectorIndexReply>(
    'search/vector/flat-vector-index-worker',
  )
  return {
    async put(documents) {
      const first = documents.find(({ keys }) => keys.length > 0)
      if (first) worker.start()
      if (!worker.isStarted) return { bytes: 0, hasRemoved: false }
      const dimensions = first ? int12Dimensions(first.codes.length / first.keys.length) : 0
      return worker.request<PutReply>({ put: documents, dimensions })
    },
    ...createImageClient(worker),
    async nearest({ organizationId, audienceIds }, query) {
      if (!worker.isStarted) return { hits: [], visibleShare: 0 }
      const { packedHits, visibleShare } = await worker.request<PackedNearestResult>({
        nearest: { ...query, organizationId, audienceIds },
      })
      return { hits: unpackVectorHits(packedHits), visibleShare }
    },
    similarities: async ({ organizationId }, vector, groups) =>
      worker.isStarted
        ? worker.request<Float32Array>({
            similarities: { organizationId, vector, packedGroups: packPassageGroups(groups) },
          })
        : new Float32Array(groups.length).fill(Number.NaN),
    hasExited: worker.hasExited,
    close: worker.close,
  }
}
