import type { PassageText, PassageVectors } from './embedder.ts'

export type EmbeddingInput = string | PassageText

/** A text that waits for its vector. */
export interface QueuedText {
  text: EmbeddingInput
  deliver(vectors: PassageVectors): void
  fail(error: unknown): void
}

export interface EmbeddingQueue {
  add(texts: readonly EmbeddingInput[], signal?: AbortSignal): Promise<PassageVectors[]>
  /** Removes and returns the next texts: at most `maxCharacters` in total, but at least one if any is queued. */
  take(maxCharacters: number): QueuedText[]
  failAll(error: unknown): void
}

/**
 * A queue that serves its calls round-robin, text by text, so that a call with one text does not wait for a call with a
 * thousand. A call settles once: after an abort or an error its other texts are dropped.
 */
export function createEmbeddingQueue(): EmbeddingQueue {
  let calls: EmbedCall[] = []

  function drop(call: EmbedCall) {
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
          drop(call)
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
        taken.push(toQueuedText(call, index, text, drop))
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
  drop: (call: EmbedCall) => void,
): QueuedText {
  return {
    text,
    deliver(vectors) {
      call.vectors[index] = vectors
      call.pendingCount--
      if (call.pendingCount === 0) call.resolve(call.vectors)
    },
    fail(error) {
      drop(call)
      call.reject(error)
    },
  }
}
