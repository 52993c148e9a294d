import type { ChatModel } from '../models/chat.ts'
import type { Embedder, EmbedOptions } from '../models/embedder.ts'
import type { Telemetry } from './telemetry.ts'

export interface Instrumented<T> {
  model: T
  /** Whether its last call failed. */
  isFailing(): boolean
}

/** The same embedder, with its calls in the trace and its last failure remembered. */
export function instrumentEmbedder(embedder: Embedder, telemetry: Telemetry): Instrumented<Embedder> {
  const calls = createFailureTracker()
  const embed = <T>(count: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> =>
    telemetry.span(
      'embeddings',
      {
        kind: 'client',
        attributes: {
          'gen_ai.operation.name': 'embeddings',
          'gen_ai.request.model': embedder.name,
          'lorewell.texts': count,
        },
      },
      () => calls.track(signal, work),
    )
  const { embedPassages } = embedder
  return {
    isFailing: calls.isFailing,
    model: {
      get name() {
        return embedder.name
      },
      get dimensions() {
        return embedder.dimensions
      },
      ...(embedder.language !== undefined && { language: embedder.language }),
      embed: (texts: string[], options?: EmbedOptions) =>
        embed(texts.length, options?.signal, () => embedder.embed(texts, options)),
      ...(embedPassages && {
        embedPassages: (passages, options) =>
          embed(passages.length, options?.signal, () => embedPassages.call(embedder, passages, options)),
      }),
      close: () => embedder.close(),
    },
  }
}

/** The same language model, with its calls in the trace and its last failure remembered. */
export function instrumentChat(chat: ChatModel, telemetry: Telemetry): Instrumented<ChatModel> {
  const calls = createFailureTracker()
  return {
    isFailing: calls.isFailing,
    model: {
      name: chat.name,
      stream: (input) =>
        telemetry.streamSpan(
          'chat',
          {
            kind: 'client',
            attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': chat.name },
          },
          () => calls.trackStream(input.signal, () => chat.stream(input)),
        ),
    },
  }
}

/** Who gives a call up is not a sign of a model that fails. */
function createFailureTracker() {
  let isFailing = false
  const ended = (signal: AbortSignal | undefined, hasFailed: boolean) => {
    if (!signal?.aborted) isFailing = hasFailed
  }
  return {
    isFailing: () => isFailing,
    async track<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
      try {
        const result = await work()
        ended(signal, false)
        return result
      } catch (error) {
        ended(signal, true)
        throw error
      }
    },
    async *trackStream<T>(signal: AbortSignal | undefined, parts: () => AsyncIterable<T>): AsyncGenerator<T> {
      try {
        yield* parts()
        ended(signal, false)
      } catch (error) {
        ended(signal, true)
        throw error
      }
    },
  }
}
