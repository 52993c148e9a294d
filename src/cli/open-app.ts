import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Database } from '../storage/database.ts'
import { loadEmbedder } from './load-embedder.ts'
import type { Terminal } from './terminal.ts'

export interface OpenApp {
  app: App
  embedder: Embedder | undefined
  close(): Promise<void>
}

/**
 * Opens the store and puts the parts together. The database, the embedding model and our own modules load at the same
 * time: each takes about as long as the others.
 */
export async function openApp(config: Config, log: Logger, terminal: Terminal): Promise<OpenApp> {
  if (terminal.openApp) return terminal.openApp(config)
  const load = terminal.loadEmbedder ?? loadEmbedder
  const embedderLoading = load({ config, log, terminal })
  // Handled where it is awaited below; until then it must not end the process.
  embedderLoading.catch(() => {})
  let database: Database | undefined
  try {
    const [opened, { createApp }] = await Promise.all([openStore(config), import('../app.ts')])
    database = opened
    const embedder = await embedderLoading
    const app = await createApp({ config, database, embedder, log })
    return {
      app,
      embedder,
      async close() {
        await app.close()
        await embedder?.close()
        await opened.close()
      },
    }
  } catch (error) {
    // Not waited for: it may be in the middle of fetching the model, and the failure should be told now.
    embedderLoading.then((embedder) => embedder?.close()).catch(() => {})
    await database?.close()
    throw error
  }
}

async function openStore(config: Config): Promise<Database> {
  const { openDatabase } = await import('../storage/database.ts')
  return openDatabase(config)
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
