import { existsSync } from 'node:fs'
import type { Logger } from 'pino'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { startEmbeddedDatabase } from '../storage/embedded-database.ts'
import { makeDirectoryPrivate } from '../storage/private-directory.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { registerSampleJob } from './apply/sample-job.ts'
import { loadModels } from './load-models.ts'
import type { Models, OpenApp, Terminal } from './terminal.ts'

/**
 * Opens the store and wires the app. Loading our modules takes this thread, the database one of its own, and longer. The models
 * are loaded after the modules: on two cores their threads would only slow the other two down.
 */
export async function openApp(
  config: Config,
  log: Logger,
  terminal: Terminal,
  /** Further modules to load while the database opens. */
  loadModules: () => Promise<unknown> = async () => {},
): Promise<OpenApp> {
  if (terminal.openApp) return terminal.openApp(config)
  if (config.databaseUrl && existsSync(config.dataDir)) makeDirectoryPrivate(config.dataDir)
  const embeddedDatabase = config.databaseUrl ? undefined : await startEmbeddedDatabase(config.dataDir)
  const telemetry = await createTelemetry({ log, ...config })
  const databaseOpening = import('../storage/database.ts').then(({ openDatabase }) =>
    openDatabase({
      ...config,
      embeddedDatabase,
      onQuery: telemetry.recordQuery,
      onStartWait: (err) => log.info({ err }, 'the database does not respond yet; trying again for a minute'),
      onReplicaError: (err) => log.warn({ err }, 'the replica cannot be read; reads use the primary until it can'),
    }),
  )
  // Awaited below; an earlier rejection must not end the process.
  databaseOpening.catch(() => {})
  let modelsLoading: Promise<Models> | undefined
  try {
    const { createApp } = await import('../app.ts')
    await loadModules()
    modelsLoading = (terminal.loadModels ?? loadModels)({ config, log, fetch: telemetry.fetch })
    modelsLoading.catch(() => {})
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
    modelsLoading?.then(({ embedder, reader }) => Promise.all([embedder?.close(), reader?.close()])).catch(() => {})
    await databaseOpening.then((database) => database.close()).catch(() => {})
    throw error
  }
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
