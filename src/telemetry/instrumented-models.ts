import type { ChatModel } from '../models/chat.ts'
import type { Embedder, EmbedOptions } from '../models/embedder.ts'
import type { Telemetry } from './telemetry.ts'

export interface Instrumented<T> {
  model: T
  /** Tells whether the last call failed. */
  isFailing(): boolean
}

/** Wraps an embedder so that each call is a span, and tracks whether the last one failed. */
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

/** Wraps a language model so that each call is a span, and tracks whether the last one failed. */
export function instrumentChat(chat: ChatModel, telemetry: Telemetry): Instrumented<ChatModel> {
  const calls = createFailureTracker()
  const { callTool } = chat
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
      ...(callTool && {
        // Not tracked: a server without tools works.
        callTool: (input, tool) =>
          telemetry.span(
            'chat',
            {
              kind: 'client',
              attributes: {
                'gen_ai.operation.name': 'chat',
                'gen_ai.request.model': chat.name,
                'lorewell.tool': tool.name,
              },
            },
            () => callTool.call(chat, input, tool),
          ),
      }),
    },
  }
}

/** Tracks whether the last call failed. An aborted call says nothing about the model. */
function createFailureTracker() {
  let isFailing = false
  const record = (signal: AbortSignal | undefined, hasFailed: boolean) => {
    if (!signal?.aborted) isFailing = hasFailed
  }
  return {
    isFailing: () => isFailing,
    async track<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
      try {
        const result = await work()
        record(signal, false)
        return result
      } catch (error) {
        record(signal, true)
        throw error
      }
    },
    async *trackStream<T>(signal: AbortSignal | undefined, parts: () => AsyncIterable<T>): AsyncGenerator<T> {
      try {
        yield* parts()
        record(signal, false)
      } catch (error) {
        record(signal, true)
        throw error
      }
    },
  }
}
