import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { codeDirectory, isRunningFromSource } from './installation.ts'

/**
 * Starts the worker thread whose file is named from src/ on, without its ending: `startWorker('ingest/x-worker', data)`.
 * From a build it is a JavaScript file. From source it is TypeScript, which Node 20 reads only with tsx registered
 * inside the thread itself.
 */
export function startWorker(
  name: `${string}-worker`,
  workerData: unknown,
  resourceLimits: WorkerOptions['resourceLimits'] = {},
): Worker {
  const options = { workerData, resourceLimits: { ...defaultResourceLimits, ...resourceLimits } }
  if (!isRunningFromSource) return new Worker(new URL(`${name}.js`, codeDirectory), options)
  const file = JSON.stringify(new URL(`${name}.ts`, codeDirectory).href)
  const tsx = JSON.stringify(resolveTsx('tsx/esm/api'))
  return new Worker(`import(${tsx}).then(({ register }) => { register(); return import(${file}) })`, {
    ...options,
    eval: true,
  })
}

/** What is short-lived in a thread may fill so much: by itself it would grow to 48 MB in each of them, for little speed. */
const defaultResourceLimits = { maxYoungGenerationSizeMb: 12 }

/** Runs such a file to its end in a process of its own, whose memory goes when it does. What it says on stderr is why it failed. */
export async function runInChildProcess(name: `${string}-worker`, argument: string): Promise<void> {
  const file = fileURLToPath(new URL(`${name}.${isRunningFromSource ? 'ts' : 'js'}`, codeDirectory))
  const registered = isRunningFromSource ? ['--import', resolveTsx('tsx')] : []
  try {
    await promisify(execFile)(process.execPath, [...registered, file, argument])
  } catch (cause) {
    throw new Error((cause as { stderr?: string }).stderr?.trim() || String(cause), { cause })
  }
}

function resolveTsx(entry: string): string {
  return import.meta.resolve?.(entry) ?? entry
}
