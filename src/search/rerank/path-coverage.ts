import { analyze } from '../../ingest/analyze.ts'
import type { AncestorTitle } from '../document-paths.ts'
import type { WeightedStem } from './sentence-coverage.ts'

/** Returns a function that gives the share of the question's weight that the titles of a path cover. */
export function pathCoverage(questionStems: readonly WeightedStem[]): (path: readonly AncestorTitle[]) => number {
  const weights = new Map(questionStems.map(({ term, weight }) => [term, weight]))
  const total = questionStems.reduce((sum, { weight }) => sum + weight, 0)
  return (path) => {
    if (total === 0) return 0
    const covered = new Set(path.flatMap(({ title, language }) => analyze(title, language)))
    let sum = 0
    for (const term of covered) sum += weights.get(term) ?? 0
    return sum / total
  }
}
