import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { startWorker } from '../start-worker.ts'
import type { PassageText } from './embedder.ts'
import { createInferenceLock, INFERENCE_LOCK_BYTES } from './inference-lock.ts'
import { findModelFiles, readerFile } from './model-files.ts'
import type { Reader, Reading } from './reader.ts'
import type { ReaderWorkerRequest, ReaderWorkerResponse, ReaderWorkerSettings } from './reader-worker.ts'

/**
 * Runs the reader in a worker thread. Its session uses several threads at normal priority, so that reading for a question
 * comes before bulk embedding. Questions are read one after the other, in the order of their arrival.
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
  const { modelPath, tokenizerPath } = await findModelFiles(readerFile, modelDir)
  let thread: ReaderThread | undefined
  let isClosed = false
  const pending: PendingRead[] = []

  function startThread(): ReaderThread {
    const lockMemory = new SharedArrayBuffer(INFERENCE_LOCK_BYTES)
    const settings = { modelPath, tokenizerPath, threads, lockMemory } satisfies ReaderWorkerSettings
    const worker = startWorker('models/reader-worker', settings)
    const onProcessExit = () => createInferenceLock(lockMemory).closeAndWait(MAX_INFERENCE_MS)
    process.on('exit', onProcessExit)
    const started: ReaderThread = {
      send: (request) => worker.postMessage(request),
      ready: new Promise<void>((resolve, reject) => {
        worker.once('message', () => resolve())
        worker.once('error', reject)
        worker.once('exit', () => reject(new AppError('unavailable', 'The reader model could not be loaded.')))
      }),
      exited: new Promise((resolve) => worker.once('exit', () => resolve())),
    }
    // Only the first start awaits it; queued questions fail separately.
    started.ready.catch(() => {})
    worker.on('message', settle)
    worker.on('error', (error) => failPending(started, error))
    worker.on('exit', (code) => {
      process.off('exit', onProcessExit)
      failPending(started, new Error(`The reader worker exited with code ${code}`))
    })
    return started
  }

  /** Fails the waiting questions of a thread that has stopped; the next question starts a new one. */
  function failPending(stopped: ReaderThread, cause: Error): void {
    if (thread !== stopped) return
    thread = undefined
    if (isClosed) return
    log.error({ err: cause }, 'the reader worker failed')
    const error = new AppError('unavailable', 'The reader model stopped working; try again.', { cause })
    for (const { reject } of pending.splice(0)) reject(error)
  }

  function settle(message: ReaderWorkerResponse): void {
    if (message === 'ready') return
    const read = pending.shift()
    if ('readings' in message) read?.resolve(message.readings)
    else read?.reject(new AppError('internal', 'A passage could not be read.', { cause: message.error }))
    sendNext()
  }

  /** Sends the first waiting question; one at a time, so that an aborted one costs nothing. */
  function sendNext(): void {
    while (pending[0]?.signal?.aborted) {
      const aborted = pending.shift()!
      aborted.reject(aborted.signal!.reason)
    }
    const [next] = pending
    if (!next) return
    thread ??= startThread()
    thread.send({ question: next.question, passages: next.passages })
  }

  thread = startThread()
  await thread.ready
  log.info({ model: MODEL_NAME, threads }, 'reader model loaded')
  return {
    name: MODEL_NAME,
    language: 'en',
    get passageBudget() {
      return Math.max(MIN_PASSAGES, Math.floor(MAX_PASSAGES / (1 + pending.length)))
    },
    read(question, passages, signal) {
      if (isClosed) return Promise.reject(closedError())
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (passages.length === 0) return Promise.resolve([])
      return new Promise<Reading[]>((resolve, reject) => {
        pending.push({ question, passages, signal, resolve, reject })
        if (pending.length === 1) sendNext()
      })
    },
    async close() {
      if (isClosed) return
      isClosed = true
      for (const { reject } of pending.splice(0)) reject(closedError())
      const closing = thread
      closing?.send('close')
      await closing?.exited
    },
  }
}

interface ReaderThread {
  send(request: ReaderWorkerRequest): void
  ready: Promise<void>
  exited: Promise<void>
}

interface PendingRead {
  question: string
  passages: readonly PassageText[]
  signal: AbortSignal | undefined
  resolve(readings: Reading[]): void
  reject(error: unknown): void
}

const MODEL_NAME = 'lorewell-reader-2'
const MAX_THREADS = 4
const MAX_PASSAGES = 10
const MIN_PASSAGES = 4
/** Far longer than loading the model or one inference. */
const MAX_INFERENCE_MS = 2_000

function closedError() {
  return new AppError('unavailable', 'The reader model was shut down.')
}
