import { Worker, type WorkerOptions } from 'node:worker_threads'
import { codeFolder, isSource } from './installation.ts'

/**
 * Starts the worker thread whose file is named from src/ on, without its ending: `startWorker('ingest/x-worker', data)`.
 * From a build it is a JavaScript file. From source it is TypeScript, which Node 20 reads only with tsx registered
 * inside the thread itself.
 */
export function startWorker(
  name: `${string}-worker`,
  workerData: unknown,
  options: Pick<WorkerOptions, 'resourceLimits'> = {},
): Worker {
  if (!isSource) return new Worker(new URL(`${name}.js`, codeFolder), { ...options, workerData })
  const file = JSON.stringify(new URL(`${name}.ts`, codeFolder).href)
  const tsx = JSON.stringify(import.meta.resolve?.('tsx/esm/api') ?? 'tsx/esm/api')
  return new Worker(`import(${tsx}).then(({ register }) => { register(); return import(${file}) })`, {
    ...options,
    eval: true,
    workerData,
  })
}
