import { parentPort } from 'node:worker_threads'
import { threadReady } from '../thread-deadline.ts'
import { type IngestedDocument, type IngestInput, ingestAsPlainText, ingestDocument } from './ingest-document.ts'

export interface IngestJob {
  input: IngestInput
  /** Skips the parser, because it failed on this document before. */
  asPlainText: boolean
}

const port = parentPort
if (port === null) throw new Error('ingest-worker.ts must be started as a worker thread; use createIngestPool')
port.on('message', ({ input, asPlainText }: IngestJob) => {
  port.postMessage(asPlainText ? ingestAsPlainText(input) : ingestWithFallback(input))
})

/** Falls back to plain text if the parser throws. */
function ingestWithFallback(input: IngestInput): IngestedDocument {
  try {
    return ingestDocument(input)
  } catch {
    return ingestAsPlainText(input)
  }
}

// Loading the parsers and word lists can exceed the deadline of a job: the pool sends no job before this message.
port.postMessage(threadReady())
