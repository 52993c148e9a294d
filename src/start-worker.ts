import { Worker, type WorkerOptions } from 'node:worker_threads'

const isSource = import.meta.url.endsWith('.ts')

/**
 * Starts the worker thread whose file is named without its ending: `startWorker('./x-worker', import.meta.url, data)`.
 * From a build it is a JavaScript file. From source it is TypeScript, which Node 20 reads only with tsx registered
 * inside the thread itself.
 */
export function startWorker(
  name: string,
  from: string,
  workerData: unknown,
  options: Pick<WorkerOptions, 'resourceLimits'> = {},
): Worker {
  if (!isSource) return new Worker(new URL(`${name}.js`, from), { ...options, workerData })
  const file = JSON.stringify(new URL(`${name}.ts`, from).href)
  const tsx = JSON.stringify(import.meta.resolve?.('tsx/esm/api') ?? 'tsx/esm/api')
  return new Worker(`import(${tsx}).then(({ register }) => { register(); return import(${file}) })`, {
    ...options,
    eval: true,
    workerData,
  })
}
