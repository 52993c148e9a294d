import type { Signals } from './terminal.ts'

const shutdownTimeoutMs = 10_000
/** Under `npm start` one Ctrl-C arrives twice: from the terminal, and passed on by npm. */
const duplicateSignalMs = 500

/**
 * Resolves with the first signal to stop. From then on there are ten seconds to finish; a second signal, or their end,
 * ends the process at once.
 */
export function listenForShutdown(
  signals: Signals,
  now: () => number = Date.now,
): {
  requested: Promise<'SIGINT' | 'SIGTERM'>
  /** Everything is closed: the signals are left alone again. */
  dispose(): void
} {
  let stoppingSince: number | undefined
  let timer: NodeJS.Timeout | undefined
  let tell: (name: 'SIGINT' | 'SIGTERM') => void = () => {}
  const requested = new Promise<'SIGINT' | 'SIGTERM'>((resolve) => {
    tell = resolve
  })
  const heard = (name: 'SIGINT' | 'SIGTERM', code: number) => () => {
    if (stoppingSince !== undefined) {
      if (now() - stoppingSince >= duplicateSignalMs) signals.exit(code)
      return
    }
    stoppingSince = now()
    timer = setTimeout(() => signals.exit(code), shutdownTimeoutMs)
    timer.unref()
    tell(name)
  }
  const onInterrupt = heard('SIGINT', 130)
  const onTerminate = heard('SIGTERM', 143)
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
