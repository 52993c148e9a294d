import { createTermHashTable, findTerm, insertTerm } from './term-hash-table.ts'

/** Parameters and formulas of Robertson & Zaragoza 2009, "The Probabilistic Relevance Framework", 3.1. */
export const k1 = 1.2
export const b = 0.75

/** Returns the weight of a term that `frequency` of `total` texts contain; never negative. */
export function inverseDocumentFrequency(frequency: number, total: number): number {
  return Math.log(1 + (total - frequency + 0.5) / (frequency + 0.5))
}

/** Returns the BM25 score of each text, given as term ids. The average length is that of these texts. */
export function bm25Scores(texts: readonly Uint32Array[], weightByTerm: ReadonlyMap<number, number>): number[] {
  const averageLength = texts.reduce((sum, { length }) => sum + length, 0) / Math.max(1, texts.length)
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

/** Returns a function that scores passages, given as terms between spaces, by BM25 with the given weights of terms. */
export function createPassageScorer(
  /** The terms of the question and how often each occurs in it. */
  repetitions: ReadonlyMap<string, number>,
  weights: ReadonlyMap<string, number>,
  averageLength: number,
): (terms: string, length: number) => number {
  const weighted = [...repetitions].map(([term, times]) => ({
    word: ` ${term} `,
    weight: times * (weights.get(term) ?? 0),
  }))
  return (terms, length) => {
    const text = ` ${terms} `
    const damping = k1 * (1 - b + (b * length) / averageLength)
    let score = 0
    for (const { word, weight } of weighted) {
      const count = countOccurrences(text, word)
      if (count > 0) score += (weight * count * (k1 + 1)) / (count + damping)
    }
    return score
  }
}

/** Counts a word that begins and ends with a space. Several times as fast as splitting the text. */
function countOccurrences(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length - 1)) count++
  return count
}
