import { createLocalEmbedder } from '../src/models/local-embedder.ts'

export function benchEmbedder(): ReturnType<typeof createLocalEmbedder> {
  return createLocalEmbedder({ log: { info: () => {}, error: () => {} } })
}
