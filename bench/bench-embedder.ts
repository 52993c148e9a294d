import { fileURLToPath } from 'node:url'
import { createLocalEmbedder } from '../src/models/local-embedder.ts'

/** The local model, from `MODEL_DIR` or where the tests keep it. */
export function benchEmbedder(): ReturnType<typeof createLocalEmbedder> {
  const modelDir = process.env.MODEL_DIR ?? fileURLToPath(new URL('../.models', import.meta.url))
  return createLocalEmbedder({ modelDir, log: { info: () => {}, error: () => {} } })
}
