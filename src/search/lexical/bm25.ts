import { createTermHashTable, findTerm, insertTerm } from './term-hash-table.ts'

export const k1 = 1.2
export const b = 0.75

/** BM25 of each text, given by the numbers of its terms, for the weighted ones; how long texts are is seen among these. */
export function bm25Scores(texts: readonly Uint32Array[], asked: ReadonlyMap<number, number>): number[] {
  const average = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
  const places = createTermHashTable(asked.size)
  for (const term of asked.keys()) insertTerm(places, term)
  const weights = Float64Array.from(asked.values())
  const counts = new Uint32Array(weights.length)
  return texts.map((terms) => {
    counts.fill(0)
    for (let i = 0; i < terms.length; i++) {
      const place = findTerm(places, terms[i] as number)
      if (place >= 0) counts[place] = (counts[place] as number) + 1
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
