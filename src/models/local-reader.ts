import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { bulkPause } from './bulk-pause.ts'
import { startInferenceThread } from './inference-thread.ts'
import { type ModelFile, readerFile, verifierFile } from './model-files.ts'
import type { Reader } from './reader.ts'
import { maxQuestionPieces, maxStatementPieces } from './reader-input.ts'
import { createReaderQueue, type ReaderQueue } from './reader-queue.ts'
import type { ReaderWorkerSettings } from './reader-worker.ts'

/**
 * Runs the reader in a worker thread. Its session uses several threads at normal priority, and bulk embedding waits while a
 * question is read. The verifier, a second model, is loaded with the first statement: without a language model
 * there is none.
 */
export async function createLocalReader({
  modelDir = '',
  threads = Math.min(availableParallelism(), maxThreads),
  verifierModel = verifierFile,
  log,
}: {
  /** Where the models are looked for first; '' for those that ship with the product. */
  modelDir?: string
  threads?: number
  verifierModel?: ModelFile
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}): Promise<Reader> {
  const load = async (model: ModelFile, maxPieces: number): Promise<ReaderQueue> => {
    const settings = { model, modelDir, threads, maxQuestionPieces: maxPieces }
    const queue = createReaderQueue({
      startThread: () => startInferenceThread<ReaderWorkerSettings>('models/reader-worker', settings),
      pause: bulkPause,
      log,
    })
    await queue.ready()
    return queue
  }
  const reader = await load(readerFile, maxQuestionPieces)
  log.info({ model: modelName, threads }, 'reader model loaded')

  let verifier: Promise<ReaderQueue | undefined> | undefined
  let isClosed = false
  const loadVerifier = () =>
    load(verifierModel, maxStatementPieces).then(
      (queue) => {
        log.info({ model: verifierName, threads }, 'verifier model loaded')
        return queue
      },
      (err: unknown) => {
        log.warn({ err }, 'the verifier cannot be used; the reader verifies written answers')
        return undefined
      },
    )

  return {
    name: modelName,
    language: 'en',
    get passageBudget() {
      return reader.passageBudget
    },
    read: reader.read,
    async verify(statement, passage, signal) {
      if (!isClosed) verifier ??= loadVerifier()
      const queue = await verifier
      signal?.throwIfAborted()
      const readings = await queue?.read(statement, [passage], signal)
      return readings?.[0]?.supports
    },
    async close() {
      isClosed = true
      await Promise.all([reader.close(), verifier?.then((queue) => queue?.close())])
    },
  }
}

const modelName = 'lorewell-reader-2'
const verifierName = 'lorewell-verifier-1'
const maxThreads = 4
