import { createMemoryThread } from '../memory-thread.ts'
import type { Memory } from '../mirror.ts'
import type { DocumentVectors, Nearest, NearestQuery } from './vector-memory.ts'
import type { VectorReply, VectorRequest } from './vector-memory-worker.ts'

export interface HeldVectors {
  nearest(query: NearestQuery): Promise<Nearest>
  codes(organizationId: string, passages: { documentKey: number; key: number }[]): Promise<Uint8Array>
}

export function startVectorThread(): Memory<DocumentVectors> & HeldVectors {
  const thread = createMemoryThread<VectorRequest, VectorReply>('retrieval/vectors/vector-memory-worker')
  return {
    async put(documents) {
      const first = documents.find(({ keys }) => keys.length > 0)
      if (first) thread.start()
      if (!thread.isStarted) return 0
      const dimensions = first ? first.codes.length / first.keys.length : 0
      return (await thread.ask<{ bytes: number }>({ put: documents, dimensions })).bytes
    },
    nearest: async (query) =>
      thread.isStarted ? thread.ask<Nearest>({ nearest: query }) : { places: [], share: 0 },
    codes: async (organizationId, passages) =>
      thread.isStarted
        ? (await thread.ask<{ codes: Uint8Array }>({ codes: { organizationId, passages } })).codes
        : new Uint8Array(),
    hasEnded: thread.hasEnded,
    close: thread.close,
  }
}
