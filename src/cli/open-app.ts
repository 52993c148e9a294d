import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { startEmbeddedDatabase } from '../storage/embedded-database.ts'
import { makeDirectoryPrivate } from '../storage/private-directory.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { registerSampleJob } from './apply/sample-job.ts'
import { loadModels } from './load-models.ts'
import type { LoadModelsDeps, OpenApp, Terminal } from './terminal.ts'

/**
 * Opens the store and wires the app. The database, the models and our modules load concurrently. Loading modules blocks
 * this thread, so it starts after the database thread, which takes longest, and the embedding model's thread.
 */
export async function openApp(
  config: Config,
  log: Logger,
  terminal: Terminal,
  /** Other work to do while the database opens; `isOpen` returns whether it is open. */
  meanwhile: (isOpen: () => boolean) => Promise<unknown> = async () => {},
): Promise<OpenApp> {
  if (terminal.openApp) return terminal.openApp(config)
  if (config.databaseUrl && existsSync(config.dataDir)) makeDirectoryPrivate(config.dataDir)
  const embeddedDatabase = config.databaseUrl ? undefined : await startEmbeddedDatabase(config.dataDir)
  const telemetry = await createTelemetry({ log, ...config })
  const { modelsLoading, loadStarted } = startLoadingModels(terminal, { config, log, fetch: telemetry.fetch })
  await loadStarted
  const databaseOpening = import('../storage/database.ts').then(({ openDatabase }) =>
    openDatabase({
      ...config,
      embeddedDatabase,
      onQuery: telemetry.recordQuery,
      onStartWait: (err) => log.info({ err }, 'the database does not respond yet; trying again for a minute'),
      onReplicaError: (err) => log.warn({ err }, 'the replica cannot be read; reads use the primary until it can'),
    }),
  )
  // Both are awaited below; an earlier rejection must not end the process.
  for (const promise of [databaseOpening, modelsLoading]) promise.catch(() => {})
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
    const { embedder, reader } = await modelsLoading
    const app = await createApp({ config, database, embedder, reader, log, telemetry })
    registerSampleJob(app)
    return {
      app,
      embedder,
      async close() {
        await app.close()
        await Promise.all([embedder?.close(), reader?.close()])
        await database.close()
        await telemetry.close()
      },
    }
  } catch (error) {
    // Not awaited: an embeddings endpoint can be slow, and the error should be reported now.
    modelsLoading.then(({ embedder, reader }) => Promise.all([embedder?.close(), reader?.close()])).catch(() => {})
    await databaseOpening.then((database) => database.close()).catch(() => {})
    throw error
  }
}

function startLoadingModels(terminal: Terminal, deps: Omit<LoadModelsDeps, 'onLoadStarted'>) {
  const load = terminal.loadModels ?? loadModels
  let onLoadStarted = () => {}
  const loadStarted = new Promise<void>((resolve) => {
    onLoadStarted = resolve
  })
  const modelsLoading = load({ ...deps, onLoadStarted })
  // Loaded or failed models don't need this thread either.
  modelsLoading.then(onLoadStarted, onLoadStarted)
  return { modelsLoading, loadStarted }
}

/** Opens the app, runs the work, and closes the app. */
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
