import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { EmbedPriority, PassageVectors } from './embedder.ts'
import { createEmbeddingQueue, type EmbeddingInput, type QueuedText } from './embedding-queue.ts'
import type { EmbeddingWorkerRequest, EmbeddingWorkerResponse } from './embedding-worker.ts'
import { waitForModelLoad } from './inference-thread.ts'

export type EmbeddingLane = 'interactive' | 'bulk'

/** The subset of `Worker` that the pool uses. */
export interface EmbeddingWorkerThread {
  postMessage(message: EmbeddingWorkerRequest): void
  on(event: 'message', listener: (message: EmbeddingWorkerResponse) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export interface EmbeddingPool {
  /** Resolves when the worker for interactive texts has loaded the model. */
  ready(): Promise<void>
  embed(texts: readonly EmbeddingInput[], priority: EmbedPriority, signal?: AbortSignal): Promise<PassageVectors[]>
  close(): Promise<void>
}

/**
 * Distributes texts over worker threads. One worker is reserved for interactive texts; the bulk workers start with the
 * first bulk text and take interactive texts first, background texts last.
 */
export function createEmbeddingPool({
  startThread,
  bulkThreads,
  dimensions,
  log,
}: {
  startThread: (lane: EmbeddingLane) => EmbeddingWorkerThread
  bulkThreads: number
  dimensions: number
  log: Pick<Logger, 'error'>
}): EmbeddingPool {
  const queues = {
    interactive: createEmbeddingQueue(),
    bulk: createEmbeddingQueue(),
    background: createEmbeddingQueue(),
  }
  let workers: PoolWorker[] = []
  let isClosed = false

  function spawn(lane: EmbeddingLane): PoolWorker {
    const thread = startThread(lane)
    const exited = new Promise<void>((resolve) => thread.on('exit', () => resolve()))
    const worker: PoolWorker = {
      lane,
      thread,
      state: 'starting',
      inFlight: [],
      ready: waitForModelLoad(thread, 'The embedding model could not be loaded.'),
      exited,
    }
    workers.push(worker)
    thread.on('message', (message) => {
      settleInFlight(worker, message, dimensions)
      worker.state = 'idle'
      dispatch()
    })
    thread.on('error', (error) => remove(worker, error))
    thread.on('exit', (code) => remove(worker, new Error(`The embedding worker exited with code ${code}`)))
    return worker
  }

  /** Fails the worker's texts, and its whole lane if it was the lane's last worker. The next call starts a new one. */
  function remove(worker: PoolWorker, cause: Error) {
    if (!workers.includes(worker)) return
    workers = workers.filter((other) => other !== worker)
    if (isClosed) return
    log.error({ err: cause, lane: worker.lane }, 'an embedding worker failed')
    const error = new AppError('unavailable', 'The embedding model stopped working; try again.', { cause })
    for (const text of worker.inFlight) text.fail(error)
    if (workers.some(({ lane }) => lane === worker.lane)) return
    queues[worker.lane].failAll(error)
    if (worker.lane === 'bulk') queues.background.failAll(error)
  }

  function dispatch() {
    for (const worker of workers) {
      if (worker.state !== 'idle' || isClosed) continue
      let texts = queues.interactive.take(maxMessageCharacters.interactive)
      for (const queue of worker.lane === 'bulk' ? [queues.bulk, queues.background] : []) {
        if (texts.length === 0) texts = queue.take(maxMessageCharacters.bulk)
      }
      if (texts.length === 0) continue
      worker.inFlight = texts
      worker.state = 'busy'
      worker.thread.postMessage(texts.map(({ text }) => text))
    }
  }

  function ensureWorkers(lane: EmbeddingLane) {
    const size = lane === 'bulk' ? bulkThreads : 1
    while (workers.filter((worker) => worker.lane === lane).length < size) spawn(lane)
  }

  return {
    async ready() {
      ensureWorkers('interactive')
      await workers.find(({ lane }) => lane === 'interactive')?.ready
    },
    embed(texts, priority, signal) {
      if (isClosed) return Promise.reject(closedError())
      const vectors = queues[priority].add(texts, signal)
      if (texts.length > 0) ensureWorkers(priority === 'interactive' ? 'interactive' : 'bulk')
      dispatch()
      return vectors
    },
    async close() {
      if (isClosed) return
      isClosed = true
      const closing = workers
      for (const { thread, inFlight } of closing) {
        for (const text of inFlight) text.fail(closedError())
        thread.postMessage('close')
      }
      for (const queue of Object.values(queues)) queue.failAll(closedError())
      await Promise.all(closing.map(({ exited }) => exited))
    },
  }
}

/** Characters per message to a worker: large enough to hide the messaging cost, small enough to keep the lanes fair. */
const maxMessageCharacters: Record<EmbeddingLane, number> = { interactive: 250, bulk: 2_000 }

interface PoolWorker {
  lane: EmbeddingLane
  thread: EmbeddingWorkerThread
  state: 'starting' | 'idle' | 'busy'
  inFlight: QueuedText[]
  ready: Promise<void>
  exited: Promise<void>
}

function settleInFlight(worker: PoolWorker, message: EmbeddingWorkerResponse, dimensions: number): void {
  const texts = worker.inFlight
  worker.inFlight = []
  if (message === 'ready') return
  if ('error' in message) {
    const error = new AppError('internal', 'A text could not be embedded.', { cause: message.error })
    for (const text of texts) text.fail(error)
    return
  }
  let start = 0
  for (const [i, queued] of texts.entries()) {
    const count = typeof queued.text === 'string' ? undefined : queued.text.sentences.length * dimensions
    // Copies: a view would keep all vectors of the message in memory.
    queued.deliver({
      vector: message.vectors.slice(i * dimensions, (i + 1) * dimensions),
      sentenceVectors: count === undefined ? undefined : message.sentences.slice(start, start + count),
    })
    start += count ?? 0
  }
}

function closedError() {
  return new AppError('unavailable', 'The embedding model was shut down.')
}
