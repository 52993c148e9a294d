import { readFileSync, readlinkSync } from 'node:fs'

/** The first message of a worker thread whose jobs have a deadline. */
export interface ThreadReady {
  type: 'ready'
  /** The file in which Linux counts the thread's processor time. */
  cpuTimeFile?: string | undefined
}

/** A thread that gets no processor for so many times its limit is given up. */
const maxWallFactor = 15
const looksPerLimit = 8

/** Called inside a worker thread: the message that it can take jobs. */
export function threadReady(): ThreadReady {
  try {
    // The link leads to the thread that reads it.
    const cpuTimeFile = `/proc/${readlinkSync('/proc/thread-self')}/schedstat`
    readFileSync(cpuTimeFile)
    return { type: 'ready', cpuTimeFile }
  } catch {
    return { type: 'ready' }
  }
}

/**
 * Calls `onExceeded` once the thread has used `cpuMs` of processor time, and returns a function that cancels this. Time
 * by the clock would count what a busy machine makes the thread wait, and the same text would be read differently under
 * load. Where a thread's own time isn't known, that of the whole process counts.
 */
export function startThreadDeadline(
  { cpuTimeFile }: ThreadReady,
  { cpuMs, onExceeded }: { cpuMs: number; onExceeded: () => void },
): () => void {
  const cpuBefore = usedCpuMs(cpuTimeFile)
  const startedAt = performance.now()
  const watch = setInterval(() => {
    const isExceeded =
      usedCpuMs(cpuTimeFile) - cpuBefore >= cpuMs || performance.now() - startedAt >= maxWallFactor * cpuMs
    if (!isExceeded) return
    clearInterval(watch)
    onExceeded()
  }, cpuMs / looksPerLimit)
  return () => clearInterval(watch)
}

function usedCpuMs(cpuTimeFile: string | undefined): number {
  if (cpuTimeFile !== undefined) {
    try {
      return Number.parseInt(readFileSync(cpuTimeFile, 'latin1'), 10) / 1e6
    } catch {
      // The thread has just ended.
    }
  }
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
