import { readdirSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { startWorker } from '../start-worker.ts'
import type { ReadLimits } from './file-text.ts'
import type { ParseJob, ParseMessage, ParseResult } from './parse-file-worker.ts'

// The child process that reads files for file-reader.ts. A worker thread parses, so that this thread can watch memory and
// time while a parser is busy. When a limit is exceeded, the process ends itself: only that returns the memory, because
// `resourceLimits` of a worker do not cover ArrayBuffers.

/** The parent sends this, then `sizeBytes` bytes to the standard input. */
export interface ReadJob extends ProcessLimits {
  name: string
  sizeBytes: number
  limits: ReadLimits
  /** Text recognition, with the limits that hold once it has begun; undefined: it is off. */
  ocr?: (ProcessLimits & { languages: readonly string[] }) | undefined
}

export interface ProcessLimits {
  memoryBytes: number
  cpuMs: number
  wallMs: number
}

export type FileProcessMessage =
  | { type: 'ready' }
  | { type: 'parsed'; result: ParseResult; peakBytes: number; residentBytes: number }
  /** The last message: the process ends itself. */
  | { type: 'exceeded'; reason: 'timeout' | 'memory'; peakBytes: number }

const watchIntervalMs = 20
/** A nice value (0 is the usual one, 19 the lowest priority): answers go first. */
const lowPriority = 12

// Also after kill -9 of the parent, when nobody else could end this process. A busy parser could delay process.exit().
process.on('disconnect', endNow)
// The parent can have ended while this file was loaded.
if (!process.connected) endNow()
lowerPriority()
preferAsOutOfMemoryVictim()

let job: (ReadJob & { bytes: Uint8Array<ArrayBuffer>; received: number }) | undefined
let watch: NodeJS.Timeout | undefined
let processLimits: ProcessLimits
let peakBytes = 0
const thread = startParser()

process.on('message', (message: ReadJob) => {
  job = { ...message, bytes: new Uint8Array(message.sizeBytes), received: 0 }
  peakBytes = 0
  processLimits = message
  startWatching()
})
process.stdin.on('data', (chunk: Buffer) => {
  if (!job) return
  job.bytes.set(chunk, job.received)
  job.received += chunk.length
  if (job.received < job.sizeBytes) return
  const { name, limits, bytes, ocr } = job
  thread.postMessage({ name, limits, bytes, ocrLanguages: ocr?.languages } satisfies ParseJob, [bytes.buffer])
})

function startParser(): Worker {
  // Without an own limit, the heap's default limit on a large machine lies far above the resident memory allowed here.
  const worker = startWorker('files/parse-file-worker', undefined, { maxOldGenerationSizeMb: 1024, stackSizeMb: 4 })
  worker.on('message', (message: ParseMessage) => {
    if (message === 'ready') send({ type: 'ready' })
    else if (message === 'recognizing') processLimits = job?.ocr ?? processLimits
    else finish(message)
  })
  worker.on('error', (error: Error & { code?: string }) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') exceed('memory')
    else process.stderr.write(`${error.stack}\n`, endNow)
  })
  return worker
}

function startWatching(): void {
  const cpuBefore = process.cpuUsage()
  const startedAt = performance.now()
  watch = setInterval(() => {
    const { memoryBytes, cpuMs, wallMs } = processLimits
    const residentBytes = process.memoryUsage.rss()
    peakBytes = Math.max(peakBytes, residentBytes)
    const { user, system } = process.cpuUsage(cpuBefore)
    if (residentBytes > memoryBytes) exceed('memory')
    else if ((user + system) / 1000 > cpuMs || performance.now() - startedAt > wallMs) exceed('timeout')
  }, watchIntervalMs)
}

function finish(result: ParseResult): void {
  clearInterval(watch)
  job = undefined
  const residentBytes = process.memoryUsage.rss()
  send({ type: 'parsed', result, peakBytes: Math.max(peakBytes, residentBytes), residentBytes })
}

function exceed(reason: 'timeout' | 'memory'): void {
  clearInterval(watch)
  process.send?.({ type: 'exceeded', reason, peakBytes } satisfies FileProcessMessage, endNow)
}

function send(message: FileProcessMessage): void {
  process.send?.(message)
}

function endNow(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** On Linux a priority belongs to a thread, and threads that V8 has started keep theirs. */
function lowerPriority(): void {
  try {
    if (process.platform !== 'linux') setPriority(lowPriority)
    else for (const id of readdirSync('/proc/self/task')) setPriority(Number(id), lowPriority)
  } catch {
    // Reading goes on at the usual priority.
  }
}

/** If the machine or the container runs out of memory, the kernel should end this process and not the service. */
function preferAsOutOfMemoryVictim(): void {
  try {
    if (process.platform === 'linux') writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // Not allowed in some sandboxes.
  }
}
