import type { App } from '../app.ts'
import { createProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** Waits until everything that was written is embedded, too; a command that ended before would leave that to others. */
export async function waitForEmbedding(app: Pick<App, 'backlog'>, terminal: Terminal): Promise<void> {
  if (!app.backlog) return
  const startedAt = Date.now()
  const progress = createProgress('embedding what is new,', terminal, {
    count: (seconds) => `${seconds} s so far`,
  })
  const timer = setInterval(() => progress.update(Math.round((Date.now() - startedAt) / 1000), 0), 1000)
  try {
    await app.backlog.drained()
  } finally {
    clearInterval(timer)
    progress.end()
  }
}
