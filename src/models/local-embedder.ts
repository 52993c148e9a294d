import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { startWorker } from '../start-worker.ts'
import type { Embedder } from './embedder.ts'
import { createEmbeddingQueue, type QueuedText } from './embedding-queue.ts'
import type { EmbeddingWorkerSettings, FromEmbeddingWorker, ToEmbeddingWorker } from './embedding-worker.ts'
import { ensureModelFiles, type ModelProgress } from './model-files.ts'

/**
 * all-MiniLM-L6-v2 in worker threads: the HTTP loop neither tokenizes nor computes.
 *
 * One thread is kept for interactive texts. Further threads start with the first bulk work and prefer
 * interactive texts too; on Linux they run at a lower scheduling priority.
 */
export async function createLocalEmbedder({
  modelDir,
  threads = defaultBulkThreads(),
  log,
  onProgress,
}: {
  modelDir: string
  /** How many threads bulk work may use. */
  threads?: number
  log: Pick<Logger, 'info' | 'error'>
  onProgress?: (progress: ModelProgress) => void
}): Promise<Embedder> {
  const files = await ensureModelFiles({ modelDir, onProgress })
  const waiting = { interactive: createEmbeddingQueue(), bulk: createEmbeddingQueue() }
  const crew: CrewMember[] = []
  let closed = false

  function start(lane: Lane): CrewMember {
    const niceness = lane === 'bulk' ? BULK_NICENESS : 0
    const settings: EmbeddingWorkerSettings = {
      ...files,
      dimensions: DIMENSIONS,
      maxTokens: MAX_TOKENS,
      niceness,
    }
    const worker = startWorker('./embedding-worker', import.meta.url, settings)
    const member: CrewMember = { lane, worker, state: 'starting', texts: [], exited: Promise.resolve() }
    crew.push(member)
    member.exited = new Promise((resolve) => {
      worker.on('message', (message: FromEmbeddingWorker) => {
        settle(member, message)
        member.state = 'idle'
        handOut()
      })
      worker.on('error', (cause) => fail(member, cause))
      worker.on('exit', (code) => {
        if (!closed) fail(member, new Error(`The embedding thread ended with code ${code}`))
        resolve()
      })
    })
    return member
  }

  /** A thread that died takes the texts it had with it, and those that only it could have served. The next call starts another. */
  function fail(member: CrewMember, cause: Error) {
    if (!crew.includes(member)) return
    crew.splice(crew.indexOf(member), 1)
    log.error({ err: cause, lane: member.lane }, 'an embedding thread failed')
    const error = new AppError('unavailable', 'The embedding model stopped working; try again.', { cause })
    for (const text of member.texts) text.fail(error)
    if (!crew.some(({ lane }) => lane === member.lane)) waiting[member.lane].failAll(error)
  }

  function handOut() {
    for (const member of crew) {
      if (member.state !== 'idle') continue
      let texts = waiting.interactive.take(INTERACTIVE_CHARACTERS)
      if (texts.length === 0 && member.lane === 'bulk') texts = waiting.bulk.take(BULK_CHARACTERS)
      if (texts.length === 0) continue
      member.texts = texts
      member.state = 'busy'
      member.worker.postMessage(texts.map(({ text }) => text) satisfies ToEmbeddingWorker)
    }
  }

  function callIn(lane: Lane, count: number) {
    for (let missing = count - crew.filter((member) => member.lane === lane).length; missing > 0; missing--) {
      start(lane)
    }
  }

  await untilReady(start('interactive').worker)
  log.info({ model: NAME, bulkThreads: threads }, 'embedding model loaded')

  return {
    name: NAME,
    dimensions: DIMENSIONS,
    embed(texts, { priority = 'interactive', signal } = {}) {
      if (closed) return Promise.reject(closedError())
      const vectors = waiting[priority].add(texts, signal)
      if (texts.length > 0) callIn(priority, priority === 'bulk' ? threads : 1)
      handOut()
      return vectors
    },
    async close() {
      closed = true
      waiting.interactive.failAll(closedError())
      waiting.bulk.failAll(closedError())
      for (const { worker } of crew) worker.postMessage('close' satisfies ToEmbeddingWorker)
      await Promise.all(crew.map(({ exited }) => exited))
    },
  }
}

const NAME = 'all-MiniLM-L6-v2-int8'
const DIMENSIONS = 384
/** What the model was trained with; more would be read but adds little. */
const MAX_TOKENS = 256

const BULK_NICENESS = 10
/** One message to a thread: enough that the way to and fro does not count, little enough that turns stay short. */
const INTERACTIVE_CHARACTERS = 250
const BULK_CHARACTERS = 2_000

type Lane = 'interactive' | 'bulk'

interface CrewMember {
  lane: Lane
  worker: Worker
  state: 'starting' | 'idle' | 'busy'
  /** What it is computing now. */
  texts: QueuedText[]
  exited: Promise<void>
}

/** Elsewhere than on Linux priorities cannot tell threads apart, so a core is left free for questions. */
function defaultBulkThreads(): number {
  const cores = availableParallelism()
  return Math.max(1, Math.min(process.platform === 'linux' ? cores : cores - 1, MAX_BULK_THREADS))
}

/** Each costs its own copy of the model. */
const MAX_BULK_THREADS = 4

function untilReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.once('message', () => resolve())
    worker.once('error', (cause) => {
      reject(new AppError('unavailable', 'The embedding model could not be loaded.', { cause }))
    })
  })
}

function settle(member: CrewMember, message: FromEmbeddingWorker): void {
  const texts = member.texts
  member.texts = []
  if (message === 'ready') return
  if ('error' in message) {
    const error = new AppError('internal', 'A text could not be embedded.', { cause: message.error })
    for (const text of texts) text.fail(error)
    return
  }
  for (const [i, text] of texts.entries()) {
    text.deliver(message.vectors.slice(i * DIMENSIONS, (i + 1) * DIMENSIONS))
  }
}

function closedError() {
  return new AppError('unavailable', 'The embedding model was shut down.')
}
