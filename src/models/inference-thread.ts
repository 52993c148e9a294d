import type { Worker } from 'node:worker_threads'
import { AppError } from '../errors.ts'
import { startWorker } from '../start-worker.ts'
import { createInferenceLock, inferenceLockBytes } from './inference-lock.ts'
import type { ModelFile } from './model-files.ts'

/** What every worker that runs a model gets. */
export interface InferenceSettings {
  model: ModelFile
  /** Where the model is looked for first; '' for the one that ships with the product. */
  modelDir: string
  lockMemory: SharedArrayBuffer
}

/** Starts a worker that runs a model. An exit of the process waits for its current inference. */
export function startInferenceThread<Settings extends InferenceSettings>(
  name: `${string}-worker`,
  settings: Omit<Settings, 'lockMemory'>,
): Worker {
  const lockMemory = new SharedArrayBuffer(inferenceLockBytes)
  const worker = startWorker(name, { ...settings, lockMemory })
  const onProcessExit = () => createInferenceLock(lockMemory).closeAndWait(maxInferenceMs)
  process.on('exit', onProcessExit)
  worker.on('exit', () => process.off('exit', onProcessExit))
  return worker
}

/** The events of a worker that tell whether it has loaded its model. */
interface LoadingThread {
  on(event: 'message', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: () => void): unknown
}

/** Resolves with the thread's first message, and rejects if the thread ends before it. */
export function waitForModelLoad(thread: LoadingThread, failureMessage: string): Promise<void> {
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (cause?: unknown) =>
      reject(new AppError('unavailable', findUnavailableMessage(cause) ?? failureMessage, { cause }))
    thread.on('message', () => resolve())
    thread.on('error', fail)
    thread.on('exit', () => fail())
  })
  // Callers may not await it: requests of a thread that ends are failed separately.
  ready.catch(() => {})
  return ready
}

/** Returns the message of an `AppError` of another thread: it arrives as an error with the same fields. */
function findUnavailableMessage(error: unknown): string | undefined {
  return error instanceof Error && (error as Partial<AppError>).code === 'unavailable' ? error.message : undefined
}

/** Far longer than loading a model or one inference. */
const maxInferenceMs = 2_000
