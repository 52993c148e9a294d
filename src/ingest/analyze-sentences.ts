import { analyze } from './analyze.ts'
import { splitSentences } from './sentences.ts'

export interface AnalyzedSentence {
  text: string
  terms: ReadonlySet<string>
}

const cacheLimit = 2000
const cache = new Map<string, readonly AnalyzedSentence[]>()

/**
 * The sentences of a passage with their terms. A passage that ranks well is read for the ranking and for the answer, and
 * for the next question again: the last ones are remembered.
 */
export function analyzeSentences(text: string, language: string): readonly AnalyzedSentence[] {
  const key = `${language} ${text}`
  const known = cache.get(key)
  const sentences =
    known ??
    splitSentences(text, language).map((sentence) => ({
      text: sentence.text,
      terms: new Set(analyze(sentence.text, language)),
    }))
  // Put at the end again: what was not used for longest goes first.
  cache.delete(key)
  cache.set(key, sentences)
  if (cache.size > cacheLimit) cache.delete(cache.keys().next().value as string)
  return sentences
}
