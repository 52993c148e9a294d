import { createTermHashTable, findTerm, insertTerm } from './term-hash-table.ts'

/** Parameters and formulas of Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", 3.1. */
export const k1 = 1.2
export const b = 0.75

/** Returns the weight of a term that `frequency` of `total` texts contain; never negative. */
export function inverseDocumentFrequency(frequency: number, total: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
}

/** Returns how often each term occurs in the question: a term that occurs twice counts twice. */
export function countRepetitions(terms: readonly string[]): Map<string, number> {
  const repetitions = new Map<string, number>()
  for (const term of terms) repetitions.set(term, (repetitions.get(term) ?? 0) + 1)
  return repetitions
}

/** Returns the BM25 score of each text, given as term ids. Without an average length, it is that of these texts. */
export function bm25Scores(
  texts: readonly Uint32Array[],
  weightByTerm: ReadonlyMap<number, number>,
  averageLength = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length),
): number[] {
  const table = createTermHashTable(weightByTerm.size)
  for (const term of weightByTerm.keys()) insertTerm(table, term)
  const weights = Float64Array.from(weightByTerm.values())
  const counts = new Uint32Array(weights.length)
  return texts.map((terms) => {
    counts.fill(0)
    for (let i = 0; i < terms.length; i++) {
      const index = findTerm(table, terms[i] as number)
      if (index >= 0) counts[index] = (counts[index] as number) + 1
    }
    const damping = k1 * (1 - b + (b * terms.length) / averageLength)
    let score = 0
    for (let index = 0; index < counts.length; index++) {
      const count = counts[index] as number
      if (count > 0) score += ((weights[index] as number) * count * (k1 + 1)) / (count + damping)
    }
    return score
  })
}
