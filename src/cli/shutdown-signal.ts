import type { Signals } from './terminal.ts'

const shutdownTimeoutMs = 10_000
/** Under `npm start` one Ctrl-C arrives twice: from the terminal and forwarded by npm. */
const duplicateSignalMs = 500

/**
 * Resolves `requested` with the first SIGINT or SIGTERM, and `drained` after the drain, which a second signal ends. A
 * further signal, or ten seconds without `dispose` after the drain, ends the process at once.
 */
export function listenForShutdown(
  signals: Signals,
  { drainMs = 0, now = () => Date.now() }: { drainMs?: number; now?: () => number } = {},
): {
  requested: Promise<'SIGINT' | 'SIGTERM'>
  drained: Promise<void>
  /** Removes the listeners; call it when everything is closed. */
  dispose(): void
} {
  let lastSignalAt: number | undefined
  let isDraining = false
  let timer: NodeJS.Timeout | undefined
  let resolveRequested: (name: 'SIGINT' | 'SIGTERM') => void = () => {}
  const requested = new Promise<'SIGINT' | 'SIGTERM'>((resolve) => {
    resolveRequested = resolve
  })
  let resolveDrained: () => void = () => {}
  const drained = new Promise<void>((resolve) => {
    resolveDrained = resolve
  })
  const endDrain = (code: number) => {
    isDraining = false
    clearTimeout(timer)
    timer = setTimeout(() => signals.exit(code), shutdownTimeoutMs)
    timer.unref()
    resolveDrained()
  }
  const onSignal = (name: 'SIGINT' | 'SIGTERM', code: number) => () => {
    if (lastSignalAt !== undefined && now() - lastSignalAt < duplicateSignalMs) return
    const isFirst = lastSignalAt === undefined
    lastSignalAt = now()
    if (!isFirst) return isDraining ? endDrain(code) : signals.exit(code)
    isDraining = true
    if (drainMs > 0) timer = setTimeout(() => endDrain(code), drainMs)
    else endDrain(code)
    resolveRequested(name)
  }
  const onInterrupt = onSignal('SIGINT', 130)
  const onTerminate = onSignal('SIGTERM', 143)
  signals.on('SIGINT', onInterrupt)
  signals.on('SIGTERM', onTerminate)
  return {
    requested,
    drained,
    dispose() {
      clearTimeout(timer)
      signals.off('SIGINT', onInterrupt)
      signals.off('SIGTERM', onTerminate)
    },
  }
}
