import { parentPort } from 'node:worker_threads'
import type { WordScores } from './best-by-words.ts'
import { type PackedPassages, packed } from './packed-passages.ts'
import { createWordMemory, type DocumentWords, type WordQuery, type WordReading } from './word-memory.ts'

export type WordRequest = { put: DocumentWords[] } | { best: WordQuery } | { read: WordReading }
export type WordReply = { bytes: number } | WordScores | PackedPassages

const port = parentPort
if (!port) throw new Error('word-memory-worker must be started as a worker thread')
const memory = createWordMemory()

port.on('message', (request: WordRequest) => {
  if ('read' in request) {
    const passages = packed(memory.read(request.read))
    port.postMessage(passages, [passages.rows.buffer, passages.terms.buffer] as never)
  } else port.postMessage(answer(request))
})

function answer(request: Exclude<WordRequest, { read: unknown }>): WordReply {
  if ('best' in request) return memory.best(request.best)
  for (const words of request.put) memory.put(words)
  return { bytes: memory.bytes }
}
