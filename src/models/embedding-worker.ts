import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { createBulkPause } from './bulk-pause.ts'
import type { EmbeddingInput } from './embedding-queue.ts'
import { createInferenceLock } from './inference-lock.ts'
import type { InferenceSettings } from './inference-thread.ts'
import { l2Normalize } from './l2-normalize.ts'
import { findModelFiles } from './model-files.ts'
import { loadWordpieceTokenizer } from './wordpiece-tokenizer.ts'

export interface EmbeddingWorkerSettings extends InferenceSettings {
  dimensions: number
  maxTokens: number
  /** Scheduling priority of the thread, 0 (normal) to 19 (lowest). */
  niceness: number
  /** Of the `BulkPause` that the thread waits for before each text. */
  pauseMemory?: SharedArrayBuffer
}

export type EmbeddingWorkerRequest = EmbeddingInput[] | 'close'

/** The vectors of the texts, concatenated in their order, and those of the passages' sentences likewise. */
export type EmbeddingWorkerResponse = 'ready' | { vectors: Float32Array; sentences: Int8Array } | { error: Error }

if (parentPort) void runWorker(parentPort, workerData as EmbeddingWorkerSettings)

async function runWorker(port: MessagePort, settings: EmbeddingWorkerSettings): Promise<void> {
  // On Linux niceness applies to the thread; elsewhere this call would slow down the whole process.
  if (settings.niceness > 0 && process.platform === 'linux') setPriority(settings.niceness)
  const pause = settings.pauseMemory && createBulkPause(settings.pauseMemory)
  const lock = createInferenceLock(settings.lockMemory)
  const { modelPath, tokenizerPath } = findModelFiles(settings.model, settings.modelDir)
  const wordpiece = loadWordpieceTokenizer(tokenizerPath)
  lock.acquire()
  const session = await InferenceSession.create(modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  }).finally(lock.release)

  /**
   * Embeds one text per inference. The model scales its 8-bit activations over the whole input, so a text's vector
   * depends on its batch (cosine to the single vector in a batch of 16: median 0.994, minimum 0.989). Batches are no
   * faster either: a core embeds 15.1 passages of 180 tokens per second singly, 14.6 in batches of 16.
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
    if (!(rows instanceof Float32Array)) throw new Error('The model returned no float32 last_hidden_state')
    const vector = sumRows(rows, settings.dimensions, 0, ids.length)
    const sentences =
      typeof text === 'string'
        ? []
        : text.sentences.map((_, i) =>
            quantizeToInt8(sumRows(rows, settings.dimensions, ends[i] as number, ends[i + 1] as number)),
          )
    hidden?.dispose()
    // Normalized, the sum equals the mean.
    if (!l2Normalize(vector)) throw new Error('The model returned a vector without a direction')
    return { vector, sentences }
  }

  async function embedAll(texts: EmbeddingInput[]): Promise<void> {
    const vectors = new Float32Array(texts.length * settings.dimensions)
    const sentenceVectors: Int8Array[] = []
    for (const [i, text] of texts.entries()) {
      pause?.wait(maxPauseMs)
      lock.acquire()
      const { vector, sentences } = await embed(text).finally(lock.release)
      vectors.set(vector, i * settings.dimensions)
      sentenceVectors.push(...sentences)
    }
    const sentences = new Int8Array(sentenceVectors.length * settings.dimensions)
    for (const [i, vector] of sentenceVectors.entries()) sentences.set(vector, i * settings.dimensions)
    port.postMessage({ vectors, sentences } satisfies EmbeddingWorkerResponse, [vectors.buffer, sentences.buffer])
  }

  /** Ends the thread by closing its last listener; terminate() could interrupt native code. */
  async function close(): Promise<void> {
    await session.release()
    port.close()
  }

  // Serialized: a session must not be released during an inference.
  let work = Promise.resolve()
  port.on('message', (message: EmbeddingWorkerRequest) => {
    work = work
      .then(() => (message === 'close' ? close() : embedAll(message)))
      .catch((cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        port.postMessage({ error } satisfies EmbeddingWorkerResponse)
      })
  })
  // Warm-up: the first inference takes several times as long as the next ones.
  lock.acquire()
  await embed('ready').finally(lock.release)
  port.postMessage('ready' satisfies EmbeddingWorkerResponse)
}

/** Continuous questions leave bulk embedding three to four texts a second and thread. */
const maxPauseMs = 250

function sumRows(rows: Float32Array, width: number, from: number, to: number): Float32Array {
  const sum = new Float32Array(width)
  for (let start = from * width; start < to * width; start += width) {
    for (let i = 0; i < width; i++) sum[i] = sum[i]! + rows[start + i]!
  }
  return sum
}

/** With eight bits nDCG stays the same to four digits; with four bits and fewer it does not. */
function quantizeToInt8(vector: Float32Array): Int8Array {
  const largest = vector.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
  return largest === 0 ? new Int8Array(vector.length) : Int8Array.from(vector, (value) => (value * 127) / largest)
}
