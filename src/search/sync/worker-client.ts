import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../start-worker.ts'

/** A client of a worker thread that answers requests in their order. */
export interface WorkerClient<Request, Reply> {
  /** Starts the thread; further calls do nothing. */
  start(): void
  readonly isStarted: boolean
  request<T extends Reply>(request: Request): Promise<T>
  hasExited(): boolean
  close(): Promise<void>
}

export function createWorkerClient<Request, Reply>(name: `${string}-worker`): WorkerClient<Request, Reply> {
  const pending: { resolve: (reply: never) => void; reject: (error: unknown) => void }[] = []
  const fail = (error: unknown) => {
    for (const { reject } of pending.splice(0)) reject(error)
  }
  let worker: Worker | undefined
  let hasExited = false
  return {
    start() {
      if (worker) return
      worker = startWorker(name, undefined)
      worker.unref()
      worker.on('message', (reply) => pending.shift()?.resolve(reply as never))
      worker.on('error', fail)
      worker.on('exit', () => {
        hasExited = true
        fail(new Error(`The worker ${name} has exited.`))
      })
    },
    get isStarted() {
      return worker !== undefined
    },
    request: <T extends Reply>(request: Request) =>
      new Promise<T>((resolve, reject) => {
        pending.push({ resolve, reject })
        worker?.postMessage(request)
      }),
    hasExited: () => hasExited,
    async close() {
      await worker?.terminate()
    },
  }
}
