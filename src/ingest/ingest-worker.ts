import { parentPort } from 'node:worker_threads'
import { type IngestedDocument, type IngestInput, ingestDocument, ingestPlainly } from './document.ts'

export interface IngestJob {
  input: IngestInput
  /** Read without a parser, because a parser has failed before. */
  plainly: boolean
}

const port = parentPort
if (port === null) throw new Error('ingest-worker.ts runs as a worker thread; use createIngestPool')
port.on('message', ({ input, plainly }: IngestJob) => {
  port.postMessage(plainly ? ingestPlainly(input) : ingestSomehow(input))
})

/** A document that makes a parser throw is still a document with words in it. */
function ingestSomehow(input: IngestInput): IngestedDocument {
  try {
    return ingestDocument(input)
  } catch {
    return ingestPlainly(input)
  }
}

// Loading the parsers and word lists takes longer than many a deadline: no job is sent, and timed, before this.
port.postMessage('ready')
