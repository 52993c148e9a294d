import { parentPort } from 'node:worker_threads'
import type { FileText, ReadLimits, UnreadableReason } from './file-text.ts'
import { UnreadableFileError } from './file-text.ts'
import { readFile } from './read-file.ts'

export interface ParseJob {
  name: string
  limits: ReadLimits
  bytes: Uint8Array<ArrayBuffer>
}

export type ParseResult = { text: FileText } | { reason: UnreadableReason; detail: string }

const port = parentPort
if (port === null) throw new Error('parse-file-worker.ts must be started as a worker thread; use createFileReader')
port.on('message', async ({ bytes, name, limits }: ParseJob) => {
  port.postMessage(await parse(bytes, name, limits))
})

async function parse(bytes: Uint8Array, name: string, limits: ReadLimits): Promise<ParseResult> {
  try {
    return { text: await readFile(bytes, name, limits) }
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error
    return { reason: error.reason, detail: String(error.cause ?? '') }
  }
}

port.postMessage('ready')
