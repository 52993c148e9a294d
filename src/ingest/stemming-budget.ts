/**
 * Returns whether all words of a text can be stemmed in about a second. Each distinct word is stemmed once, so their
 * number counts: a book passes, four megabytes of random letters do not. Depends on the text alone, because the same text
 * must always give the same terms.
 */
export function isWithinStemmingBudget(text: string, language: string): boolean {
  if (text.length <= alwaysStemmedLength) return true
  const maxDistinct = language === 'tr' ? maxDistinctWordsTurkish : maxDistinctWords
  const distinct = new Set<string>()
  for (let start = 0; start < text.length; start += sliceLength) {
    for (const word of text.slice(start, start + sliceLength).match(/\p{L}+/gu) ?? []) distinct.add(word)
    if (distinct.size > maxDistinct) return false
  }
  return true
}

const alwaysStemmedLength = 200_000
const sliceLength = 100_000
/** Stemming takes 15 to 30 µs per word. */
const maxDistinctWords = 40_000
/** The Turkish stemmer takes four times as long as the others. */
const maxDistinctWordsTurkish = 10_000
