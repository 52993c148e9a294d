import type { Worker } from 'node:worker_threads'
import { startWorker } from '../../start-worker.ts'

/** A thread that holds something, and answers in the order in which it is asked. */
export interface WorkerClient<Request, Reply> {
  /** Started with the first thing to hold: many a store has none. */
  start(): void
  readonly isStarted: boolean
  request<T extends Reply>(request: Request): Promise<T>
  hasExited(): boolean
  close(): Promise<void>
}

export function createWorkerClient<Request, Reply>(name: `${string}-worker`): WorkerClient<Request, Reply> {
  const waiting: { resolve: (reply: never) => void; reject: (error: unknown) => void }[] = []
  const fail = (error: unknown) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  }
  let worker: Worker | undefined
  let hasEnded = false
  return {
    start() {
      if (worker) return
      worker = startWorker(name, undefined)
      worker.unref()
      worker.on('message', (reply) => waiting.shift()?.resolve(reply as never))
      worker.on('error', fail)
      worker.on('exit', () => {
        hasEnded = true
        fail(new Error(`The thread ${name} has ended.`))
      })
    },
    get isStarted() {
      return worker !== undefined
    },
    request: <T extends Reply>(request: Request) =>
      new Promise<T>((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker?.postMessage(request)
      }),
    hasExited: () => hasEnded,
    async close() {
      await worker?.terminate()
    },
  }
}
