import { bm25Scores } from '../lexical/bm25.ts'
import type { QueryTermStatistics } from '../lexical/lexical-searcher.ts'
import { isStem, isStemId } from '../lexical/term-dictionary.ts'
import { createTermHashTable, findTerm, insertTerm, type TermHashTable } from '../lexical/term-hash-table.ts'
import type { PassageCandidate } from '../passage-candidate.ts'
import { cosineTo } from '../vector/vector-quantization.ts'
import type { RerankFeatures } from './rerank-features.ts'
import { sentenceCoverage } from './sentence-coverage.ts'

/** What is known of the question. */
export interface QueryFeatures extends QueryTermStatistics {
  /** Its terms, repeated as often as they stand in it. */
  terms: readonly string[]
  /** How well the embedding model reads the question, 0 to 1. */
  languageSupport: number
}

export interface RankedCandidate {
  candidate: PassageCandidate
  score: number
  /** BM25 of the passage alone. */
  lexicalScore: number
}

/** Chosen by nDCG@10 over all judged sets at once; see docs/quality.md. */
const denseWeight = 0.7
const windowWeight = { lexical: 0.5, dense: 0.33 }
const phraseWeight = 0.1
const sentenceWeight = 0.1
/** What the best passages have in common, weighed lightly: enough to tell apart what is near anyway. */
const relevanceFeedback = { weight: 0.08, passages: 10, terms: 40 }

/**
 * A first score out of what is known of each candidate: its BM25 and that of it with its neighbours, as shares of the
 * best ones; its similarity and that of it with its neighbours, once they were read. Everything is computed for every candidate, whichever
 * ranking brought it up, so there are no holes to fill. Best first; equal scores by key, never by chance.
 */
export function rankCandidates(
  candidates: readonly PassageCandidate[],
  { terms, weights, termIds, languageSupport }: QueryFeatures,
): RankedCandidate[] {
  const asked = new Map<number, number>()
  for (const term of terms) {
    const number = termIds.get(term)
    if (number !== undefined) asked.set(number, (asked.get(number) ?? 0) + (weights.get(term) ?? 0))
  }
  const lexical = bm25Scores(
    candidates.map((candidate) => candidate.terms),
    asked,
  )
  const around = candidates.some(({ terms, windowTerms = terms }) => windowTerms !== terms)
    ? bm25Scores(
        candidates.map((candidate) => candidate.windowTerms ?? candidate.terms),
        asked,
      )
    : lexical
  const dense = denseWeight * languageSupport
  const best = Math.max(...lexical, Number.EPSILON)
  const bestAround = Math.max(...around, Number.EPSILON)
  return candidates
    .map((candidate, index) => {
      const byWords =
        (1 - windowWeight.lexical) * ((lexical[index] as number) / best) +
        windowWeight.lexical * ((around[index] as number) / bestAround)
      const own = candidate.similarity ?? 0
      const byMeaning =
        (1 - windowWeight.dense) * own + windowWeight.dense * (candidate.windowSimilarity ?? own)
      return {
        candidate,
        score: (1 - dense) * byWords + dense * byMeaning,
        lexicalScore: lexical[index] as number,
      }
    })
    .sort(compareByScore)
}

/**
 * The best of a first ranking, read closer: the question's word pairs that stand in a passage side by side, the share
 * of the question that one of its sentences covers, and in place of its own similarity that of its nearest sentence:
 * a passage speaks of several things, a question asks for one.
 */
export function rerank(
  ranked: readonly RankedCandidate[],
  { terms, weights, termIds, languageSupport }: QueryFeatures,
  { looks, vector }: { looks: ReadonlyMap<number, RerankFeatures>; vector: Float32Array | undefined },
): RankedCandidate[] {
  // What stands nowhere weighs nothing, but parts its neighbours.
  const stems = terms
    .filter(isStem)
    .map((term) => ({ term, termId: termIds.get(term) ?? unknownTermId, weight: weights.get(term) ?? 0 }))
  const phrase = stemBigrams(stems)
  const coverage = sentenceCoverage([...new Map(stems.map((stem) => [stem.term, stem])).values()])
  const dense = denseWeight * languageSupport * (1 - windowWeight.dense)
  const closer = ranked
    .map((entry) => {
      const { candidate } = entry
      const look = looks.get(candidate.chunkKey)
      if (!look) return entry
      const own = candidate.similarity ?? 0
      const sentenceSimilarities =
        vector && dense > 0 && look.sentenceVectors?.length
          ? similarityPerSentence(look.sentenceVectors, vector)
          : undefined
      const nearest = Math.max(...(sentenceSimilarities ?? [own]))
      return {
        ...entry,
        candidate: { ...candidate, sentenceSimilarities },
        score:
          entry.score +
          dense * (nearest - own) +
          phraseWeight * bigramCoverage(phrase, candidate.terms) +
          sentenceWeight * coverage(look.stemHashes),
      }
    })
    .sort(compareByScore)
  return applyRelevanceFeedback(closer)
}

