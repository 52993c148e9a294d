import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Embedder } from '../models/embedder.ts'
import { createProgress, formatMegabytes } from './progress.ts'
import type { LoadEmbedderDeps } from './terminal.ts'

/** The embedding model that the settings name. Undefined where it cannot be had: words alone find a lot, too. */
export async function loadEmbedder(needs: LoadEmbedderDeps): Promise<Embedder | undefined> {
  return needs.config.embeddings
    ? loadRemoteEmbedder(needs.config.embeddings, needs)
    : loadLocalEmbedder(needs)
}

async function loadRemoteEmbedder(
  settings: NonNullable<Config['embeddings']>,
  { log, fetch, onLoadStarted }: LoadEmbedderDeps,
): Promise<Embedder> {
  const { createRemoteEmbedder } = await import('../models/remote-embedder.ts')
  const embedder = createRemoteEmbedder({ ...settings, ...(fetch && { fetch }) })
  // The first answer tells how long its vectors are.
  const answer = embedder.embed(['hello'])
  onLoadStarted?.()
  await answer.catch((err: unknown) => {
    log.warn(
      { err },
      'the embeddings endpoint does not answer; until it does, texts are found by their words alone',
    )
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
  const progress = createProgress('fetching the embedding model,', terminal, { count: formatMegabytes })
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
    terminal.stderr.write(
      `${error.message}\nUntil then Lorewell goes on without it: texts are found by their words alone.\n`,
    )
    return undefined
  } finally {
    progress.end()
  }
}
