import { parentPort } from 'node:worker_threads'
import { packPassageRefs, unpackPassageRefs } from '../passage-ref-codec.ts'
import {
  type AdjacentQuery,
  createLexicalIndex,
  type DocumentTerms,
  type LexicalIndexQuery,
} from './lexical-index.ts'
import type { LexicalHits } from './max-score-search.ts'
import { type PackedCandidates, packCandidates } from './passage-candidate-codec.ts'

export type LexicalIndexRequest =
  | { put: DocumentTerms[] }
  | { best: LexicalIndexQuery }
  | { around: PackedAdjacentQuery }
export type PackedAdjacentQuery = Omit<AdjacentQuery, 'passages'> & { packedPassages: Float64Array }
export type PackedLexicalHits = Omit<LexicalHits, 'hits'> & { packedHits: Float64Array }
export type LexicalIndexReply = { bytes: number } | PackedLexicalHits | PackedCandidates

const port = parentPort
if (!port) throw new Error('lexical-index-worker must be started as a worker thread')
const memory = createLexicalIndex()

port.on('message', (request: LexicalIndexRequest) => {
  if ('around' in request) {
    const passages = packCandidates(
      memory.readWithAdjacent({
        ...request.around,
        passages: unpackPassageRefs(request.around.packedPassages),
      }),
    )
    port.postMessage(passages, [passages.rows.buffer, passages.terms.buffer] as never)
  } else port.postMessage(handleLexicalRequest(request))
})

function handleLexicalRequest(request: Exclude<LexicalIndexRequest, { around: unknown }>): LexicalIndexReply {
  if ('best' in request) {
    const { hits, terms } = memory.search(request.best)
    return { packedHits: packPassageRefs(hits), terms }
  }
  for (const words of request.put) memory.put(words)
  return { bytes: memory.bytes }
}
