export interface LinkedAbortController {
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Stops following the others. Must be called, or long-lived signals collect listeners. */
  release(): void
}

/**
 * A controller that aborts when any of the others does. Not `AbortSignal.any`: a listener left on such a signal
 * is kept for as long as its longest-lived source lives, and others' code leaves listeners.
 */
export function createLinkedAbortController(...others: (AbortSignal | undefined)[]): LinkedAbortController {
  const controller = new AbortController()
  const following: (() => void)[] = []
  for (const other of others) {
    if (!other) continue
    if (other.aborted) controller.abort(other.reason)
    const onAbort = () => controller.abort(other.reason)
    other.addEventListener('abort', onAbort, { once: true })
    following.push(() => other.removeEventListener('abort', onAbort))
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => {
      for (const unfollow of following.splice(0)) unfollow()
    },
  }
}
