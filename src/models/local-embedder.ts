import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { startWorker } from '../start-worker.ts'
import type { Embedder } from './embedder.ts'
import { createEmbeddingPool } from './embedding-pool.ts'
import type { EmbeddingWorkerSettings } from './embedding-worker.ts'
import { createInferenceLock, INFERENCE_LOCK_BYTES } from './inference-lock.ts'
import { ensureModelFiles } from './model-files.ts'
import type { FetchProgress } from './verified-files.ts'

/**
 * all-MiniLM-L6-v2 in threads of its own: the HTTP loop neither tokenizes nor computes. Fetches the model if
 * need be.
 *
 * Each thread has a session that computes in this thread alone. On two Neoverse-N1 cores two such threads did
 * 28 to 29 passages of 180 tokens a second; one session with two threads inside did 27.0 at its best batch size.
 * One more thread is kept for interactive texts: it costs no time while nobody asks, and when somebody does the
 * scheduler puts the bulk threads back (`BULK_NICENESS`).
 */
export async function createLocalEmbedder({
  modelDir,
  threads = defaultBulkThreads(),
  log,
  onProgress,
  onThreadStarted,
}: {
  modelDir: string
  /** How many threads bulk work may use; one more is kept for interactive texts. */
  threads?: number
  log: Pick<Logger, 'info' | 'error'>
  onProgress?: (progress: FetchProgress) => void
  /** The files are there, and a thread loads the model. */
  onThreadStarted?: () => void
}): Promise<Embedder> {
  const files = await ensureModelFiles({ modelDir, onProgress })
  const crew = createEmbeddingPool({
    startThread: (lane) => {
      const lockMemory = new SharedArrayBuffer(INFERENCE_LOCK_BYTES)
      const worker = startWorker('models/embedding-worker', {
        ...files,
        dimensions: DIMENSIONS,
        maxTokens: MAX_TOKENS,
        niceness: lane === 'bulk' ? BULK_NICENESS : 0,
        lockMemory,
      } satisfies EmbeddingWorkerSettings)
      const onProcessExit = () => createInferenceLock(lockMemory).closeAndWait(MAX_INFERENCE_MS)
      process.on('exit', onProcessExit)
      worker.on('exit', () => process.off('exit', onProcessExit))
      return worker
    },
    bulkThreads: threads,
    dimensions: DIMENSIONS,
    log,
  })
  const ready = crew.ready()
  onThreadStarted?.()
  await ready
  log.info({ model: MODEL_NAME, bulkThreads: threads }, 'embedding model loaded')
  return {
    name: MODEL_NAME,
    dimensions: DIMENSIONS,
    embed: async (texts, { priority = 'interactive', signal } = {}) =>
      (await crew.embed(texts, priority, signal)).map(({ vector }) => vector),
    embedPassages: (passages, { priority = 'interactive', signal } = {}) =>
      crew.embed(passages, priority, signal),
    language: 'en',
    close: () => crew.close(),
  }
}

const MODEL_NAME = 'all-MiniLM-L6-v2-int8'
const DIMENSIONS = 384
/** What sentence-transformers reads of a text with this model. */
const MAX_TOKENS = 256
/**
 * Measured on two cores, p95 of a question during a bulk load and idle in the same run: 7.4 to 10.2 ms and
 * 7.2 to 10.9 ms with 10 (six runs), 14.3 and 7.5 ms with 0, 6.7 and 7.0 ms with 19 (one run each). Not 19,
 * because the load went on at 13 passages a second there, at 17 to 20 with 10.
 */
const BULK_NICENESS = 10
/** Far more than loading the model or 256 wordpieces take. */
const MAX_INFERENCE_MS = 2_000

/** Elsewhere than on Linux priorities cannot tell threads apart, so a core is left free for questions. */
function defaultBulkThreads(): number {
  const cores = availableParallelism()
  return Math.max(1, Math.min(process.platform === 'linux' ? cores : cores - 1, MAX_BULK_THREADS))
}

/** Each costs its own copy of the model. */
const MAX_BULK_THREADS = 4
