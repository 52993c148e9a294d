import type { Worker } from 'node:worker_threads'
import { startWorker } from '../start-worker.ts'
import type { DocumentVectors, Nearest, NearestQuery } from './vector-memory.ts'
import type { VectorReply, VectorRequest } from './vector-memory-worker.ts'

export interface HeldVectors {
  nearest(query: NearestQuery): Promise<Nearest>
  codes(organizationId: string, passages: { documentKey: number; key: number }[]): Promise<Uint8Array>
}

export type VectorThread = HeldVectors & {
  /** Returns how many bytes are held. */
  put(vectors: DocumentVectors[]): Promise<number>
  hasEnded(): boolean
  close(): Promise<void>
}

/** Its thread is started for the first vector: many a store has none. */
export function startVectorThread(): VectorThread {
  const waiting: { resolve: (reply: VectorReply) => void; reject: (error: unknown) => void }[] = []
  const fail = (error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  let worker: Worker | undefined
  let hasEnded = false
  const start = () => {
    const started = startWorker('retrieval/vector-memory-worker', undefined)
    started.unref()
    started.on('message', (reply: VectorReply) => waiting.shift()?.resolve(reply))
    started.on('error', fail)
    started.on('exit', () => {
      hasEnded = true
      fail(new Error('The thread that holds the vectors has ended.'))
    })
    return started
  }
  const request = <T extends VectorReply>(thread: Worker, message: VectorRequest) =>
    new Promise<T>((resolve, reject) => {
      waiting.push({ resolve: resolve as (reply: VectorReply) => void, reject })
      thread.postMessage(message)
    })
  return {
    async put(vectors) {
      const first = vectors.find(({ keys }) => keys.length > 0)
      if (first) worker ??= start()
      if (!worker) return 0
      const dimensions = first ? first.codes.length / first.keys.length : 0
      return (await request<{ bytes: number }>(worker, { put: vectors, dimensions })).bytes
    },
    nearest: async (query) =>
      worker ? request<Nearest>(worker, { nearest: query }) : { keys: [], share: 0 },
    codes: async (organizationId, passages) =>
      worker
        ? (await request<{ codes: Uint8Array }>(worker, { codes: { organizationId, passages } })).codes
        : new Uint8Array(),
    hasEnded: () => hasEnded,
    async close() {
      await worker?.terminate()
    },
  }
}