/** One that was beyond the model's reading has no direction: 0. */
function similarityPerSentence(sentences: Int8Array, vector: Float32Array): number[] {
  const similarities: number[] = []
  for (let start = 0; start < sentences.length; start += vector.length)
    similarities.push(cosineTo(vector, sentences, start))
  return similarities
}

/**
 * The terms that the best passages share, as a second question (relevance model, Lavrenko & Croft 2001): a passage that
 * speaks of the same things is lifted. How rare a term is, is judged among the candidates themselves.
 */
function applyRelevanceFeedback(ranked: readonly RankedCandidate[]): RankedCandidate[] {
  const windows = ranked.map(({ candidate }) => candidate.windowTerms ?? candidate.terms)
  const scores = bm25Scores(windows, feedbackTerms(ranked.slice(0, relevanceFeedback.passages), windows))
  const highest = Math.max(...scores, Number.EPSILON)
  return ranked
    .map((entry, index) => ({
      ...entry,
      score: entry.score + relevanceFeedback.weight * ((scores[index] as number) / highest),
    }))
    .sort(compareByScore)
}

/** The terms that stand most in the best ones, by their scores, and are rare among the texts: each with what it weighs. */
function feedbackTerms(best: readonly RankedCandidate[], texts: readonly Uint32Array[]): Map<number, number> {
  const most = best.reduce((sum, { candidate }) => sum + candidate.terms.length, 0)
  const places = createTermHashTable(most)
  const terms = new Uint32Array(most)
  const weights = new Float64Array(most)
  const mass = best.reduce((sum, { score }) => sum + score, 0) || 1
  for (const { candidate, score } of best) {
    const share = score / mass / candidate.terms.length
    for (let i = 0; i < candidate.terms.length; i++) {
      const term = candidate.terms[i] as number
      const place = insertTerm(places, term)
      terms[place] = term
      weights[place] = (weights[place] as number) + share
    }
  }
  const holders = documentFrequencies(texts, places)
  for (let place = 0; place < places.count; place++) {
    const count = holders[place] as number
    const rarity = Math.log(1 + (texts.length - count + 0.5) / (count + 0.5))
    weights[place] = (weights[place] as number) * rarity
  }
  const least = weights.slice(0, places.count).sort().at(-relevanceFeedback.terms) ?? 0
  const common: [number, number][] = []
  for (let place = 0; place < places.count; place++) {
    const weight = weights[place] as number
    if (weight >= least) common.push([terms[place] as number, weight])
  }
  return new Map(
    common.sort(([one, a], [other, z]) => z - a || one - other).slice(0, relevanceFeedback.terms),
  )
}

/** How many of the texts have each term, at the terms' places. */
function documentFrequencies(texts: readonly Uint32Array[], places: TermHashTable): Uint32Array {
  const counts = new Uint32Array(places.count)
  const lastSeen = new Int32Array(places.count).fill(-1)
  for (const [index, text] of texts.entries()) {
    for (let i = 0; i < text.length; i++) {
      const place = findTerm(places, text[i] as number)
      if (place < 0 || lastSeen[place] === index) continue
      lastSeen[place] = index
      counts[place] = (counts[place] as number) + 1
    }
  }
  return counts
}

function compareByScore(one: RankedCandidate, other: RankedCandidate): number {
  return other.score - one.score || one.candidate.chunkKey - other.candidate.chunkKey
}

/** A whole stem of the question. */
interface QueryStem {
  term: string
  termId: number
  weight: number
}

/** A number that no term has. */
const unknownTermId = 2 ** 32

/** Each pair of neighbouring stems weighs as its commoner word. */
function stemBigrams(stems: readonly QueryStem[]): Map<number, Map<number, number>> {
  const pairs = new Map<number, Map<number, number>>()
  for (const [index, stem] of stems.slice(0, -1).entries()) {
    const next = stems[index + 1] as QueryStem
    const after = pairs.get(stem.termId) ?? new Map<number, number>()
    pairs.set(stem.termId, after)
    after.set(next.termId, (after.get(next.termId) ?? 0) + Math.min(stem.weight, next.weight))
  }
  return pairs
}

/** Share of the question's pairs that stand side by side in the passage. */
function bigramCoverage(pairs: ReadonlyMap<number, ReadonlyMap<number, number>>, terms: Uint32Array): number {
  let total = 0
  for (const after of pairs.values()) for (const weight of after.values()) total += weight
  if (total === 0) return 0
  const seen = new Set<string>()
  let found = 0
  let before = unknownTermId
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] as number
    if (!isStemId(term)) continue
    const weight = pairs.get(before)?.get(term)
    if (weight !== undefined && !seen.has(`${before} ${term}`)) {
      seen.add(`${before} ${term}`)
      found += weight
    }
    before = term
  }
  return found / total
}
