/** Languages that capitalize common nouns, or have no capitals. */
const languagesWithoutNameCapitals = new Set(['de', 'zh', 'ja', 'ko', 'th', 'ar', 'hi'])

/**
 * Returns the capitalized words of a statement that name something. The first word of a sentence, of a quotation or after
 * a colon is always capitalized: it counts only if its spelling shows that it is a name (HR, GitHub, P2).
 */
export function readNames(statement: string, language: string): string[] {
  if (languagesWithoutNameCapitals.has(language)) return []
  return [...statement.matchAll(/\p{Lu}[\p{L}\p{M}\p{Nd}]*(?:['’-][\p{L}\p{Nd}]+)*/gu)]
    .filter(({ index, 0: word }) => {
      const before = statement.slice(0, index)
      if (/[\p{L}\p{N}_]$/u.test(before)) return false
      const isOpener = /(?:^|[.!?:;…]|[-–—•])["'(\s]*$|["“(]$/u.test(before)
      return !isOpener || /^.+[\p{Lu}\p{Nd}]/u.test(word)
    })
    .map(([word]) => word.replace(/['’]s$/, ''))
    .filter((word) => word !== 'I' && !/^I['’]/.test(word))
}
