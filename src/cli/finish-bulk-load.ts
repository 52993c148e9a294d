import type { App } from '../app.ts'
import { optimizeDatabase } from '../storage/optimize-database.ts'
import { createProgress } from './progress.ts'
import type { Terminal } from './terminal.ts'

/** Waits until new text is embedded and, after changes, optimizes the database. */
export async function finishBulkLoad(
  app: App,
  terminal: Terminal,
  { hasChanged }: { hasChanged: boolean },
): Promise<void> {
  // Even without changes: an earlier run may have been killed before embedding.
  await waitForEmbedding(app, terminal)
  if (hasChanged) await optimizeDatabase(app.database)
}

async function waitForEmbedding(app: App, terminal: Terminal): Promise<void> {
  if (!app.backlog) return
  const startedAt = Date.now()
  const progress = createProgress('Embedding new text:', terminal, {
    count: (seconds) => `${seconds} s`,
  })
  const timer = setInterval(() => progress.update(Math.round((Date.now() - startedAt) / 1000), 0), 1000)
  try {
    // A failed attempt pauses; this one follows at once.
    app.backlog.wake()
    await app.backlog.whenDrained()
  } finally {
    clearInterval(timer)
    progress.end()
  }
}
