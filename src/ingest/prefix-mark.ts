/** Ends every prefix term, so that it is not taken for a short stem. A letter in Unicode that no supported language uses. */
export const prefixMark = 'ǀ'
