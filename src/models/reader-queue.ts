import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import type { BulkPause } from './bulk-pause.ts'
import type { PassageText } from './embedder.ts'
import { waitForModelLoad } from './inference-thread.ts'
import type { Reader, Reading } from './reader.ts'
import type { ReaderWorkerRequest, ReaderWorkerResponse } from './reader-worker.ts'

/** The subset of `Worker` that the queue uses. */
export interface ReaderThread {
  postMessage(message: ReaderWorkerRequest): void
  on(event: 'message', listener: (message: ReaderWorkerResponse) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
}

export interface ReaderQueue extends Pick<Reader, 'passageBudget' | 'read' | 'close'> {
  /** Resolves when the thread has loaded the model. */
  ready(): Promise<void>
}

/** Gives the questions to a thread one after the other, in the order of their arrival; meanwhile bulk embedding waits. */
export function createReaderQueue({
  startThread,
  pause,
  log,
}: {
  startThread: () => ReaderThread
  pause: Pick<BulkPause, 'begin' | 'end'>
  log: Pick<Logger, 'error'>
}): ReaderQueue {
  let running: RunningThread | undefined
  let inFlight: PendingRead | undefined
  let waiting: PendingRead[] = []
  let isClosed = false

  function start(): RunningThread {
    const thread = startThread()
    const started: RunningThread = {
      thread,
      ready: waitForModelLoad(thread, 'The reader model could not be loaded.'),
      exited: new Promise((resolve) => thread.on('exit', () => resolve())),
    }
    thread.on('message', settleInFlight)
    thread.on('error', (error) => remove(started, error))
    thread.on('exit', (code) => remove(started, new Error(`The reader worker exited with code ${code}`)))
    return started
  }

  /** Fails all questions of a thread that has stopped; the next question starts a new one. */
  function remove(stopped: RunningThread, cause: Error): void {
    if (running !== stopped) return
    running = undefined
    if (isClosed) return
    const error = new AppError('unavailable', 'The reader model stopped working; try again.', { cause })
    const failed = takeAll()
    // Otherwise each failed question carries the error to its caller.
    if (failed.length === 0) log.error({ err: cause }, 'the reader worker stopped; the next question starts it again')
    for (const { reject } of failed) reject(error)
  }

  function takeAll(): PendingRead[] {
    const read = takeInFlight()
    const all = read ? [read, ...waiting] : waiting
    waiting = []
    return all
  }

  function takeInFlight(): PendingRead | undefined {
    const read = inFlight
    inFlight = undefined
    if (read) pause.end()
    return read
  }

  function settleInFlight(message: ReaderWorkerResponse): void {
    if (message === 'ready') return
    const read = takeInFlight()
    if ('readings' in message) read?.resolve(message.readings)
    else read?.reject(new AppError('internal', 'A passage could not be read.', { cause: message.error }))
    dispatch()
  }

  function dispatch(): void {
    if (inFlight) return
    inFlight = waiting.shift()
    if (!inFlight) return
    pause.begin()
    running ??= start()
    running.thread.postMessage({ question: inFlight.question, passages: inFlight.passages })
  }

  return {
    get passageBudget() {
      const pending = waiting.length + (inFlight ? 1 : 0)
      return Math.max(minPassages, Math.floor(maxPassages / (1 + pending)))
    },
    async ready() {
      running ??= start()
      await running.ready
    },
    async read(question, passages, signal) {
      if (isClosed) throw closedError()
      signal?.throwIfAborted()
      if (passages.length === 0) return []
      // An answer reads many times with one signal.
      let stopListening = () => {}
      const reading = new Promise<Reading[]>((resolve, reject) => {
        const read = { question, passages, resolve, reject }
        const onAbort = () => {
          // One that the thread is reading keeps its turn until the thread has finished.
          waiting = waiting.filter((other) => other !== read)
          reject(signal?.reason)
        }
        waiting.push(read)
        signal?.addEventListener('abort', onAbort)
        stopListening = () => signal?.removeEventListener('abort', onAbort)
        dispatch()
      })
      return reading.finally(stopListening)
    },
    async close() {
      if (isClosed) return
      isClosed = true
      for (const { reject } of takeAll()) reject(closedError())
      running?.thread.postMessage('close')
      await running?.exited
    },
  }
}

interface RunningThread {
  thread: ReaderThread
  ready: Promise<void>
  exited: Promise<void>
}

interface PendingRead {
  question: string
  passages: readonly PassageText[]
  resolve(readings: Reading[]): void
  reject(error: unknown): void
}

export const maxPassages = 12
const minPassages = 3

function closedError() {
  return new AppError('unavailable', 'The reader model was shut down.')
}
