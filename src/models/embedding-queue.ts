import type { PassageText, PassageVectors } from './embedder.ts'

export type TextToEmbed = string | PassageText

/** One text waiting for its vector. */
export interface QueuedText {
  text: TextToEmbed
  deliver(vectors: PassageVectors): void
  fail(error: unknown): void
}

export interface EmbeddingQueue {
  add(texts: readonly TextToEmbed[], signal?: AbortSignal): Promise<PassageVectors[]>
  /** Removes the next texts: at most `maxCharacters` in sum, but always at least one if any waits. */
  take(maxCharacters: number): QueuedText[]
  failAll(error: unknown): void
}

/**
 * Calls take turns text by text, so a call with a thousand texts does not make a call with one wait for it.
 * A call settles once: after an abort or an error its other texts are forgotten.
 */
export function createEmbeddingQueue(): EmbeddingQueue {
  let calls: Call[] = []

  function forget(call: Call) {
    calls = calls.filter((other) => other !== call)
  }

  return {
    add(texts, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      if (texts.length === 0) return Promise.resolve([])
      return new Promise((resolve, reject) => {
        const call: Call = {
          texts,
          next: 0,
          vectors: new Array(texts.length),
          left: texts.length,
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
        const index = call.next
        const text = call.texts[index]!
        characters += lengthOf(text)
        if (taken.length > 0 && characters > maxCharacters) break
        call.next++
        calls.shift()
        if (call.next < call.texts.length) calls.push(call)
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

interface Call {
  texts: readonly TextToEmbed[]
  next: number
  vectors: PassageVectors[]
  left: number
  resolve(vectors: PassageVectors[]): void
  reject(error: unknown): void
}

function lengthOf(text: TextToEmbed): number {
  if (typeof text === 'string') return text.length
  return text.sentences.reduce((sum, sentence) => sum + sentence.length, text.context.length)
}

function toQueuedText(
  call: Call,
  index: number,
  text: TextToEmbed,
  forget: (call: Call) => void,
): QueuedText {
  return {
    text,
    deliver(vectors) {
      call.vectors[index] = vectors
      call.left--
      if (call.left === 0) call.resolve(call.vectors)
    },
    fail(error) {
      forget(call)
      call.reject(error)
    },
  }
}
