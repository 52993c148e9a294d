/** Ends every prefix term, so that it is not taken for a short stem. A letter in Unicode that no supported language uses. */
export const prefixMark = 'ǀ'

/** Tells whole stems from the analyzer's prefixes; phrases and coverage use stems only. */
export function isStem(term: string): boolean {
  return !term.endsWith(prefixMark)
}
