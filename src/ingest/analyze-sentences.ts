import { analyze } from './analyze.ts'
import { splitSentences } from './sentences.ts'

export interface AnalyzedSentence {
  text: string
  terms: ReadonlySet<string>
}

const cacheLimit = 2000
const cache = new Map<string, readonly AnalyzedSentence[]>()

/**
 * Returns the sentences of a passage with their terms. Cached (LRU): reranking, the answer and often the next question
 * read the same passages.
 */
export function analyzeSentences(text: string, language: string): readonly AnalyzedSentence[] {
  const key = `${language} ${text}`
  const cached = cache.get(key)
  const sentences =
    cached ??
    splitSentences(text, language).map((sentence) => ({
      text: sentence.text,
      terms: new Set(analyze(sentence.text, language)),
    }))
  // Moves the entry to the end: the first one is the least recently used.
  cache.delete(key)
  cache.set(key, sentences)
  if (cache.size > cacheLimit) cache.delete(cache.keys().next().value as string)
  return sentences
}
