import { supportsAnsi, type Terminal } from './terminal.ts'

export interface Progress {
  update(done: number, total: number): void
  /** Takes the bar away. */
  end(): void
}

const barWidth = 24
const redrawIntervalMs = 100
const logIntervalMs = 5_000

/** How far a long work is, on standard error: a bar on a screen, else a line every few seconds. */
export function createProgress(
  label: string,
  { stderr, env }: Pick<Terminal, 'stderr' | 'env'>,
  {
    count = (done, total) => `${done} of ${total}`,
    now = Date.now,
  }: { count?: (done: number, total: number) => string; now?: () => number } = {},
): Progress {
  const isDrawn = supportsAnsi(stderr, env)
  const startedAt = now()
  let toldAt = isDrawn ? 0 : startedAt
  let isOnScreen = false
  return {
    update(done, total) {
      if (now() - toldAt < (isDrawn ? redrawIntervalMs : logIntervalMs)) return
      toldAt = now()
      const told = `${label} ${count(done, total)}`
      if (!isDrawn) {
        stderr.write(`${told}\n`)
        return
      }
      const filled = total > 0 ? Math.round((barWidth * done) / total) : 0
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled)
      stderr.write(`\r\u001b[K${`${bar} ${told}`.slice(0, (stderr.columns ?? 80) - 1)}`)
      isOnScreen = true
    },
    end() {
      if (isOnScreen) stderr.write('\r\u001b[K')
      isOnScreen = false
    },
  }
}

export function formatMegabytes(done: number, total: number): string {
  return `${(done / 1e6).toFixed(1)} of ${(total / 1e6).toFixed(1)} MB`
}
