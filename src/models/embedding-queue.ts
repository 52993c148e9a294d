import type { PassageText, PassageVectors } from './embedder.ts'

export type EmbeddingInput = string | PassageText

/** One text waiting for its vector. */
export interface QueuedText {
  text: EmbeddingInput
  deliver(vectors: PassageVectors): void
  fail(error: unknown): void
}

export interface EmbeddingQueue {
  add(texts: readonly EmbeddingInput[], signal?: AbortSignal): Promise<PassageVectors[]>
  /** Removes the next texts: at most `maxCharacters` in sum, but always at least one if any waits. */
  take(maxCharacters: number): QueuedText[]
  failAll(error: unknown): void
}

/**
 * Calls take turns text by text, so a call with a thousand texts does not make a call with one wait for it.
 * A call settles once: after an abort or an error its other texts are forgotten.
 */
export function createEmbeddingQueue(): EmbeddingQueue {
  let calls: EmbedCall[] = []

  function forget(call: EmbedCall) {
    calls = calls.filter((other) => other !== call)
  }

  return {
    add(texts, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (texts.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const call: EmbedCall = {
          texts,
          nextIndex: 0,
          vectors: new Array(texts.length),
          pendingCount: texts.length,
          resolve,
          reject,
        }
        calls.push(call)
        if (!signal) return
        const onAbort = () => {
          forget(call)
          reject(signal.reason)
        }
        signal.addEventListener('abort', onAbort, { once: true })
        const stopListening = () => signal.removeEventListener('abort', onAbort)
        call.resolve = (vectors) => {
          stopListening()
          resolve(vectors)
        }
        call.reject = (error) => {
          stopListening()
          reject(error)
        }
      })
    },

    take(maxCharacters) {
      const taken: QueuedText[] = []
      let characters = 0
      for (let call = calls[0]; call; call = calls[0]) {
        const index = call.nextIndex
        const text = call.texts[index]!
        characters += characterCount(text)
        if (taken.length > 0 && characters > maxCharacters) break
        call.nextIndex++
        calls.shift()
        if (call.nextIndex < call.texts.length) calls.push(call)
        taken.push(toQueuedText(call, index, text, forget))
      }
      return taken
    },

    failAll(error) {
      const failing = calls
      calls = []
      for (const call of failing) call.reject(error)
    },
  }
}

interface EmbedCall {
  texts: readonly EmbeddingInput[]
  nextIndex: number
  vectors: PassageVectors[]
  pendingCount: number
  resolve(vectors: PassageVectors[]): void
  reject(error: unknown): void
}

function characterCount(text: EmbeddingInput): number {
  if (typeof text === 'string') return text.length
  return text.sentences.reduce((sum, sentence) => sum + sentence.length, text.context.length)
}

function toQueuedText(
  call: EmbedCall,
  index: number,
  text: EmbeddingInput,
  forget: (call: EmbedCall) => void,
): QueuedText {
  return {
    text,
    deliver(vectors) {
      call.vectors[index] = vectors
      call.pendingCount--
      if (call.pendingCount === 0) call.resolve(call.vectors)
    },
    fail(error) {
      forget(call)
      call.reject(error)
    },
  }
}
