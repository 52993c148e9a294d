import { bm25Scores } from '../lexical/bm25.ts'
import type { QueryTermStatistics } from '../lexical/max-score-search.ts'
import type { PassageCandidate } from '../passage-candidate.ts'

export interface QueryFeatures extends QueryTermStatistics {
  /** With repetitions: a term that occurs twice in the question counts twice. */
  terms: readonly string[]
  /** How well the embedding model understands the question's language, 0 to 1. */
  languageSupport: number
}

export interface RankedCandidate {
  candidate: PassageCandidate
  score: number
  /** BM25 of the passage alone. */
  lexicalScore: number
}

/** Tuned for nDCG@10 over all judged sets together; see docs/quality.md. */
export const denseWeight = 0.7
export const windowWeight = { lexical: 0.5, dense: 0.33 }

/**
 * Ranks candidates by a weighted sum of BM25, relative to the best, and cosine similarity, each for the passage alone
 * and for its window: the passage with its direct neighbours. Every feature is computed for every candidate, whichever
 * ranking found it, so there are no missing values. Best first; ties by key, so the order is stable.
 */
export function rankCandidates(
  candidates: readonly PassageCandidate[],
  { terms, weights, termIds, languageSupport }: QueryFeatures,
): RankedCandidate[] {
  const weightByTerm = new Map<number, number>()
  for (const term of terms) {
    const termId = termIds.get(term)
    if (termId !== undefined) weightByTerm.set(termId, (weightByTerm.get(termId) ?? 0) + (weights.get(term) ?? 0))
  }
  const passageScores = bm25Scores(
    candidates.map((candidate) => candidate.terms),
    weightByTerm,
  )
  const hasWindows = candidates.some(({ terms, windowTerms = terms }) => windowTerms !== terms)
  const windowScores = hasWindows
    ? bm25Scores(
        candidates.map((candidate) => candidate.windowTerms ?? candidate.terms),
        weightByTerm,
      )
    : passageScores
  const dense = denseWeight * languageSupport
  const bestPassage = Math.max(...passageScores, Number.EPSILON)
  const bestWindow = Math.max(...windowScores, Number.EPSILON)
  return candidates
    .map((candidate, index) => {
      const lexicalPart =
        (1 - windowWeight.lexical) * ((passageScores[index] as number) / bestPassage) +
        windowWeight.lexical * ((windowScores[index] as number) / bestWindow)
      const similarity = candidate.similarity ?? 0
      const densePart =
        (1 - windowWeight.dense) * similarity + windowWeight.dense * (candidate.windowSimilarity ?? similarity)
      return {
        candidate,
        score: (1 - dense) * lexicalPart + dense * densePart,
        lexicalScore: passageScores[index] as number,
      }
    })
    .sort(compareByScore)
}

export function compareByScore(a: RankedCandidate, b: RankedCandidate): number {
  return b.score - a.score || a.candidate.chunkKey - b.candidate.chunkKey
}
