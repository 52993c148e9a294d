import { fileURLToPath } from 'node:url'
import { createLocalEmbedder } from '../src/models/local-embedder.ts'

/** The folder of the local model: `MODEL_DIR`, or the one that the tests use. */
export const modelDir = process.env.MODEL_DIR ?? fileURLToPath(new URL('../.models', import.meta.url))

export function benchEmbedder(): ReturnType<typeof createLocalEmbedder> {
  return createLocalEmbedder({ modelDir, log: { info: () => {}, error: () => {} } })
}
