import { analyze } from '../ingest/analyze.ts'
import { splitSentences } from '../ingest/sentences.ts'
import type { Candidate } from './candidates.ts'
import { bm25Scores } from './lexical-ranking.ts'

export interface FusionInput {
  candidates: readonly Candidate[]
  /** The question's terms, repeated as often as they stand in it. */
  terms: readonly string[]
  /** How rare each of them is. */
  weights: ReadonlyMap<string, number>
  /** How well the embedding model reads the question, 0 to 1. */
  fluency: number
}

export interface Fused {
  candidate: Candidate
  score: number
  /** BM25 of the passage alone. */
  lexical: number
}

/** Chosen by nDCG@10 over all judged sets at once; see docs/quality.md. */
const denseWeight = 0.7
const windowShare = { lexical: 0.5, dense: 0.33 }
const phraseWeight = 0.1
const sentenceWeight = 0.1
/** Phrases and sentences are looked at only where they can still matter. */
const readClosely = 30

/**
 * One score out of what is known of each candidate: its BM25 and that of it with its neighbours, as shares of the best
 * ones; its similarity and that of it with its neighbours; the question's word pairs that stand in it side by side; and
 * the share of the question that one of its sentences covers. Everything is computed for every candidate, whichever
 * ranking brought it up, so there are no holes to fill. Best first; equal scores by key, never by chance.
 */
export function fuse({ candidates, terms, weights, fluency }: FusionInput): Fused[] {
  const asked = new Map<string, number>()
  for (const term of terms) asked.set(term, (asked.get(term) ?? 0) + (weights.get(term) ?? 0))
  const lexical = bm25Scores(
    candidates.map((candidate) => candidate.terms),
    asked,
  )
  const around = bm25Scores(
    candidates.map((candidate) => candidate.windowTerms),
    asked,
  )
  const stems = terms.filter(isStem)
  const rarity = (term: string) => weights.get(term) ?? 0
  const dense = denseWeight * fluency
  const best = Math.max(...lexical, Number.EPSILON)
  const bestAround = Math.max(...around, Number.EPSILON)
  const fused = candidates.map((candidate, index) => {
    const byWords =
      (1 - windowShare.lexical) * ((lexical[index] as number) / best) +
      windowShare.lexical * ((around[index] as number) / bestAround)
    const own = candidate.similarity ?? 0
    const byMeaning = (1 - windowShare.dense) * own + windowShare.dense * (candidate.windowSimilarity ?? own)
    return { candidate, score: (1 - dense) * byWords + dense * byMeaning, lexical: lexical[index] as number }
  })
  fused.sort(byScore)
  for (const entry of fused.slice(0, readClosely)) {
    entry.score +=
      phraseWeight * phraseCoverage(stems, entry.candidate.terms, rarity) +
      sentenceWeight * sentenceCoverage(stems, entry.candidate, rarity)
  }
  return fused.sort(byScore)
}

function byScore(one: Fused, other: Fused): number {
  return other.score - one.score || one.candidate.chunkKey - other.candidate.chunkKey
}

/** The analyzer also gives the first letters of a word, marked; phrases and coverage look at whole stems. */
function isStem(term: string): boolean {
  return !term.endsWith('ǀ')
}

/** Share of the question's neighbouring stems, each pair weighing as its commoner word, that stand side by side. */
function phraseCoverage(stems: readonly string[], terms: string, rarity: (term: string) => number): number {
  const passage = terms.split(' ').filter(isStem)
  const pairs = new Set(passage.slice(1).map((term, index) => `${passage[index]} ${term}`))
  let total = 0
  let found = 0
  for (const [index, stem] of stems.slice(0, -1).entries()) {
    const next = stems[index + 1] as string
    const weight = Math.min(rarity(stem), rarity(next))
    total += weight
    if (pairs.has(`${stem} ${next}`)) found += weight
  }
  return total > 0 ? found / total : 0
}

/** Share of the question's weight that one sentence covers, at best. */
function sentenceCoverage(
  stems: readonly string[],
  { body, document }: Candidate,
  rarity: (term: string) => number,
): number {
  const wanted = [...new Set(stems)]
  const total = wanted.reduce((sum, stem) => sum + rarity(stem), 0)
  if (total === 0) return 0
  let most = 0
  for (const { text } of splitSentences(body, document.language)) {
    const present = new Set(analyze(text, document.language))
    most = Math.max(
      most,
      wanted.reduce((sum, stem) => (present.has(stem) ? sum + rarity(stem) : sum), 0),
    )
  }
  return most / total
}
