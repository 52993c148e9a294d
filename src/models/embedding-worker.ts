import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { EmbeddingInput } from './embedding-queue.ts'
import { createInferenceLock } from './inference-lock.ts'
import { l2Normalize } from './l2-normalize.ts'
import { loadWordpieceTokenizer } from './wordpiece-tokenizer.ts'

export interface EmbeddingWorkerSettings {
  modelPath: string
  tokenizerPath: string
  dimensions: number
  maxTokens: number
  /** How far the scheduler puts this thread behind the others, 0 to 19. */
  niceness: number
  lockMemory: SharedArrayBuffer
}

/** Texts to embed, or the word that no more will come. */
export type EmbeddingWorkerRequest = EmbeddingInput[] | 'close'

/** The vectors one behind the other in the order of the texts, and those of the passages' sentences likewise. */
export type EmbeddingWorkerResponse =
  | 'ready'
  | { vectors: Float32Array; sentences: Int8Array }
  | { error: Error }

// The rest is the thread itself: this file is only ever run as a worker.
if (parentPort) await runWorker(parentPort, workerData as EmbeddingWorkerSettings)

async function runWorker(port: MessagePort, settings: EmbeddingWorkerSettings): Promise<void> {
  // On Linux a niceness belongs to the thread; elsewhere this call would slow down the whole process.
  if (settings.niceness > 0 && process.platform === 'linux') setPriority(settings.niceness)
  const guard = createInferenceLock(settings.lockMemory)
  const wordpiece = loadWordpieceTokenizer(settings.tokenizerPath)
  guard.acquire()
  const session = await InferenceSession.create(settings.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  }).finally(guard.release)

  /**
   * One text at a time: no padding, and no neighbours. The model scales its 8-bit activations over the whole
   * input, so in a batch of 16 a text got another vector than alone (cosine 0.994 in the middle, 0.989 at worst).
   * And batches gain nothing: a core did 15.1 passages of 180 tokens a second singly, 14.6 in sixteens.
   */
  async function embed(text: EmbeddingInput): Promise<{ vector: Float32Array; sentences: Int8Array[] }> {
    const parts = typeof text === 'string' ? [text] : [text.context, ...text.sentences]
    const { ids, ends } = wordpiece.encodeParts(parts, settings.maxTokens)
    const shape = [1, ids.length]
    const { last_hidden_state: hidden } = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    })
    const rows = hidden?.data
    if (!(rows instanceof Float32Array)) throw new Error('The model gave no float32 last_hidden_state')
    const vector = sumRows(rows, settings.dimensions, 0, ids.length)
    const sentences =
      typeof text === 'string'
        ? []
        : text.sentences.map((_, i) =>
            quantizeToInt8(sumRows(rows, settings.dimensions, ends[i] as number, ends[i + 1] as number)),
          )
    hidden?.dispose()
    // The sum has the direction of the mean, which is all that is left of it at length 1.
    if (!l2Normalize(vector)) throw new Error('The model gave a vector without a direction')
    return { vector, sentences }
  }

  async function embedAll(texts: EmbeddingInput[]): Promise<void> {
    const vectors = new Float32Array(texts.length * settings.dimensions)
    const parts: Int8Array[] = []
    for (const [i, text] of texts.entries()) {
      guard.acquire()
      const { vector, sentences } = await embed(text).finally(guard.release)
      vectors.set(vector, i * settings.dimensions)
      parts.push(...sentences)
    }
    const sentences = new Int8Array(parts.length * settings.dimensions)
    for (const [i, part] of parts.entries()) sentences.set(part, i * settings.dimensions)
    port.postMessage({ vectors, sentences } satisfies EmbeddingWorkerResponse, [
      vectors.buffer,
      sentences.buffer,
    ])
  }

  /** The thread ends by itself once nothing listens; terminate() might interrupt native code. */
  async function close(): Promise<void> {
    await session.release()
    port.close()
  }

  // In order: a session must not be released while it computes.
  let work = Promise.resolve()
  port.on('message', (message: EmbeddingWorkerRequest) => {
    work = work
      .then(() => (message === 'close' ? close() : embedAll(message)))
      .catch((cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        port.postMessage({ error } satisfies EmbeddingWorkerResponse)
      })
  })
  // The first text takes several times as long as the next ones: better nobody's.
  guard.acquire()
  await embed('ready').finally(guard.release)
  port.postMessage('ready' satisfies EmbeddingWorkerResponse)
}

function sumRows(rows: Float32Array, width: number, from: number, to: number): Float32Array {
  const sum = new Float32Array(width)
  for (let start = from * width; start < to * width; start += width) {
    for (let i = 0; i < width; i++) sum[i] = sum[i]! + rows[start + i]!
  }
  return sum
}

/** Ranking by sentences did not change in the fourth digit of nDCG; it did with four bits and with fewer. */
function quantizeToInt8(vector: Float32Array): Int8Array {
  const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return largest === 0
    ? new Int8Array(vector.length)
    : Int8Array.from(vector, (value) => (value * 127) / largest)
}
