import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { scaleToUnitLength } from './unit-length.ts'
import { loadWordpiece } from './wordpiece.ts'

export interface EmbeddingWorkerSettings {
  modelPath: string
  tokenizerPath: string
  dimensions: number
  maxTokens: number
  /** How far the scheduler puts this thread behind the others, 0 to 19. */
  niceness: number
}

/** Texts to embed, or the word that no more will come. */
export type ToEmbeddingWorker = string[] | 'close'

/** The vectors one behind the other in the order of the texts. */
export type FromEmbeddingWorker = 'ready' | { vectors: Float32Array } | { error: Error }

// The rest is the thread itself: this file is only ever run as a worker.
if (parentPort) await serve(parentPort, workerData as EmbeddingWorkerSettings)

async function serve(port: MessagePort, settings: EmbeddingWorkerSettings): Promise<void> {
  // On Linux a niceness belongs to the thread; elsewhere this call would slow down the whole process.
  if (settings.niceness > 0 && process.platform === 'linux') setPriority(settings.niceness)
  const wordpiece = loadWordpiece(settings.tokenizerPath)
  const session = await InferenceSession.create(settings.modelPath, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
  })

  async function embed(text: string): Promise<Float32Array> {
    const ids = wordpiece.encode(text, settings.maxTokens)
    const shape = [1, ids.length]
    const { last_hidden_state: hidden } = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    })
    if (!(hidden?.data instanceof Float32Array))
      throw new Error('The model gave no float32 last_hidden_state')
    const vector = sumOfRows(hidden.data, settings.dimensions)
    hidden.dispose()
    // The sum has the direction of the mean, which is all that is left of it at length 1.
    if (!scaleToUnitLength(vector)) throw new Error('The model gave a vector without a direction')
    return vector
  }

  async function embedAll(texts: string[]): Promise<void> {
    const vectors = new Float32Array(texts.length * settings.dimensions)
    for (const [i, text] of texts.entries()) vectors.set(await embed(text), i * settings.dimensions)
    port.postMessage({ vectors } satisfies FromEmbeddingWorker, [vectors.buffer])
  }

  /** The thread ends by itself once nothing listens; terminate() might interrupt native code. */
  async function close(): Promise<void> {
    await session.release()
    port.close()
  }

  // In order: a session must not be released while it computes.
  let work = Promise.resolve()
  port.on('message', (message: ToEmbeddingWorker) => {
    work = work
      .then(() => (message === 'close' ? close() : embedAll(message)))
      .catch((cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        port.postMessage({ error } satisfies FromEmbeddingWorker)
      })
  })
  port.postMessage('ready' satisfies FromEmbeddingWorker)
}

function sumOfRows(rows: Float32Array, width: number): Float32Array {
  const sum = new Float32Array(width)
  for (let start = 0; start < rows.length; start += width) {
    for (let i = 0; i < width; i++) sum[i] = sum[i]! + rows[start + i]!
  }
  return sum
}
