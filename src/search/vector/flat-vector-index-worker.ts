import { parentPort } from 'node:worker_threads'
import { packVectorHits, unpackPassageGroups } from '../passage-codec.ts'
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

export type PackedSimilarityQuery = Omit<SimilarityQuery, 'groups'> & { packedGroups: Float64Array }
export interface PackedNearestResult {
  packedHits: Float64Array
  visibleShare: number
}

export type FlatVectorIndexReply = { bytes: number } | PackedNearestResult | Float32Array

const port = parentPort
if (!port) throw new Error('flat-vector-index-worker must be started as a worker thread')
let index: FlatVectorIndex | undefined

port.on('message', (request: FlatVectorIndexRequest) => {
  port.postMessage(handleVectorRequest(request))
})

function handleVectorRequest(request: FlatVectorIndexRequest): FlatVectorIndexReply {
  if ('put' in request) {
    index ??= createFlatVectorIndex(request.dimensions)
    for (const document of request.put) index.put(document)
    return { bytes: index.bytes }
  }
  if ('nearest' in request) {
    const { hits, visibleShare } = index?.nearest(request.nearest) ?? { hits: [], visibleShare: 0 }
    return { packedHits: packVectorHits(hits), visibleShare }
  }
  const { packedGroups, ...query } = request.similarities
  return index?.similarities({ ...query, groups: unpackPassageGroups(packedGroups) }) ?? new Float32Array()
}
