import { LruMap } from '../lru-map.ts'
import { analyze } from './analyze.ts'
import { splitSentences } from './sentences.ts'

export interface AnalyzedSentence {
  text: string
  terms: ReadonlySet<string>
}

const cache = new LruMap<string, readonly AnalyzedSentence[]>(2000)

/**
 * Returns the sentences of a passage with their terms. Cached (LRU): reranking, the answer and often the next question
 * read the same passages.
 */
export function analyzeSentences(text: string, language: string): readonly AnalyzedSentence[] {
  const key = `${language} ${text}`
  const cached = cache.get(key)
  if (cached) return cached
  const sentences = splitSentences(text, language).map((sentence) => ({
    text: sentence.text,
    terms: new Set(analyze(sentence.text, language)),
  }))
  cache.set(key, sentences)
  return sentences
}
