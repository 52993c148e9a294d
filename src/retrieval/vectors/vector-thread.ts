import { createMemoryThread } from '../memory-thread.ts'
import type { Memory } from '../mirror.ts'
import { packGroups, unpackNear } from '../packed-places.ts'
import { fineDimensions } from './vector-code.ts'
import type { DocumentVectors, Nearest, NearestQuery, SimilarityQuery } from './vector-memory.ts'
import type { PackedNearest, VectorReply, VectorRequest } from './vector-memory-worker.ts'

export interface HeldVectors {
  nearest(query: NearestQuery): Promise<Nearest>
  similarities(query: SimilarityQuery): Promise<Float32Array>
}

export function startVectorThread(): Memory<DocumentVectors> & HeldVectors {
  const thread = createMemoryThread<VectorRequest, VectorReply>('retrieval/vectors/vector-memory-worker')
  return {
    async put(documents) {
      const first = documents.find(({ keys }) => keys.length > 0)
      if (first) thread.start()
      if (!thread.isStarted) return 0
      const dimensions = first ? fineDimensions(first.codes.length / first.keys.length) : 0
      return (await thread.ask<{ bytes: number }>({ put: documents, dimensions })).bytes
    },
    async nearest(query) {
      if (!thread.isStarted) return { places: [], share: 0 }
      const { places, share } = await thread.ask<PackedNearest>({ nearest: query })
      return { places: unpackNear(places), share }
    },
    similarities: async (query) =>
      thread.isStarted
        ? thread.ask<Float32Array>({ similarities: { ...query, groups: packGroups(query.groups) } })
        : new Float32Array(query.groups.length).fill(Number.NaN),
    hasEnded: thread.hasEnded,
    close: thread.close,
  }
}
