import { parentPort } from 'node:worker_threads'
import { packPlaces, unpackPlaces } from '../packed-places.ts'
import type { WordScores } from './best-by-words.ts'
import { type PackedPassages, packed } from './packed-passages.ts'
import { createWordMemory, type DocumentWords, type WordQuery, type WordReading } from './word-memory.ts'

export type WordRequest = { put: DocumentWords[] } | { best: WordQuery } | { around: PackedReading }
export type PackedReading = Omit<WordReading, 'places'> & { places: Float64Array }
export type PackedScores = Omit<WordScores, 'places'> & { places: Float64Array }
export type WordReply = { bytes: number } | PackedScores | PackedPassages

const port = parentPort
if (!port) throw new Error('word-memory-worker must be started as a worker thread')
const memory = createWordMemory()

port.on('message', (request: WordRequest) => {
  if ('around' in request) {
    const passages = packed(
      memory.readAround({ ...request.around, places: unpackPlaces(request.around.places) }),
    )
    port.postMessage(passages, [passages.rows.buffer, passages.terms.buffer] as never)
  } else port.postMessage(answer(request))
})

function answer(request: Exclude<WordRequest, { around: unknown }>): WordReply {
  if ('best' in request) {
    const { places, terms } = memory.best(request.best)
    return { places: packPlaces(places), terms }
  }
  for (const words of request.put) memory.put(words)
  return { bytes: memory.bytes }
}
