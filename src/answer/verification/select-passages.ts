import { claimKeys, sharedWeight, weighKeys } from './evidence.ts'
import type { PassageEvidence } from './passage-evidence.ts'

/** Passages that a statement is judged by together, and passages that are judged alone. */
const maxPassages = { combined: 3, alternatives: 2 }
/** Share of a statement's weight that a further passage must add to be combined. */
const minAddedShare = 0.2
/** A passage is an alternative if its score is at least this share of the best one's. */
const minAlternativeShare = 0.9

/**
 * Chooses the passages to judge a statement by: the one that shares the most with it, as a whole and in its best unit,
 * together with passages that have what it lacks. Passages that share about as much are alternatives.
 */
export function selectPassages<P>(
  statement: string,
  passages: readonly P[],
  { evidenceOf, language }: { evidenceOf: (passage: P) => PassageEvidence; language: string },
): { combined: P[]; alternatives: P[] } {
  const keys = claimKeys(statement, language)
  const evidence = new Map(passages.map((passage) => [passage, evidenceOf(passage)]))
  const weigh = weighKeys([...evidence.values()].flatMap(({ units }) => units))
  const score = (passage: P): number => {
    const { keys: own, units } = evidence.get(passage)!
    return sharedWeight(keys, own, weigh) + Math.max(0, ...units.map((unit) => sharedWeight(keys, unit.keys, weigh)))
  }
  const scored = passages.map((passage) => ({ passage, score: score(passage) })).sort((a, b) => b.score - a.score)
  const [best, ...others] = scored
  if (!best) return { combined: [], alternatives: [] }

  const combined = [best.passage]
  const minAdded = minAddedShare * sharedWeight(keys, keys, weigh)
  while (combined.length < maxPassages.combined) {
    const known = new Set(combined.flatMap((passage) => [...evidence.get(passage)!.keys]))
    const missing = new Set([...keys].filter((key) => !known.has(key)))
    const added = others
      .map(({ passage }) => ({ passage, weight: sharedWeight(missing, evidence.get(passage)!.keys, weigh) }))
      .reduce((a, b) => (b.weight > a.weight ? b : a), { passage: best.passage, weight: 0 })
    if (added.weight < minAdded || added.weight === 0) break
    combined.push(added.passage)
  }
  const alternatives = others
    .filter((other) => other.score >= minAlternativeShare * best.score && !combined.includes(other.passage))
    .slice(0, maxPassages.alternatives)
  return { combined, alternatives: alternatives.map(({ passage }) => passage) }
}
