export const k1 = 1.2
export const b = 0.75

/** BM25 of each text, given by the numbers of its terms, for the weighted ones; how long texts are is seen among these. */
export function bm25Scores(texts: readonly Uint32Array[], asked: ReadonlyMap<number, number>): number[] {
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const counts = new Map<number, number>()
  return texts.map((terms) => {
    counts.clear()
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as number
      // Only what is asked for is counted: of a few hundred terms that is a handful.
      if (asked.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    }
    let score = 0
    for (const [term, count] of counts) {
      const weight = asked.get(term) ?? 0
      score += (weight * count * (k1 + 1)) / (count + k1 * (1 - b + (b * terms.length) / average))
    }
    return score
  })
}
