import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { startWorker } from '../start-worker.ts'
import { COMPUTE_GATE_BYTES, createComputeGate } from './compute-gate.ts'
import type { Embedder } from './embedder.ts'
import { createEmbeddingCrew } from './embedding-crew.ts'
import type { EmbeddingWorkerSettings } from './embedding-worker.ts'
import { ensureModelFiles } from './model-files.ts'
import type { FetchProgress } from './verified-files.ts'

/**
 * all-MiniLM-L6-v2 in threads of its own: the HTTP loop neither tokenizes nor computes. Fetches the model if
 * need be.
 *
 * Each thread has a session that computes in this thread alone: two such threads did 28.9 passages a second
 * on two cores, one session with two threads inside 27.0 at best, because those wait for each other at every
 * layer. The thread for interactive texts leaves the cores to bulk work while nobody asks; when somebody does,
 * the scheduler puts the bulk threads back (`BULK_NICENESS`).
 */
export async function createLocalEmbedder({
  modelDir,
  threads = defaultBulkThreads(),
  log,
  onProgress,
}: {
  modelDir: string
  /** How many threads bulk work may use; one more is kept for interactive texts. */
  threads?: number
  log: Pick<Logger, 'info' | 'error'>
  onProgress?: (progress: FetchProgress) => void
}): Promise<Embedder> {
  const files = await ensureModelFiles({ modelDir, onProgress })
  const crew = createEmbeddingCrew({
    startThread: (lane) => {
      const gateMemory = new SharedArrayBuffer(COMPUTE_GATE_BYTES)
      const worker = startWorker('./embedding-worker', import.meta.url, {
        ...files,
        dimensions: DIMENSIONS,
        maxTokens: MAX_TOKENS,
        niceness: lane === 'bulk' ? BULK_NICENESS : 0,
        gateMemory,
      } satisfies EmbeddingWorkerSettings)
      const onProcessExit = () => createComputeGate(gateMemory).shut(LONGEST_COMPUTATION_MS)
      process.on('exit', onProcessExit)
      worker.on('exit', () => process.off('exit', onProcessExit))
      return worker
    },
    bulkThreads: threads,
    dimensions: DIMENSIONS,
    log,
  })
  await crew.ready()
  log.info({ model: NAME, bulkThreads: threads }, 'embedding model loaded')
  return {
    name: NAME,
    dimensions: DIMENSIONS,
    embed: (texts, { priority = 'interactive', signal } = {}) => crew.embed(texts, priority, signal),
    close: () => crew.close(),
  }
}

const NAME = 'all-MiniLM-L6-v2-int8'
const DIMENSIONS = 384
/** What sentence-transformers reads of a text with this model. */
const MAX_TOKENS = 256
/**
 * With 10 a question's p95 was 10.2 ms during a bulk load, against 7.6 ms without one and 14.3 ms at equal
 * priority; with 19 it was 6.7 ms, but questions without a pause then halved the load's speed.
 */
const BULK_NICENESS = 10
/** Far more than loading the model or 256 wordpieces take. */
const LONGEST_COMPUTATION_MS = 2_000

/** Elsewhere than on Linux priorities cannot tell threads apart, so a core is left free for questions. */
function defaultBulkThreads(): number {
  const cores = availableParallelism()
  return Math.max(1, Math.min(process.platform === 'linux' ? cores : cores - 1, MAX_BULK_THREADS))
}

/** Each costs its own copy of the model. */
const MAX_BULK_THREADS = 4
