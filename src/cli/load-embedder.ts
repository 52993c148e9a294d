import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Embedder } from '../models/embedder.ts'
import { createProgress, formatMegabytes } from './progress.ts'
import type { LoadEmbedderDeps } from './terminal.ts'

/** Loads the embedding model that the settings name. Returns undefined if it is unavailable: search then matches words only. */
export async function loadEmbedder(deps: LoadEmbedderDeps): Promise<Embedder | undefined> {
  return deps.config.embeddings ? loadRemoteEmbedder(deps.config.embeddings, deps) : loadLocalEmbedder(deps)
}

async function loadRemoteEmbedder(
  settings: NonNullable<Config['embeddings']>,
  { log, fetch, onLoadStarted }: LoadEmbedderDeps,
): Promise<Embedder> {
  const { createRemoteEmbedder } = await import('../models/remote-embedder.ts')
  const embedder = createRemoteEmbedder({ ...settings, ...(fetch && { fetch }) })
  // The first response shows the number of dimensions.
  const firstResponse = embedder.embed(['hello'])
  onLoadStarted?.()
  await firstResponse.catch((err: unknown) => {
    log.warn({ err }, 'the embeddings endpoint does not respond; search matches words only until it does')
  })
  return embedder
}

async function loadLocalEmbedder({
  config,
  log,
  terminal,
  onLoadStarted,
}: LoadEmbedderDeps): Promise<Embedder | undefined> {
  const { createLocalEmbedder } = await import('../models/local-embedder.ts')
  const progress = createProgress('Downloading the embedding model:', terminal, {
    count: formatMegabytes,
    ...(log.isLevelEnabled('info') && { report: (line) => log.info(line) }),
  })
  try {
    return await createLocalEmbedder({
      modelDir: config.modelDir,
      log,
      onProgress: ({ receivedBytes, totalBytes }) => {
        onLoadStarted?.()
        progress.update(receivedBytes, totalBytes)
      },
      onThreadStarted: onLoadStarted,
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    progress.end()
    log.warn(`${error.message}\nUntil then, search matches words only.`)
    return undefined
  } finally {
    progress.end()
  }
}
