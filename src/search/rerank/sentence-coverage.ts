import { hashStem, sentenceSeparator } from './rerank-features.ts'

/** A whole stem of the question, and what it weighs. */
export interface WeightedStem {
  term: string
  weight: number
}

/** Share of the question's weight that one sentence of a passage covers, at best; the passage by its sentences' stems. */
export function sentenceCoverage(wanted: readonly WeightedStem[]): (stems: Int32Array) => number {
  const weights = new Map(wanted.map(({ term, weight }) => [hashStem(term), weight]))
  const total = wanted.reduce((sum, { weight }) => sum + weight, 0)
  return (stems) => {
    if (total === 0) return 0
    let most = 0
    let covered = 0
    for (let i = 0; i < stems.length; i++) {
      const stem = stems[i] as number
      if (stem === sentenceSeparator) {
        most = Math.max(most, covered)
        covered = 0
      } else covered += weights.get(stem) ?? 0
    }
    return most / total
  }
}
