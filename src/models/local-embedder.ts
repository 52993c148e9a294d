import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { bulkPause } from './bulk-pause.ts'
import type { Embedder } from './embedder.ts'
import { createEmbeddingPool } from './embedding-pool.ts'
import type { EmbeddingWorkerSettings } from './embedding-worker.ts'
import { startInferenceThread } from './inference-thread.ts'
import { embedderFile } from './model-files.ts'

/**
 * Runs the embedding model in worker threads, so the event loop neither tokenizes nor computes. The model is
 * all-MiniLM-L6-v2 trained further on questions over handbooks (training/).
 *
 * Each worker has a single-threaded session. On two Neoverse-N1 cores two such workers embedded 28 to 29 passages of
 * 180 tokens per second; one session with two threads embedded 27.0 at its best batch size. One more worker is reserved
 * for interactive texts: it is idle without queries, and the scheduler prefers it to the bulk workers
 * (`bulkNiceness`).
 */
export async function createLocalEmbedder({
  modelDir = '',
  threads = defaultBulkThreads(),
  log,
}: {
  /** Where the model is looked for first; '' for the one that ships with the product. */
  modelDir?: string
  /** Workers for bulk texts; one more is reserved for interactive texts. */
  threads?: number
  log: Pick<Logger, 'info' | 'error'>
}): Promise<Embedder> {
  const pool = createEmbeddingPool({
    startThread: (lane) =>
      startInferenceThread<EmbeddingWorkerSettings>('models/embedding-worker', {
        model: embedderFile,
        modelDir,
        dimensions,
        maxTokens,
        ...(lane === 'bulk' ? { niceness: bulkNiceness, pauseMemory: bulkPause.memory } : { niceness: 0 }),
      }),
    bulkThreads: threads,
    dimensions,
    log,
  })
  await pool.ready()
  log.info({ model: modelName, bulkThreads: threads }, 'embedding model loaded')
  return {
    name: modelName,
    dimensions,
    embed: async (texts, { priority = 'interactive', signal } = {}) =>
      (await pool.embed(texts, priority, signal)).map(({ vector }) => vector),
    embedPassages: (passages, { priority = 'interactive', signal } = {}) => pool.embed(passages, priority, signal),
    language: 'en',
    close: () => pool.close(),
  }
}

const modelName = 'lorewell-embedder-1'
const dimensions = 384
/** The limit of sentence-transformers for this model. */
const maxTokens = 256
/**
 * Measured on two cores, p95 of a query during a bulk load and idle in the same run: 7.4 to 10.2 ms and 7.2 to
 * 10.9 ms with 10 (six runs), 14.3 and 7.5 ms with 0, 6.7 and 7.0 ms with 19 (one run each). Not 19: the bulk load ran
 * at 13 passages per second, against 17 to 20 with 10.
 */
const bulkNiceness = 10

/** Leaves a core free for queries outside Linux, where threads have no priorities of their own. */
function defaultBulkThreads(): number {
  const cores = availableParallelism()
  return Math.max(1, Math.min(process.platform === 'linux' ? cores : cores - 1, maxBulkThreads))
}

/** Each worker has its own copy of the model. */
const maxBulkThreads = 4
