import { parentPort } from 'node:worker_threads'
import {
  type IngestedDocument,
  type IngestInput,
  ingestAsPlainText,
  ingestDocument,
} from './ingest-document.ts'

export interface IngestJob {
  input: IngestInput
  /** Read without a parser, because a parser has failed before. */
  plainly: boolean
}

const port = parentPort
if (port === null) throw new Error('ingest-worker.ts runs as a worker thread; use createIngestPool')
port.on('message', ({ input, plainly }: IngestJob) => {
  port.postMessage(plainly ? ingestAsPlainText(input) : ingestWithFallback(input))
})

/** A document that makes a parser throw is still a document with words in it. */
function ingestWithFallback(input: IngestInput): IngestedDocument {
  try {
    return ingestDocument(input)
  } catch {
    return ingestAsPlainText(input)
  }
}

// Loading the parsers and word lists takes longer than many a deadline: no job is sent, and timed, before this.
port.postMessage('ready')
