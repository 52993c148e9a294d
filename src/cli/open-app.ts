import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Embedder } from '../models/embedder.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { handleSampleJobs } from './apply/sample-job.ts'
import { loadEmbedder } from './load-embedder.ts'
import type { Terminal } from './terminal.ts'

export interface OpenApp {
  app: App
  embedder: Embedder | undefined
  close(): Promise<void>
}

/** Enough for taking the lock and starting the database's thread, which has the longest way to go. */
const headStartMs = 20

/**
 * Opens the store and puts the parts together. The database, the embedding model and our own modules load at the same
 * time. Reading modules keeps this thread busy, so it begins when the other threads are at work.
 */
export async function openApp(
  config: Config,
  log: Logger,
  terminal: Terminal,
  /** More that can be loaded meanwhile. */
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<OpenApp> {
  if (terminal.openApp) return terminal.openApp(config)
  const { openDatabase } = await import('../storage/database.ts')
  const telemetry = createTelemetry({ log, ...config })
  const databaseOpening = openDatabase({
    ...config,
    onQuery: telemetry.query,
    onReplicaTrouble: (err) =>
      log.warn({ err }, 'the replica cannot be read; until it can, everything is read from the primary'),
  })
  await Promise.race([databaseOpening, delay(headStartMs)])
  const embedderLoading = (terminal.loadEmbedder ?? loadEmbedder)({
    config,
    log,
    terminal,
    fetch: telemetry.fetch,
  })
  // Both are awaited below; a failure that comes before must not end the process.
  for (const promise of [databaseOpening, embedderLoading]) promise.catch(() => {})
  try {
    const { createApp } = await import('../app.ts')
    await meanwhile()
    const database = await databaseOpening
    const embedder = await embedderLoading
    const app = await createApp({ config, database, embedder, log, telemetry })
    handleSampleJobs(app)
    return {
      app,
      embedder,
      async close() {
        await app.close()
        await embedder?.close()
        await database.close()
        await telemetry.close()
      },
    }
  } catch (error) {
    // Not waited for: it may be in the middle of fetching the model, and the failure should be told now.
    embedderLoading.then((embedder) => embedder?.close()).catch(() => {})
    await databaseOpening.then((database) => database.close()).catch(() => {})
    throw error
  }
}

/** Opens the store for one piece of work and closes it again, however that ends. */
export async function withApp<T>(
  config: Config,
  log: Logger,
  terminal: Terminal,
  work: (app: App) => Promise<T>,
): Promise<T> {
  const { app, close } = await openApp(config, log, terminal)
  try {
    return await work(app)
  } finally {
    await close()
  }
}
