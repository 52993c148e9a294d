import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { PassageText } from './embedder.ts'
import { createInferenceLock } from './inference-lock.ts'
import type { InferenceSettings } from './inference-thread.ts'
import { findModelFiles } from './model-files.ts'
import type { Reading } from './reader.ts'
import { buildReaderInput, type ReaderInput } from './reader-input.ts'
import { interpretScores } from './reader-output.ts'
import { loadWordpieceTokenizer } from './wordpiece-tokenizer.ts'

export interface ReaderWorkerSettings extends InferenceSettings {
  /** Threads of one inference. */
  threads: number
  /** Word pieces of a question or statement; the rest is cut off. */
  maxQuestionPieces: number
}

export type ReaderWorkerRequest = { question: string; passages: readonly PassageText[] } | 'close'
export type ReaderWorkerResponse = 'ready' | { readings: Reading[] } | { error: Error }

if (parentPort) void runWorker(parentPort, workerData as ReaderWorkerSettings)

async function runWorker(port: MessagePort, settings: ReaderWorkerSettings): Promise<void> {
  const lock = createInferenceLock(settings.lockMemory)
  const { modelPath, tokenizerPath } = findModelFiles(settings.model, settings.modelDir)
  const tokenizer = loadWordpieceTokenizer(tokenizerPath)
  lock.acquire()
  const session = await InferenceSession.create(modelPath, {
    intraOpNumThreads: settings.threads,
    interOpNumThreads: 1,
    graphOptimizationLevel: 'all',
    logSeverityLevel: 3,
    // Threads that spin while they wait take the processor from indexing, and from each other on a busy machine.
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  }).finally(lock.release)

  /**
   * Reads one passage per inference: the model scales its 8-bit activations over the whole input, so scores of a batch
   * depend on which passages share it.
   */
  async function readPassage(question: string, passage: PassageText): Promise<Reading> {
    const input = buildReaderInput(tokenizer, question, passage, settings.maxQuestionPieces)
    lock.acquire()
    const scores = await runModel(session, input).finally(lock.release)
    return interpretScores(scores, input, passage.sentences.length)
  }

  async function answerRequest(message: ReaderWorkerRequest): Promise<void> {
    if (message === 'close') {
      await session.release()
      // Ends the thread by closing its last listener; terminate() could interrupt native code.
      port.close()
      return
    }
    const readings: Reading[] = []
    for (const passage of message.passages) readings.push(await readPassage(message.question, passage))
    port.postMessage({ readings } satisfies ReaderWorkerResponse)
  }

  // Warm-up: the first inference takes several times as long as the next ones. Requests that come before its end wait in
  // the port, because the lock admits one inference.
  await readPassage('ready?', { context: '', sentences: ['Yes, the model is loaded.'] })
  // Serialized: a session must not be released during an inference.
  let work = Promise.resolve()
  port.on('message', (message: ReaderWorkerRequest) => {
    work = work
      .then(() => answerRequest(message))
      .catch((cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause))
        port.postMessage({ error } satisfies ReaderWorkerResponse)
      })
  })
  port.postMessage('ready' satisfies ReaderWorkerResponse)
}

async function runModel(session: InferenceSession, { ids, passageStart }: ReaderInput) {
  const shape = [1, ids.length]
  const outputs = await session.run({
    input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
    attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new Tensor('int64', new BigInt64Array(ids.length).fill(1n, passageStart), shape),
  })
  const [relevance, answers, supports] = floats(outputs, 'logits')
  const scores = {
    relevance: relevance!,
    answers: answers!,
    supports: supports!,
    start: floats(outputs, 'start_logits').slice(),
    end: floats(outputs, 'end_logits').slice(),
    evidence: floats(outputs, 'evidence_logits').slice(),
  }
  for (const output of Object.values(outputs)) output.dispose()
  return scores
}

function floats(outputs: InferenceSession.OnnxValueMapType, name: string): Float32Array {
  const data = (outputs[name] as Tensor | undefined)?.data
  if (!(data instanceof Float32Array)) throw new Error(`The model returned no float32 ${name}`)
  return data
}
