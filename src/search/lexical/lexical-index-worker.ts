import { parentPort } from 'node:worker_threads'
import { type PackedCandidates, packCandidates, packPassageRefs, unpackPassageRefs } from '../passage-codec.ts'
import { createImageRequestHandler, type ImageReply, type ImageRequest } from '../sync/image-requests.ts'
import type { PutReply } from '../sync/index-source.ts'
import type { KnownTermsQuery, NearTermsQuery } from './index-vocabulary.ts'
import { type AdjacentQuery, createInvertedIndex, type DocumentTerms } from './inverted-index.ts'
import type { LexicalHits, LexicalIndexQuery } from './max-score-search.ts'
import type { NearTerm } from './spelling.ts'

export type LexicalIndexRequest =
  | { put: DocumentTerms[] }
  | { search: LexicalIndexQuery }
  | { readWithAdjacent: PackedAdjacentQuery }
  | { findKnownTerms: KnownTermsQuery }
  | { findNearTerms: NearTermsQuery }
  | ImageRequest
export type PackedAdjacentQuery = Omit<AdjacentQuery, 'passages'> & { packedPassages: Float64Array }
export type PackedLexicalHits = Omit<LexicalHits, 'hits'> & { packedHits: Float64Array }
export type LexicalIndexReply =
  | PutReply
  | ImageReply
  | PackedLexicalHits
  | PackedCandidates
  | { known: string[] }
  | { near: NearTerm[][] }

const port = parentPort
if (!port) throw new Error('lexical-index-worker must be started as a worker thread')
const index = createInvertedIndex()
const handleImageRequest = createImageRequestHandler({
  exportFrames: index.exportFrames,
  startImport: index.startImport,
})

port.on('message', (request: LexicalIndexRequest) => {
  if ('readWithAdjacent' in request) {
    const { packedPassages, ...query } = request.readWithAdjacent
    const packed = packCandidates(index.readWithAdjacent({ ...query, passages: unpackPassageRefs(packedPassages) }))
    port.postMessage(packed, [packed.rows.buffer, packed.terms.buffer] as never)
  } else if ('search' in request) {
    const { hits, statistics } = index.search(request.search)
    port.postMessage({ packedHits: packPassageRefs(hits), statistics } satisfies PackedLexicalHits)
  } else if ('findKnownTerms' in request) {
    port.postMessage({ known: index.findKnownTerms(request.findKnownTerms) })
  } else if ('findNearTerms' in request) {
    port.postMessage({ near: index.findNearTerms(request.findNearTerms) })
  } else if ('put' in request) {
    let hasRemoved = false
    for (const document of request.put) hasRemoved = index.put(document) || hasRemoved
    port.postMessage({ bytes: index.bytes, hasRemoved } satisfies PutReply)
  } else {
    const { reply, transfer } = handleImageRequest(request, () => index.bytes)
    port.postMessage(reply, transfer as never)
  }
})
