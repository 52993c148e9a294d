import { parentPort } from 'node:worker_threads'
import { packVectorHits, unpackPassageGroups } from '../passage-ref-codec.ts'
import {
  createFlatVectorIndex,
  type DocumentVectors,
  type FlatVectorIndex,
  type NearestQuery,
  type SimilarityQuery,
} from './flat-vector-index.ts'

export type FlatVectorIndexRequest =
  | { put: DocumentVectors[]; dimensions: number }
  | { nearest: NearestQuery }
  | { similarities: PackedSimilarityQuery }

export type PackedSimilarityQuery = Omit<SimilarityQuery, 'groups'> & { groups: Float64Array }
export interface PackedNearestResult {
  hits: Float64Array
  visibleShare: number
}

export type FlatVectorIndexReply = { bytes: number } | PackedNearestResult | Float32Array

const port = parentPort
if (!port) throw new Error('flat-vector-index-worker must be started as a worker thread')
let memory: FlatVectorIndex | undefined

// Answers come in the order of the requests: whoever asks needs no numbers.
port.on('message', (request: FlatVectorIndexRequest) => {
  port.postMessage(handleVectorRequest(request))
})

function handleVectorRequest(request: FlatVectorIndexRequest): FlatVectorIndexReply {
  if ('put' in request) {
    memory ??= createFlatVectorIndex(request.dimensions)
    for (const vectors of request.put) memory.put(vectors)
    return { bytes: memory.bytes }
  }
  if ('nearest' in request) {
    const { hits, visibleShare } = memory?.nearest(request.nearest) ?? { hits: [], visibleShare: 0 }
    return { hits: packVectorHits(hits), visibleShare }
  }
  const query = { ...request.similarities, groups: unpackPassageGroups(request.similarities.groups) }
  return memory?.similarities(query) ?? new Float32Array()
}
