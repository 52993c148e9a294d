import { parentPort } from 'node:worker_threads'
import { packVectorHits, unpackPassageGroups } from '../passage-codec.ts'
import {
  createImageRequestHandler,
  type FrameImport,
  type ImageReply,
  type ImageRequest,
} from '../sync/image-requests.ts'
import type { PutReply } from '../sync/index-source.ts'
import type { DocumentVectors } from './document-vectors.ts'
import {
  createFlatVectorIndex,
  type FlatVectorIndex,
  type NearestQuery,
  type SimilarityQuery,
} from './flat-vector-index.ts'
import type { VectorsFrame } from './vectors-frame.ts'

export type FlatVectorIndexRequest =
  | { put: DocumentVectors[]; dimensions: number }
  | { nearest: NearestQuery }
  | { similarities: PackedSimilarityQuery }
  | ImageRequest

export type PackedSimilarityQuery = Omit<SimilarityQuery, 'groups'> & { packedGroups: Float64Array }
export interface PackedNearestResult {
  packedHits: Float64Array
  visibleShare: number
}

export type FlatVectorIndexReply = PutReply | ImageReply | PackedNearestResult | Float32Array

const port = parentPort
if (!port) throw new Error('flat-vector-index-worker must be started as a worker thread')
let index: FlatVectorIndex | undefined

const handleImageRequest = createImageRequestHandler<VectorsFrame>({
  exportFrames: () => index?.exportFrames() ?? [].values(),
  startImport() {
    let started: FrameImport<VectorsFrame> | undefined
    return {
      add(frame) {
        index ??= createFlatVectorIndex(frame.dimensions)
        started ??= index.startImport()
        started.add(frame)
      },
      finish: () => started?.finish(),
    }
  },
})

port.on('message', (request: FlatVectorIndexRequest) => {
  if ('exportFrame' in request || 'importFrames' in request) {
    const { reply, transfer } = handleImageRequest(request, () => index?.bytes ?? 0)
    port.postMessage(reply, transfer as never)
  } else port.postMessage(handleVectorRequest(request))
})

function handleVectorRequest(request: Exclude<FlatVectorIndexRequest, ImageRequest>): FlatVectorIndexReply {
  if ('put' in request) {
    index ??= createFlatVectorIndex(request.dimensions)
    let hasRemoved = false
    for (const document of request.put) hasRemoved = index.put(document) || hasRemoved
    return { bytes: index.bytes, hasRemoved }
  }
  if ('nearest' in request) {
    const { hits, visibleShare } = index?.nearest(request.nearest) ?? { hits: [], visibleShare: 0 }
    return { packedHits: packVectorHits(hits), visibleShare }
  }
  const { packedGroups, ...query } = request.similarities
  return index?.similarities({ ...query, groups: unpackPassageGroups(packedGroups) }) ?? new Float32Array()
}
