import type { Signals } from './terminal.ts'

const shutdownTimeoutMs = 10_000
/** Under `npm start` one Ctrl-C arrives twice: from the terminal and forwarded by npm. */
const duplicateSignalMs = 500

/**
 * Resolves `requested` with the first SIGINT or SIGTERM. A second signal, or ten seconds without `dispose`, ends the
 * process at once.
 */
export function listenForShutdown(
  signals: Signals,
  now: () => number = Date.now,
): {
  requested: Promise<'SIGINT' | 'SIGTERM'>
  /** Removes the listeners; call it when everything is closed. */
  dispose(): void
} {
  let stoppingSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let resolveRequested: (name: 'SIGINT' | 'SIGTERM') => void = () => {}
  const requested = new Promise<'SIGINT' | 'SIGTERM'>((resolve) => {
    resolveRequested = resolve
  })
  const onSignal = (name: 'SIGINT' | 'SIGTERM', code: number) => () => {
    if (stoppingSince !== undefined) {
      if (now() - stoppingSince >= duplicateSignalMs) signals.exit(code)
      return
    }
    stoppingSince = now()
    timer = setTimeout(() => signals.exit(code), shutdownTimeoutMs)
    timer.unref()
    resolveRequested(name)
  }
  const onInterrupt = onSignal('SIGINT', 130)
  const onTerminate = onSignal('SIGTERM', 143)
  signals.on('SIGINT', onInterrupt)
  signals.on('SIGTERM', onTerminate)
  return {
    requested,
    dispose() {
      clearTimeout(timer)
      signals.off('SIGINT', onInterrupt)
      signals.off('SIGTERM', onTerminate)
    },
  }
}
