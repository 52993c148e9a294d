import { type ChildProcess, execFile, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { codeDirectory, isRunningFromSource } from './installation.ts'

/**
 * Starts a worker thread. `name` is its file relative to src/, without extension: `startWorker('ingest/x-worker', data)`.
 * A build has a JavaScript file there. From source it is TypeScript, which Node 20 reads only with tsx registered inside
 * the thread.
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

/** The default would let the young generation of each thread grow to 48 MB, for little speed. */
const defaultResourceLimits = { maxYoungGenerationSizeMb: 12 }

/** Runs such a file in a child process until it exits, which frees its memory. Fails with the text that it writes to stderr. */
export async function runInChildProcess(name: `${string}-worker`, argument: string): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [...tsxArguments(), codeFile(name), argument])
  } catch (cause) {
    throw new Error((cause as { stderr?: string }).stderr?.trim() || String(cause), { cause })
  }
}

/**
 * Starts such a file as a child process that exchanges messages with this one; `stdin` and `stderr` are pipes. It gets
 * nothing of this process's environment, so that a parser that is taken over finds no secret there.
 */
export function startChildProcess(name: `${string}-worker`): ChildProcess {
  return fork(codeFile(name), [], {
    execArgv: [...tsxArguments(), '--max-semi-space-size=4', '--v8-pool-size=1'],
    // The same file gives the same dates on every machine.
    env: { TZ: 'UTC' },
    serialization: 'advanced',
    stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
  })
}

function codeFile(name: `${string}-worker`): string {
  return fileURLToPath(new URL(`${name}.${isRunningFromSource ? 'ts' : 'js'}`, codeDirectory))
}

function tsxArguments(): string[] {
  return isRunningFromSource ? ['--import', resolveTsx('tsx')] : []
}

function resolveTsx(entry: string): string {
  return import.meta.resolve?.(entry) ?? entry
}
