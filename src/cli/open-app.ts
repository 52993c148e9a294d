import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { startEmbeddedDatabase } from '../storage/embedded-database.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { registerSampleJob } from './apply/sample-job.ts'
import { loadEmbedder } from './load-embedder.ts'
import type { LoadEmbedderDeps, OpenApp, Terminal } from './terminal.ts'

/**
 * Opens the store and puts the parts together. The database, the embedding model and our own modules load at the same
 * time. Reading modules keeps this thread busy, so it begins when the other threads are at work: that of the database, which
 * has the longest way to go, and then that of the model.
 */
export async function openApp(
  config: Config,
  log: Logger,
  terminal: Terminal,
  /** More that can be done meanwhile; told whether the database is open by now. */
  meanwhile: (isOpen: () => boolean) => Promise<unknown> = async () => {},
): Promise<OpenApp> {
  if (terminal.openApp) return terminal.openApp(config)
  const embeddedDatabase = config.databaseUrl ? undefined : await startEmbeddedDatabase(config.dataDir)
  const telemetry = await createTelemetry({ log, ...config })
  const { embedderLoading, begun } = startLoadingEmbedder({ config, log, terminal, fetch: telemetry.fetch })
  await begun
  const databaseOpening = import('../storage/database.ts').then(({ openDatabase }) =>
    openDatabase({
      ...config,
      embeddedDatabase,
      onQuery: telemetry.recordQuery,
      onReplicaError: (err) =>
        log.warn({ err }, 'the replica cannot be read; until it can, everything is read from the primary'),
    }),
  )
  // Both are awaited below; a failure that comes before must not end the process.
  for (const promise of [databaseOpening, embedderLoading]) promise.catch(() => {})
  try {
    const { createApp } = await import('../app.ts')
    let isOpen = false
    databaseOpening
      .finally(() => {
        isOpen = true
      })
      .catch(() => {})
    await meanwhile(() => isOpen)
    const database = await databaseOpening
    const embedder = await embedderLoading
    const app = await createApp({ config, database, embedder, log, telemetry })
    registerSampleJob(app)
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

function startLoadingEmbedder(deps: Omit<LoadEmbedderDeps, 'onLoadStarted'> & { terminal: Terminal }) {
  const load = deps.terminal.loadEmbedder ?? loadEmbedder
  let onLoadStarted = () => {}
  const begun = new Promise<void>((resolve) => {
    onLoadStarted = resolve
  })
  const embedderLoading = load({ ...deps, onLoadStarted })
  // One that is there, or that cannot be had, needs this thread no more either.
  embedderLoading.then(onLoadStarted, onLoadStarted)
  return { embedderLoading, begun }
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
