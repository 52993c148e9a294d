import { stemsOf } from '../../ingest/analyze.ts'
import { isFunctionWord } from '../../ingest/function-words.ts'

/**
 * Returns the stems of a text that carry its claim: no figures, which are compared by value, and no function words, also
 * not English ones within a text in another language.
 */
export function claimTerms(text: string, language: string): ReadonlySet<string> {
  return new Set(
    stemsOf(text, language).filter(
      (term) => !/^\d/.test(term) && !isFunctionWord(term, language) && !isFunctionWord(term, 'en'),
    ),
  )
}
