import { parentPort } from 'node:worker_threads'
import type { FileText, ReadLimits, UnreadableReason } from './file-text.ts'
import { UnreadableFileError } from './file-text.ts'
import { createTextRecognizer } from './ocr/text-recognizer.ts'
import { readFile } from './read-file.ts'

export interface ParseJob {
  name: string
  limits: ReadLimits
  bytes: Uint8Array<ArrayBuffer>
  /** Languages of text recognition; undefined: it is off. */
  ocrLanguages?: readonly string[] | undefined
}

/** `recognizing` says that text recognition begins, which takes more time and memory than anything else. */
export type ParseMessage = 'ready' | 'recognizing' | ParseResult

export type ParseResult = { text: FileText } | { reason: UnreadableReason; detail: string }

const port = parentPort
if (port === null) throw new Error('parse-file-worker.ts must be started as a worker thread; use createFileReader')
const send = (message: ParseMessage) => port.postMessage(message)
port.on('message', async (job: ParseJob) => send(await parse(job)))

async function parse({ bytes, name, limits, ocrLanguages }: ParseJob): Promise<ParseResult> {
  const recognizer = ocrLanguages && createTextRecognizer(ocrLanguages, () => send('recognizing'))
  try {
    return { text: await readFile(bytes, name, limits, recognizer) }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { reason: error.reason, detail: String(error.cause ?? '') }
  }
}

send('ready')
