import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../start-worker.ts'

/** The thread ended before it answered: the database has to answer instead. */
export class WorkerExitedError extends Error {}

/** A client of a worker thread that answers requests in their order. */
export interface WorkerClient<Request, Reply> {
  /** Starts the thread; further calls do nothing. */
  start(): void
  readonly isStarted: boolean
  /** Rejects with a `WorkerExitedError` if the thread has exited, or exits before it answers. */
  request<T extends Reply>(request: Request): Promise<T>
  hasExited(): boolean
  close(): Promise<void>
}

export function createWorkerClient<Request, Reply>(name: `${string}-worker`): WorkerClient<Request, Reply> {
  const pending: { resolve: (reply: never) => void; reject: (error: unknown) => void }[] = []
  let worker: Worker | undefined
  let hasExited = false
  /** The error that ended the thread, where there is one. */
  let cause: unknown
  const exitedError = () => new WorkerExitedError(`The worker ${name} has exited.`, { cause })
  return {
    start() {
      if (worker) return
      worker = startWorker(name, undefined)
      worker.unref()
      worker.on('message', (reply) => pending.shift()?.resolve(reply as never))
      // Always followed by 'exit'.
      worker.on('error', (error) => {
        cause = error
      })
      worker.on('exit', () => {
        hasExited = true
        for (const { reject } of pending.splice(0)) reject(exitedError())
      })
    },
    get isStarted() {
      return worker !== undefined
    },
    request: <T extends Reply>(request: Request) =>
      new Promise<T>((resolve, reject) => {
        // A message to an exited thread is dropped without an error.
        if (!worker || hasExited) return reject(exitedError())
        pending.push({ resolve, reject })
        worker.postMessage(request)
      }),
    hasExited: () => hasExited,
    async close() {
      await worker?.terminate()
    },
  }
}
