export interface LinkedAbortController {
  readonly signal: AbortSignal
  abort(reason: unknown): void
  /** Removes the listeners. Must be called, or long-lived signals accumulate them. */
  release(): void
}

/**
 * Creates a controller that aborts when any of the signals does. Not `AbortSignal.any`: a listener left on such a
 * signal lives as long as its longest-lived source, and third-party code leaves listeners.
 */
export function createLinkedAbortController(...signals: (AbortSignal | undefined)[]): LinkedAbortController {
  const controller = new AbortController()
  const unlisten: (() => void)[] = []
  for (const source of signals) {
    if (!source) continue
    if (source.aborted) controller.abort(source.reason)
    const onAbort = () => controller.abort(source.reason)
    source.addEventListener('abort', onAbort, { once: true })
    unlisten.push(() => source.removeEventListener('abort', onAbort))
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => {
      for (const remove of unlisten.splice(0)) remove()
    },
  }
}
