import { timeoutError } from './errors.ts'

/** The signal of a call that also has a time limit. */
export interface Deadline {
  signal: AbortSignal | undefined
  /** Returns the error to throw for one that ended the call: once the time is over, a `LorewellError` that says so. */
  present: (error: unknown) => unknown
}

export function startDeadline(signal: AbortSignal | undefined, timeoutMs: number | undefined): Deadline {
  if (timeoutMs === undefined) return { signal, present: (error) => error }
  const timer = AbortSignal.timeout(timeoutMs)
  return {
    signal: signal ? AbortSignal.any([signal, timer]) : timer,
    present: (error) => (timer.aborted && !signal?.aborted ? timeoutError(timeoutMs, error) : error),
  }
}
