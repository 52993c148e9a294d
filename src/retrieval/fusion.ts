import { readSentences } from '../ingest/read-sentences.ts'
import type { Candidate, FoundPassage } from './candidates.ts'
import { bm25Scores } from './lexical-ranking.ts'

/** What is known of the question. */
export interface AskedTerms {
  /** Its terms, repeated as often as they stand in it. */
  terms: readonly string[]
  /** How rare each of them is. */
  weights: ReadonlyMap<string, number>
  /** How well the embedding model reads the question, 0 to 1. */
  fluency: number
}

export interface Fused<C = FoundPassage> {
  candidate: C
  score: number
  /** BM25 of the passage alone. */
  lexical: number
}

/** Chosen by nDCG@10 over all judged sets at once; see docs/quality.md. */
const denseWeight = 0.7
const windowShare = { lexical: 0.5, dense: 0.33 }
const phraseWeight = 0.1
const sentenceWeight = 0.1
/** What the best passages have in common, weighed lightly: enough to tell apart what is near anyway. */
const feedback = { weight: 0.08, passages: 10, terms: 40 }
/** Phrases and sentences are looked at only where they can still matter. */
export const readClosely = 60

/**
 * A first score out of what is known of each candidate: its BM25 and that of it with its neighbours, as shares of the
 * best ones; its similarity and that of it with its neighbours, once they were read. Everything is computed for every candidate, whichever
 * ranking brought it up, so there are no holes to fill. Best first; equal scores by key, never by chance.
 */
export function rank(candidates: readonly FoundPassage[], { terms, weights, fluency }: AskedTerms): Fused[] {
  const asked = new Map<string, number>()
  for (const term of terms) asked.set(term, (asked.get(term) ?? 0) + (weights.get(term) ?? 0))
  const lexical = bm25Scores(
    candidates.map((candidate) => candidate.terms),
    asked,
  )
  const around = candidates.some((candidate) => candidate.windowTerms)
    ? bm25Scores(
        candidates.map((candidate) => candidate.windowTerms ?? candidate.terms),
        asked,
      )
    : lexical
  const dense = denseWeight * fluency
  const best = Math.max(...lexical, Number.EPSILON)
  const bestAround = Math.max(...around, Number.EPSILON)
  return candidates
    .map((candidate, index) => {
      const byWords =
        (1 - windowShare.lexical) * ((lexical[index] as number) / best) +
        windowShare.lexical * ((around[index] as number) / bestAround)
      const own = candidate.similarity ?? 0
      const byMeaning =
        (1 - windowShare.dense) * own + windowShare.dense * (candidate.windowSimilarity ?? own)
      return {
        candidate,
        score: (1 - dense) * byWords + dense * byMeaning,
        lexical: lexical[index] as number,
      }
    })
    .sort(byScore)
}

/**
 * The best of a first ranking, read closer: the question's word pairs that stand in a passage side by side, the share
 * of the question that one of its sentences covers, and in place of its own similarity that of its nearest sentence:
 * a passage speaks of several things, a question asks for one.
 */
export function readCloser(
  ranked: readonly Fused<Candidate>[],
  { terms, weights, fluency }: AskedTerms,
): Fused<Candidate>[] {
  const stems = terms.filter(isStem)
  const rarity = (term: string) => weights.get(term) ?? 0
  const dense = denseWeight * fluency * (1 - windowShare.dense)
  const closer = ranked
    .map((entry, place) => {
      if (place >= readClosely) return entry
      const { candidate } = entry
      const own = candidate.similarity ?? 0
      const nearest = Math.max(...(candidate.sentenceSimilarities ?? [own]))
      return {
        ...entry,
        score:
          entry.score +
          dense * (nearest - own) +
          phraseWeight * phraseCoverage(stems, candidate.terms, rarity) +
          sentenceWeight * sentenceCoverage(stems, candidate, rarity),
      }
    })
    .sort(byScore)
  return withFeedback(closer)
}

/**
 * The terms that the best passages share, as a second question (relevance model, Lavrenko & Croft 2001): a passage that
 * speaks of the same things is lifted. How rare a term is, is judged among the candidates themselves.
 */
function withFeedback(ranked: readonly Fused<Candidate>[]): Fused<Candidate>[] {
  const windows = ranked.map(({ candidate }) => candidate.windowTerms ?? candidate.terms)
  const best = ranked.slice(0, feedback.passages)
  const rarity = rarityAmong(
    windows,
    best.map(({ candidate }) => candidate.terms),
  )
  const expansion = commonTerms(best, rarity)
  const scores = bm25Scores(windows, expansion)
  const highest = Math.max(...scores, Number.EPSILON)
  return ranked
    .map((entry, index) => ({
      ...entry,
      score: entry.score + feedback.weight * ((scores[index] as number) / highest),
    }))
    .sort(byScore)
}

/** How rare each of the wanted terms is among the texts. */
function rarityAmong(
  texts: readonly (readonly string[])[],
  wanted: readonly (readonly string[])[],
): (term: string) => number {
  const found = new Map(wanted.flat().map((term) => [term, { count: 0, last: -1 }]))
  for (const [index, text] of texts.entries()) {
    for (const term of text) {
      const seen = found.get(term)
      if (!seen || seen.last === index) continue
      seen.count += 1
      seen.last = index
    }
  }
  return (term) => {
    const count = found.get(term)?.count ?? 0
    return Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))
  }
}

function commonTerms(best: readonly Fused[], rarity: (term: string) => number): Map<string, number> {
  const mass = best.reduce((sum, { score }) => sum + score, 0) || 1
  const weights = new Map<string, number>()
  for (const { candidate, score } of best) {
    const share = score / mass / candidate.terms.length
    for (const term of candidate.terms) weights.set(term, (weights.get(term) ?? 0) + share)
  }
  return new Map(
    [...weights]
      .map(([term, weight]) => [term, weight * rarity(term)] as const)
      .sort(([one, a], [other, z]) => z - a || (one < other ? -1 : 1))
      .slice(0, feedback.terms),
  )
}

function byScore(one: Fused, other: Fused): number {
  return other.score - one.score || one.candidate.chunkKey - other.candidate.chunkKey
}

/** The analyzer also gives the first letters of a word, marked; phrases and coverage look at whole stems. */
function isStem(term: string): boolean {
  return !term.endsWith('ǀ')
}

/** Share of the question's neighbouring stems, each pair weighing as its commoner word, that stand side by side. */
function phraseCoverage(
  stems: readonly string[],
  terms: readonly string[],
  rarity: (term: string) => number,
): number {
  const passage = terms.filter(isStem)
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
  for (const { terms } of readSentences(body, document.language)) {
    most = Math.max(
      most,
      wanted.reduce((sum, stem) => (terms.has(stem) ? sum + rarity(stem) : sum), 0),
    )
  }
  return most / total
}
