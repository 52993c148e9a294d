export const k1 = 1.2
export const b = 0.75

/** BM25 of each text, given by the numbers of its terms, for the weighted ones; how long texts are is seen among these. */
export function bm25Scores(texts: readonly Uint32Array[], asked: ReadonlyMap<number, number>): number[] {
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const places = new Map([...asked.keys()].map((term, place) => [term, place]))
  const weights = Float64Array.from(asked.values())
  const counts = new Uint32Array(weights.length)
  const mayBeAsked = sieve(asked.keys())
  return texts.map((terms) => {
    counts.fill(0)
    for (let i = 0; i < terms.length; i++) {
      const term = terms[i] as number
      if (mayBeAsked[term & sieveMask] === 0) continue
      const place = places.get(term)
      if (place !== undefined) counts[place] = (counts[place] as number) + 1
    }
    const damping = k1 * (1 - b + (b * terms.length) / average)
    let score = 0
    for (let place = 0; place < counts.length; place++) {
      const count = counts[place] as number
      if (count > 0) score += ((weights[place] as number) * count * (k1 + 1)) / (count + damping)
    }
    return score
  })
}

export const sieveMask = 2 ** 13 - 1

/**
 * Whether a term may be one of some, by the last bits of its number: of a few hundred terms of a text all but a handful
 * are told apart without looking them up.
 */
export function sieve(terms: Iterable<number>): Uint8Array {
  const marks = new Uint8Array(sieveMask + 1)
  for (const term of terms) marks[term & sieveMask] = 1
  return marks
}
