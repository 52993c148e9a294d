import type { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { startWorker } from '../start-worker.ts'
import { startThreadDeadline, type ThreadReady } from '../thread-deadline.ts'
import { type IngestedDocument, type IngestInput, ingestTitleOnly } from './ingest-document.ts'
import type { IngestJob } from './ingest-worker.ts'

export interface IngestPool {
  /** Never rejects because of the content; only if the pool is closed or cannot start a worker. */
  ingest(input: IngestInput): Promise<IngestedDocument>
  close(): Promise<void>
}

interface Task {
  input: IngestInput
  /** Each failure makes the next attempt simpler: parser, plain text, title only. */
  asPlainText: boolean
  resolve(document: IngestedDocument): void
  reject(error: Error): void
}

interface WorkerSlot {
  worker: Worker
  /** Undefined until the worker has started. */
  ready: ThreadReady | undefined
  task: Task | undefined
  cancelDeadline: () => void
}

/**
 * Reads documents in worker threads, so that a slow one stalls neither the caller nor the others. A job that uses
 * more processor time than `deadlineMs` loses its worker and is read again as plain text.
 */
export function createIngestPool({
  size,
  deadlineMs,
  start = startIngestWorker,
}: {
  size: number
  deadlineMs: number
  /** Starts a worker; tests pass one that stalls. */
  start?: () => Worker
}): IngestPool {
  const slots: WorkerSlot[] = []
  const waiting: Task[] = []
  let isClosed = false

  function dispatch(): void {
    while (waiting.length > 0) {
      const slot = slots.find((candidate) => candidate.ready && candidate.task === undefined)
      if (slot?.ready === undefined) {
        const starting = slots.filter((candidate) => !candidate.ready).length
        if (slots.length < size && starting < waiting.length) addWorker()
        else return
      } else assign(slot, slot.ready, waiting.shift()!)
    }
  }

  function addWorker(): void {
    const worker = start()
    const slot: WorkerSlot = { worker, ready: undefined, task: undefined, cancelDeadline: () => {} }
    slots.push(slot)
    worker.on('message', (message: IngestedDocument | ThreadReady) => {
      if ('type' in message) {
        slot.ready = message
        // An idle pool must not keep the process alive.
        if (waiting.length === 0) worker.unref()
      } else finish(slot, message)
      dispatch()
    })
    worker.on('error', (error) => fail(slot, error))
    worker.on('exit', () => fail(slot, new Error('the ingest worker stopped')))
  }

  function assign(slot: WorkerSlot, ready: ThreadReady, task: Task): void {
    slot.task = task
    slot.worker.ref()
    const onExceeded = () => fail(slot, new Error('deadline'))
    slot.cancelDeadline = startThreadDeadline(ready, { cpuMs: deadlineMs, onExceeded })
    slot.worker.postMessage({ input: task.input, asPlainText: task.asPlainText } satisfies IngestJob)
  }

  function finish(slot: WorkerSlot, document: IngestedDocument): void {
    slot.cancelDeadline()
    slot.task?.resolve(document)
    slot.task = undefined
    slot.worker.unref()
  }

  /** Discards a worker that exceeded the deadline, ran out of memory or crashed, and retries its job in a simpler way. */
  function fail(slot: WorkerSlot, error: Error): void {
    const position = slots.indexOf(slot)
    if (position < 0) return
    slots.splice(position, 1)
    slot.cancelDeadline()
    const { task, worker, ready } = slot
    worker.terminate().catch(() => undefined)
    if (task?.asPlainText) task.resolve(ingestTitleOnly(task.input.title))
    else if (task !== undefined) waiting.unshift({ ...task, asPlainText: true })
    // If workers fail to start, waiting longer does not help.
    if (!ready && slots.length === 0)
      for (const waitingTask of waiting.splice(0)) waitingTask.reject(unavailable(error))
    dispatch()
  }

  return {
    ingest(input) {
      if (isClosed) return Promise.reject(unavailable())
      return new Promise((resolve, reject) => {
        waiting.push({ input, asPlainText: false, resolve, reject })
        dispatch()
      })
    },
    async close() {
      isClosed = true
      const open = slots.splice(0)
      for (const { cancelDeadline } of open) cancelDeadline()
      for (const task of [...waiting.splice(0), ...open.flatMap((slot) => slot.task ?? [])]) task.reject(unavailable())
      await Promise.all(open.map(({ worker }) => worker.terminate()))
    },
  }
}

function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'Documents cannot be processed at the moment. Try again later.', {
    cause,
  })
}

function startIngestWorker(): Worker {
  return startWorker('ingest/ingest-worker', undefined, { maxOldGenerationSizeMb: 512 })
}
