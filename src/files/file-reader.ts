import type { ChildProcess } from 'node:child_process'
import { AppError } from '../errors.ts'
import { type FileProcess, type RunEnd, startFileProcess } from './file-process.ts'
import {
  defaultReadLimits,
  type FileText,
  type ReadLimits,
  UnreadableFileError,
  type UnreadableReason,
} from './file-text.ts'

/** Reads files of any format in a child process, so that a hostile or broken file harms nothing else. */
export interface FileReader {
  /**
   * Returns the text of a file; its content decides over its name. Waits while other files are read. Throws
   * UnreadableFileError with the reason, and AppError `unavailable` if too many files wait or the reader is closed.
   */
  read(bytes: Uint8Array, options: { name: string; signal?: AbortSignal }): Promise<FileText>
  close(): Promise<void>
}

/** Describes a file that was read or not, for measurements. */
export interface FileReading {
  name: string
  sizeBytes: number
  outcome: 'read' | UnreadableReason
  durationMs: number
  /** Highest resident memory of the child process meanwhile. */
  peakBytes: number
}

export interface FileReaderOptions {
  limits?: ReadLimits
  /** Resident memory of a child process. */
  memoryBytes?: number
  /** Processor time for a file. The wall clock allows twice as much, for a busy machine. */
  timeoutMs?: number
  /** Languages in which text in pictures is recognized, such as `eng`; absent: it is not. */
  ocrLanguages?: readonly string[] | undefined
  /** Child processes; each reads one file at a time. */
  size?: number
  /** How long an unused child process is kept. */
  idleMs?: number
  /** Size of all waiting files above which further ones are refused. */
  maxWaitingBytes?: number
  onRead?(reading: FileReading): void
  /** Starts a child process; tests pass their own. */
  start?: () => ChildProcess
}

interface Task {
  bytes: Uint8Array
  name: string
  signal: AbortSignal | undefined
  resolve(text: FileText): void
  reject(error: unknown): void
}

const megabyte = 1024 * 1024
/** Text recognition takes seconds for a page and keeps its language data in memory. */
const ocrLimits = { memoryBytes: 1200 * megabyte, cpuMs: 600_000, wallMs: 1_200_000 }

/** Starts nothing before the first file. */
export function createFileReader({
  limits = defaultReadLimits,
  memoryBytes = 600 * megabyte,
  timeoutMs = 60_000,
  ocrLanguages,
  size = 1,
  idleMs = 60_000,
  maxWaitingBytes = 256 * megabyte,
  onRead,
  start,
}: FileReaderOptions = {}): FileReader {
  const processLimits = { memoryBytes, cpuMs: timeoutMs, wallMs: 5 * timeoutMs }
  const ocr = ocrLanguages && { languages: ocrLanguages, ...ocrLimits }
  const waiting: Task[] = []
  const slots = Array.from({ length: size }, createSlot)
  let isClosed = false

  /** Reads waiting files with one child process, which is started when it is needed. */
  function createSlot() {
    let child: FileProcess | undefined
    let isBusy = false
    let idleTimer: NodeJS.Timeout | undefined

    async function drain(): Promise<void> {
      isBusy = true
      clearTimeout(idleTimer)
      for (let task = waiting.shift(); task; task = waiting.shift()) await readTask(task)
      isBusy = false
      idleTimer = setTimeout(end, idleMs).unref()
    }

    async function readTask({ bytes, name, signal, resolve, reject }: Task): Promise<void> {
      if (signal?.aborted) return reject(signal.reason)
      if (!child?.isAlive()) child = startFileProcess(start)
      const running = child
      const abort = () => void running.end()
      signal?.addEventListener('abort', abort)
      const startedAt = performance.now()
      const job = { name, sizeBytes: bytes.length, limits, ...processLimits, ocr }
      const runEnd = await running.run(job, bytes)
      signal?.removeEventListener('abort', abort)
      // Memory that a large file took rarely comes back, and would count against the next one.
      if (runEnd.type !== 'parsed' || runEnd.residentBytes > memoryBytes / 2) await running.end()

      const error = signal?.aborted ? signal.reason : isClosed ? unavailable() : toError(runEnd)
      if (!error && runEnd.type === 'parsed' && 'text' in runEnd.result) resolve(runEnd.result.text)
      else reject(error)
      if (error && !(error instanceof UnreadableFileError)) return
      onRead?.({
        name,
        sizeBytes: bytes.length,
        outcome: error ? error.reason : 'read',
        durationMs: performance.now() - startedAt,
        peakBytes: runEnd.type === 'died' ? 0 : runEnd.peakBytes,
      })
    }

    async function end(): Promise<void> {
      clearTimeout(idleTimer)
      await child?.end()
    }

    return { isBusy: () => isBusy, drain, end }
  }

  return {
    async read(bytes, { name, signal }) {
      if (isClosed) throw unavailable()
      signal?.throwIfAborted()
      if (bytes.length === 0) throw new UnreadableFileError('empty')
      if (bytes.length > limits.fileBytes) throw new UnreadableFileError('too-large')
      const waitingBytes = waiting.reduce((sum, task) => sum + task.bytes.length, 0)
      if (waitingBytes + bytes.length > maxWaitingBytes) throw unavailable()
      let leaveQueue = () => {}
      const text = new Promise<FileText>((resolve, reject) => {
        const task: Task = { bytes, name, signal, resolve, reject }
        waiting.push(task)
        leaveQueue = () => {
          const position = waiting.indexOf(task)
          if (position < 0) return
          waiting.splice(position, 1)
          reject(signal?.reason)
        }
      })
      signal?.addEventListener('abort', leaveQueue)
      slots.find((slot) => !slot.isBusy())?.drain()
      return text.finally(() => signal?.removeEventListener('abort', leaveQueue))
    },
    async close() {
      isClosed = true
      for (const task of waiting.splice(0)) task.reject(unavailable())
      await Promise.all(slots.map((slot) => slot.end()))
    },
  }
}

function toError(end: RunEnd): Error | undefined {
  if (end.type === 'exceeded') return new UnreadableFileError(end.reason)
  if (end.type === 'parsed') {
    if ('text' in end.result) return undefined
    return new UnreadableFileError(end.result.reason, { cause: end.result.detail })
  }
  const cause = new Error(`The process that reads files ended: ${end.signal ?? end.detail}`)
  if (!end.wasReady) return unavailable(cause)
  // Nobody but the kernel kills the process this way, when memory runs out.
  return new UnreadableFileError(end.signal === 'SIGKILL' && !end.detail ? 'memory' : 'damaged', { cause })
}

function unavailable(cause?: unknown): AppError {
  return new AppError('unavailable', 'Files cannot be read at the moment. Try again later.', {
    cause,
    retryAfterSeconds: 30,
  })
}
