/**
 * Whether every word of a text can be stemmed within a second or so. Each distinct word is stemmed once, so their
 * number is what counts: a book passes, four megabytes of random letters do not. Decided from the text alone, because
 * the same text must always give the same terms.
 */
export function isWithinStemmingBudget(text: string, language: string): boolean {
  if (text.length <= alwaysStemmedLength) return true
  const allowed = language === 'tr' ? maxDistinctWordsTurkish : maxDistinctWords
  const distinct = new Set<string>()
  for (let start = 0; start < text.length; start += sliceLength) {
    for (const word of text.slice(start, start + sliceLength).match(/\p{L}+/gu) ?? []) distinct.add(word)
    if (distinct.size > allowed) return false
  }
  return true
}

const alwaysStemmedLength = 200_000
const sliceLength = 100_000
/** At 15 to 30 µs a word. */
const maxDistinctWords = 40_000
/** The Turkish stemmer takes four times as long as the others. */
const maxDistinctWordsTurkish = 10_000
