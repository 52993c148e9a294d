import type { App } from '../app.ts'
import { optimizeDatabase } from '../storage/optimize-database.ts'
import { createProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** Leaves a store that was just filled in the state in which it is quick: everything embedded, everything in order. */
export async function finishBulkLoad(
  app: App,
  terminal: Terminal,
  { hasChanged }: { hasChanged: boolean },
): Promise<void> {
  // Also where nothing changed: an earlier run may have been killed before it came to this.
  await waitForEmbedding(app, terminal)
  if (hasChanged) await optimizeDatabase(app.database)
}

/** A command that ended before its texts are embedded would leave that to others. */
async function waitForEmbedding(app: App, terminal: Terminal): Promise<void> {
  if (!app.backlog) return
  const startedAt = Date.now()
  const progress = createProgress('embedding what is new,', terminal, {
    count: (seconds) => `${seconds} s so far`,
  })
  const timer = setInterval(() => progress.update(Math.round((Date.now() - startedAt) / 1000), 0), 1000)
  try {
    // Woken once more: an attempt that failed in between waits for the next write, and there is none.
    app.backlog.wake()
    await app.backlog.whenDrained()
  } finally {
    clearInterval(timer)
    progress.end()
  }
}
