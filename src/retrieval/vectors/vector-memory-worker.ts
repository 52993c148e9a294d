import { parentPort } from 'node:worker_threads'
import {
  createVectorMemory,
  type DocumentVectors,
  type Nearest,
  type NearestQuery,
  type VectorMemory,
} from './vector-memory.ts'

export type VectorRequest =
  | { put: DocumentVectors[]; dimensions: number }
  | { nearest: NearestQuery }
  | { codes: { organizationId: string; passages: { documentKey: number; key: number }[] } }

export type VectorReply = { bytes: number } | Nearest | { codes: Uint8Array }

const port = parentPort
if (!port) throw new Error('vector-memory-worker must be started as a worker thread')
let memory: VectorMemory | undefined

// Answers come in the order of the requests: whoever asks needs no numbers.
port.on('message', (request: VectorRequest) => {
  port.postMessage(answer(request))
})

function answer(request: VectorRequest): VectorReply {
  if ('put' in request) {
    memory ??= createVectorMemory(request.dimensions)
    for (const vectors of request.put) memory.put(vectors)
    return { bytes: memory.bytes }
  }
  if ('nearest' in request) return memory?.nearest(request.nearest) ?? { places: [], share: 0 }
  const { organizationId, passages } = request.codes
  return { codes: memory?.codes(organizationId, passages) ?? new Uint8Array() }
}
