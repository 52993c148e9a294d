import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { AppError } from '../errors.ts'
import { bulkPause } from './bulk-pause.ts'
import { startInferenceThread } from './inference-thread.ts'
import { type ModelFile, otherLanguagesFile, readerFile, verifierFile } from './model-files.ts'
import { otherReaderLanguages, type Reader } from './reader.ts'
import { maxQuestionPieces, maxStatementPieces } from './reader-input.ts'
import { createReaderQueue, maxPassages, type ReaderQueue } from './reader-queue.ts'
import type { ReaderWorkerSettings } from './reader-worker.ts'

/**
 * Runs the reader in a worker thread, and loads it at once; a question that comes before it is loaded waits. Its session uses
 * several threads at normal priority, and bulk embedding waits while a question is read. Two more models are loaded when they
 * are first needed: the one for other languages with the first such question, and the verifier with the first statement, since
 * without a language model there is none.
 */
export function createLocalReader({
  modelDir = '',
  threads = Math.min(availableParallelism(), maxThreads),
  readerModel = readerFile,
  otherLanguagesModel = otherLanguagesFile,
  verifierModel = verifierFile,
  log,
}: {
  /** Where the models are looked for first; '' for those that ship with the product. */
  modelDir?: string
  threads?: number
  readerModel?: ModelFile
  otherLanguagesModel?: ModelFile
  verifierModel?: ModelFile
  log: Pick<Logger, 'info' | 'warn' | 'error'>
}): Reader {
  const load = async (name: string, model: ModelFile, maxPieces: number): Promise<ReaderQueue> => {
    const settings = { model, modelDir, threads, maxQuestionPieces: maxPieces }
    const queue = createReaderQueue({
      startThread: () => startInferenceThread<ReaderWorkerSettings>('models/reader-worker', settings),
      pause: bulkPause,
      log,
    })
    await queue.ready()
    log.info({ model: name, threads }, 'reader model loaded')
    return queue
  }
  const reader = createLazyQueue({
    load: () => load(readerName, readerModel, maxQuestionPieces),
    onFailure: (err) =>
      log.warn(
        { err },
        `The reader cannot be used: ${(err as Error).message} Until then, answers are chosen by words and similarity.`,
      ),
  })
  void reader.get()
  const otherLanguages = createLazyQueue({
    load: () => load(otherLanguagesName, otherLanguagesModel, maxQuestionPieces),
    onFailure: (err) =>
      log.warn({ err }, 'the reader for other languages cannot be used; their answers are chosen by words'),
  })
  const verifier = createLazyQueue({
    load: () => load(verifierName, verifierModel, maxStatementPieces),
    onFailure: (err) => log.warn({ err }, 'the verifier cannot be used; the reader verifies written answers'),
  })
  /** Both models share the processor: questions that wait for either one count. */
  const smallestBudget = () =>
    Math.min(...[reader, otherLanguages].map((queue) => queue.loaded()?.passageBudget ?? maxPassages))
  const otherLanguageReader = {
    languages: otherReaderLanguages,
    get passageBudget() {
      return smallestBudget()
    },
    read: otherLanguages.read,
  }

  return {
    name: readerName,
    language: 'en',
    get passageBudget() {
      return smallestBudget()
    },
    read: reader.read,
    get otherLanguages() {
      return otherLanguages.failure() === undefined ? otherLanguageReader : undefined
    },
    async verify(statement, passage, signal) {
      const queue = await verifier.get()
      signal?.throwIfAborted()
      const readings = await queue?.read(statement, [passage], signal)
      return readings?.[0]?.supports
    },
    async close() {
      await Promise.all([reader.close(), otherLanguages.close(), verifier.close()])
    },
  }
}

const readerName = 'lorewell-reader-2'
const otherLanguagesName = 'lorewell-reader-other-languages-1'
const verifierName = 'lorewell-verifier-1'
const maxThreads = 4

/** Loads a model with the first use, or with `get`. One that can't be loaded is not tried again. */
function createLazyQueue({
  load,
  onFailure,
}: {
  load: () => Promise<ReaderQueue>
  onFailure: (error: unknown) => void
}) {
  let loading: Promise<ReaderQueue | undefined> | undefined
  let loaded: ReaderQueue | undefined
  let isClosed = false
  let failure: unknown
  function get(): Promise<ReaderQueue | undefined> {
    if (!isClosed)
      loading ??= load().then(
        (queue) => {
          loaded = queue
          return queue
        },
        (error: unknown) => {
          failure = error
          onFailure(error)
          return undefined
        },
      )
    return loading ?? Promise.resolve(undefined)
  }
  return {
    /** Resolves to undefined if the model can't be used. */
    get,
    async read(...[question, passages, signal]: Parameters<Reader['read']>) {
      const queue = await get()
      if (!queue) throw failure ?? new AppError('unavailable', 'The reader was shut down.')
      return queue.read(question, passages, signal)
    },
    /** Undefined until the model is loaded. */
    loaded: () => loaded,
    /** Why the model can't be used; undefined as long as it can. */
    failure: () => failure,
    async close(): Promise<void> {
      isClosed = true
      const queue = await loading
      await queue?.close()
    },
  }
}
