import { hashStem, sentenceSeparator } from './rerank-features.ts'

export interface WeightedStem {
  term: string
  weight: number
}

/** Returns a function that gives the largest share of the question's weight that a single sentence of a passage covers. */
export function sentenceCoverage(questionStems: readonly WeightedStem[]): (stemHashes: Int32Array) => number {
  const weights = new Map(questionStems.map(({ term, weight }) => [hashStem(term), weight]))
  const total = questionStems.reduce((sum, { weight }) => sum + weight, 0)
  return (stemHashes) => {
    if (total === 0) return 0
    let best = 0
    let covered = 0
    for (let i = 0; i < stemHashes.length; i++) {
      const stem = stemHashes[i] as number
      if (stem === sentenceSeparator) {
        best = Math.max(best, covered)
        covered = 0
      } else covered += weights.get(stem) ?? 0
    }
    return best / total
  }
}
