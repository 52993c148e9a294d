import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { startInferenceThread } from './inference-thread.ts'
import { findModelFiles, readerFile } from './model-files.ts'
import type { Reader } from './reader.ts'
import { createReaderQueue } from './reader-queue.ts'
import type { ReaderWorkerSettings } from './reader-worker.ts'

/**
 * Runs the reader in a worker thread. Its session uses several threads at normal priority, so that reading for a question
 * comes before bulk embedding.
 */
export async function createLocalReader({
  modelDir = '',
  threads = Math.min(availableParallelism(), MAX_THREADS),
  log,
}: {
  /** Where the model is looked for first; '' for the one that ships with the product. */
  modelDir?: string
  threads?: number
  log: Pick<Logger, 'info' | 'error'>
}): Promise<Reader> {
  const files = await findModelFiles(readerFile, modelDir)
  const queue = createReaderQueue({
    startThread: () => startInferenceThread<ReaderWorkerSettings>('models/reader-worker', { ...files, threads }),
    log,
  })
  await queue.ready()
  log.info({ model: MODEL_NAME, threads }, 'reader model loaded')
  return {
    name: MODEL_NAME,
    language: 'en',
    get passageBudget() {
      return queue.passageBudget
    },
    read: queue.read,
    close: queue.close,
  }
}

const MODEL_NAME = 'lorewell-reader-2'
const MAX_THREADS = 4
