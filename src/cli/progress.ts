import { supportsAnsi, type Terminal } from './terminal.ts'

export interface Progress {
  update(done: number, total: number): void
  /** Removes the bar. */
  end(): void
}

const barWidth = 24
const redrawIntervalMs = 100
const logIntervalMs = 5_000

/** Reports the progress of a long task on standard error: a bar on a terminal, a line every few seconds elsewhere. */
export function createProgress(
  label: string,
  { stderr, env }: Pick<Terminal, 'stderr' | 'env'>,
  {
    count = (done, total) => `${done} of ${total}`,
    now = Date.now,
  }: {
    count?: (done: number, total: number) => string
    now?: () => number
  } = {},
): Progress {
  const isDrawn = supportsAnsi(stderr, env)
  let reportedAt = isDrawn ? 0 : now()
  let isOnScreen = false
  return {
    update(done, total) {
      if (now() - reportedAt < (isDrawn ? redrawIntervalMs : logIntervalMs)) return
      reportedAt = now()
      const line = `${label} ${count(done, total)}`
      if (!isDrawn) {
        stderr.write(`${line}\n`)
        return
      }
      const filled = total > 0 ? Math.round((barWidth * done) / total) : 0
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
      // A pseudo-terminal without a size reports 0 columns.
      stderr.write(`\r\u001b[K${`${bar} ${line}`.slice(0, (stderr.columns || 80) - 1)}`)
      isOnScreen = true
    },
    end() {
      if (isOnScreen) stderr.write('\r\u001b[K')
      isOnScreen = false
    },
  }
}
