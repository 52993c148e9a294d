import { parentPort } from 'node:worker_threads'
import { packNear, unpackGroups } from '../packed-places.ts'
import {
  createVectorMemory,
  type DocumentVectors,
  type NearestQuery,
  type SimilarityQuery,
  type VectorMemory,
} from './vector-memory.ts'

export type VectorRequest =
  | { put: DocumentVectors[]; dimensions: number }
  | { nearest: NearestQuery }
  | { similarities: PackedQuery }

export type PackedQuery = Omit<SimilarityQuery, 'groups'> & { groups: Float64Array }
export interface PackedNearest {
  places: Float64Array
  share: number
}

export type VectorReply = { bytes: number } | PackedNearest | Float32Array

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
  if ('nearest' in request) {
    const { places, share } = memory?.nearest(request.nearest) ?? { places: [], share: 0 }
    return { places: packNear(places), share }
  }
  const query = { ...request.similarities, groups: unpackGroups(request.similarities.groups) }
  return memory?.similarities(query) ?? new Float32Array()
}
