import type { ChildProcess } from 'node:child_process'
import type { Socket } from 'node:net'
import { startChildProcess } from '../start-worker.ts'
import type { FileProcessMessage, ReadJob } from './file-process-worker.ts'
import type { ParseResult } from './parse-file-worker.ts'

/** A child process that reads one file after the other. */
export interface FileProcess {
  /** Reads one file. Never rejects; after any end but `parsed` the process is dead. */
  run(job: ReadJob, bytes: Uint8Array): Promise<RunEnd>
  isAlive(): boolean
  /** Kills the process; resolves when it is gone. */
  end(): Promise<void>
}

export type RunEnd =
  | { type: 'parsed'; result: ParseResult; peakBytes: number; residentBytes: number }
  | { type: 'exceeded'; reason: 'timeout' | 'memory'; peakBytes: number }
  /** The process was killed or crashed. `detail` is the end of its error output. */
  | { type: 'died'; wasReady: boolean; signal: NodeJS.Signals | null; detail: string }

/** How long after its own deadline a process that doesn't end itself is killed. */
const graceMs = 10_000
const keptErrorOutput = 2_000

export function startFileProcess(
  start: () => ChildProcess = () => startChildProcess('files/file-process-worker'),
): FileProcess {
  const child = start()
  let isReady = false
  let isAlive = true
  let errorOutput = ''
  let finish: ((end: RunEnd) => void) | undefined
  const exited = new Promise<void>((resolve) => {
    const die = (signal: NodeJS.Signals | null, detail: string) => {
      isAlive = false
      finish?.({ type: 'died', wasReady: isReady, signal, detail })
      resolve()
    }
    // 'close' comes after the last message, 'exit' can come before it.
    child.on('close', (_code, signal) => die(signal, errorOutput))
    child.on('error', (error) => die(null, String(error)))
  })
  child.on('message', (message: FileProcessMessage) => {
    if (message.type === 'ready') isReady = true
    else {
      if (message.type === 'exceeded') isAlive = false
      finish?.(message)
    }
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-keptErrorOutput)
  })
  // Writing to a process that died fails; 'close' reports its end.
  child.stdin?.on('error', () => undefined)
  setReferenced(child, false)

  return {
    async run(job, bytes) {
      setReferenced(child, true)
      const timer = setTimeout(
        () => {
          finish?.({ type: 'exceeded', reason: 'timeout', peakBytes: 0 })
          child.kill('SIGKILL')
          isAlive = false
        },
        (job.ocr ?? job).wallMs + graceMs,
      )
      try {
        return await new Promise<RunEnd>((resolve) => {
          finish = resolve
          if (!isAlive) return resolve({ type: 'died', wasReady: isReady, signal: null, detail: errorOutput })
          child.send(job, () => undefined)
          child.stdin?.write(bytes)
        })
      } finally {
        clearTimeout(timer)
        finish = undefined
        setReferenced(child, false)
      }
    },
    isAlive: () => isAlive,
    async end() {
      isAlive = false
      // Else a program with nothing else to do would end while it waits here.
      setReferenced(child, true)
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** An idle child must not keep this process alive. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  const streams = [child.stdin, child.stderr] as unknown as (Socket | null)[]
  for (const handle of [child, child.channel, ...streams]) {
    if (isReferenced) handle?.ref()
    else handle?.unref()
  }
}
