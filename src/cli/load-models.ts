import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import type { Embedder } from '../models/embedder.ts'
import type { Reader } from '../models/reader.ts'
import type { LoadModelsDeps, Models } from './terminal.ts'

/** Loads the models that the settings name. Without the embedder, search matches words only; without the reader, answers are chosen by words and similarity. */
export async function loadModels(deps: LoadModelsDeps): Promise<Models> {
  const embedder = await (deps.config.embeddings
    ? loadRemoteEmbedder(deps.config.embeddings, deps)
    : loadLocalEmbedder(deps))
  // The reader's thread starts after the embedder, which a question needs first, and nobody waits for it here.
  return { embedder, reader: await startReader(deps) }
}

async function loadRemoteEmbedder(
  settings: NonNullable<Config['embeddings']>,
  { log, fetch }: LoadModelsDeps,
): Promise<Embedder> {
  const { createRemoteEmbedder } = await import('../models/remote-embedder.ts')
  const embedder = createRemoteEmbedder({ ...settings, ...(fetch && { fetch }) })
  // The first response shows the number of dimensions.
  await embedder.embed(['hello']).catch((err: unknown) => {
    log.warn({ err }, 'the embeddings endpoint does not respond; search matches words only until it does')
  })
  return embedder
}

async function loadLocalEmbedder({ config, log }: LoadModelsDeps): Promise<Embedder | undefined> {
  const { createLocalEmbedder } = await import('../models/local-embedder.ts')
  try {
    return await createLocalEmbedder({ modelDir: config.modelDir, log })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn(`The embedding model cannot be used: ${error.message} Until then, search matches words only.`)
    return undefined
  }
}

async function startReader({ config, log }: LoadModelsDeps): Promise<Reader | undefined> {
  if (!config.isReaderEnabled) {
    log.info('READER is off: answers are chosen by words and similarity')
    return undefined
  }
  const { createLocalReader } = await import('../models/local-reader.ts')
  return createLocalReader({ modelDir: config.modelDir, log })
}
