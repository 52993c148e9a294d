import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { EmbedPriority, PassageVectors } from './embedder.ts'
import { createEmbeddingQueue, type EmbeddingInput, type QueuedText } from './embedding-queue.ts'
import type { EmbeddingWorkerRequest, EmbeddingWorkerResponse } from './embedding-worker.ts'

export type EmbeddingLane = 'interactive' | 'bulk'

/** The part of a worker thread that is used here. */
export interface EmbeddingWorkerThread {
  postMessage(message: EmbeddingWorkerRequest): void
  on(event: 'message', listener: (message: EmbeddingWorkerResponse) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export interface EmbeddingPool {
  /** Resolves when the thread for interactive texts has loaded the model. */
  ready(): Promise<void>
  embed(
    texts: readonly EmbeddingInput[],
    priority: EmbedPriority,
    signal?: AbortSignal,
  ): Promise<PassageVectors[]>
  close(): Promise<void>
}

/**
 * Shares texts out among threads. One thread is kept for interactive texts; the others start with the first
 * bulk text and take interactive ones first too, and those of the background last.
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
  const waiting = {
    interactive: createEmbeddingQueue(),
    bulk: createEmbeddingQueue(),
    background: createEmbeddingQueue(),
  }
  let crew: PoolWorker[] = []
  let isClosed = false

  function hire(lane: EmbeddingLane): PoolWorker {
    const thread = startThread(lane)
    const exited = new Promise<void>((resolve) => thread.on('exit', () => resolve()))
    const member: PoolWorker = {
      lane,
      thread,
      state: 'starting',
      inFlight: [],
      ready: waitForModelLoad(thread),
      exited,
    }
    crew.push(member)
    thread.on('message', (message) => {
      settleInFlight(member, message, dimensions)
      member.state = 'idle'
      handOut()
    })
    thread.on('error', (error) => dismiss(member, error))
    thread.on('exit', (code) => dismiss(member, new Error(`The embedding thread ended with code ${code}`)))
    return member
  }

  /** A dead thread takes its texts with it, and all of its lane when it was the last there. The next call starts another. */
  function dismiss(member: PoolWorker, cause: Error) {
    if (!crew.includes(member)) return
    crew = crew.filter((other) => other !== member)
    if (isClosed) return
    log.error({ err: cause, lane: member.lane }, 'an embedding thread failed')
    const error = new AppError('unavailable', 'The embedding model stopped working; try again.', { cause })
    for (const text of member.inFlight) text.fail(error)
    if (crew.some(({ lane }) => lane === member.lane)) return
    waiting[member.lane].failAll(error)
    if (member.lane === 'bulk') waiting.background.failAll(error)
  }

  function handOut() {
    for (const member of crew) {
      if (member.state !== 'idle' || isClosed) continue
      let texts = waiting.interactive.take(MAX_MESSAGE_CHARACTERS.interactive)
      for (const queue of member.lane === 'bulk' ? [waiting.bulk, waiting.background] : []) {
        if (texts.length === 0) texts = queue.take(MAX_MESSAGE_CHARACTERS.bulk)
      }
      if (texts.length === 0) continue
      member.inFlight = texts
      member.state = 'busy'
      member.thread.postMessage(texts.map(({ text }) => text))
    }
  }

  function staff(lane: EmbeddingLane) {
    const wanted = lane === 'bulk' ? bulkThreads : 1
    while (crew.filter((member) => member.lane === lane).length < wanted) hire(lane)
  }

  return {
    async ready() {
      staff('interactive')
      await crew.find(({ lane }) => lane === 'interactive')?.ready
    },
    embed(texts, priority, signal) {
      if (isClosed) return Promise.reject(closedError())
      const vectors = waiting[priority].add(texts, signal)
      if (texts.length > 0) staff(priority === 'interactive' ? 'interactive' : 'bulk')
      handOut()
      return vectors
    },
    async close() {
      if (isClosed) return
      isClosed = true
      const leaving = crew
      for (const { thread, inFlight } of leaving) {
        for (const text of inFlight) text.fail(closedError())
        thread.postMessage('close')
      }
      for (const queue of Object.values(waiting)) queue.failAll(closedError())
      await Promise.all(leaving.map(({ exited }) => exited))
    },
  }
}

/** One message to a thread: enough that the way to and fro does not count, little enough that turns stay short. */
const MAX_MESSAGE_CHARACTERS: Record<EmbeddingLane, number> = { interactive: 250, bulk: 2_000 }

interface PoolWorker {
  lane: EmbeddingLane
  thread: EmbeddingWorkerThread
  state: 'starting' | 'idle' | 'busy'
  /** What it is computing now. */
  inFlight: QueuedText[]
  ready: Promise<void>
  exited: Promise<void>
}

function waitForModelLoad(thread: EmbeddingWorkerThread): Promise<void> {
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (cause?: unknown) =>
      reject(new AppError('unavailable', 'The embedding model could not be loaded.', { cause }))
    thread.on('message', () => resolve())
    thread.on('error', fail)
    thread.on('exit', () => fail())
  })
  // Only ready() waits for it; texts are told of a failure in any case.
  ready.catch(() => {})
  return ready
}

function settleInFlight(member: PoolWorker, message: EmbeddingWorkerResponse, dimensions: number): void {
  const texts = member.inFlight
  member.inFlight = []
  if (message === 'ready') return
  if ('error' in message) {
    const error = new AppError('internal', 'A text could not be embedded.', { cause: message.error })
    for (const text of texts) text.fail(error)
    return
  }
  let partsFrom = 0
  for (const [i, queued] of texts.entries()) {
    const count = typeof queued.text === 'string' ? undefined : queued.text.sentences.length * dimensions
    // Copies: a vector that is kept must not keep its neighbours.
    queued.deliver({
      vector: message.vectors.slice(i * dimensions, (i + 1) * dimensions),
      sentenceVectors:
        count === undefined ? undefined : message.sentences.slice(partsFrom, partsFrom + count),
    })
    partsFrom += count ?? 0
  }
}

function closedError() {
  return new AppError('unavailable', 'The embedding model was shut down.')
}
