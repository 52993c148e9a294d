import { isStem } from '../../ingest/prefix-mark.ts'
import type { DocumentPaths } from '../document-paths.ts'
import { bm25Scores, inverseDocumentFrequency } from '../lexical/bm25.ts'
import { isStemId } from '../lexical/term-dictionary.ts'
import { createTermHashTable, findTerm, insertTerm, type TermHashTable } from '../lexical/term-hash-table.ts'
import { cosineTo } from '../vector/vector-quantization.ts'
import { compareByScore, denseWeight, type QueryFeatures, type RankedCandidate, windowWeight } from './fusion.ts'
import { pathCoverage } from './path-coverage.ts'
import type { RerankFeatures } from './rerank-features.ts'
import { sentenceCoverage } from './sentence-coverage.ts'

/** Tuned together with the weights in fusion.ts. */
const phraseWeight = 0.1
const sentenceWeight = 0.1
const pathWeight = 0.1
/** An index of pages names the topic of a question; the page that it leads to answers it. */
const linkListPenalty = 0.15
/** A small weight: enough to separate candidates that are close anyway. */
const relevanceFeedback = { weight: 0.08, passages: 10, terms: 40 }

export interface RerankInputs {
  features: ReadonlyMap<number, RerankFeatures>
  paths: DocumentPaths
  vector: Float32Array | undefined
}

/**
 * Reranks the candidates that have features: adds the share of the question's bigrams that occur in the passage, the
 * share of the question that one of its sentences covers, a little for what the titles above it cover, and replaces the passage's similarity by that of its nearest
 * sentence. A passage covers several topics, a question asks about one.
 */
export function rerank(
  ranked: readonly RankedCandidate[],
  { terms, weights, termIds, languageSupport }: QueryFeatures,
  { features, paths, vector }: RerankInputs,
): RankedCandidate[] {
  // Unknown terms weigh nothing, but separate their neighbours.
  const stems = terms
    .filter(isStem)
    .map((term) => ({ term, termId: termIds.get(term) ?? unknownTermId, weight: weights.get(term) ?? 0 }))
  const bigrams = stemBigrams(stems)
  const uniqueStems = [...new Map(stems.map((stem) => [stem.term, stem])).values()]
  const coverage = sentenceCoverage(uniqueStems)
  const coverageOfPath = pathCoverage(uniqueStems)
  const dense = denseWeight * languageSupport * (1 - windowWeight.dense)
  const reranked = ranked
    .map((entry) => {
      const { candidate } = entry
      const own = features.get(candidate.chunkKey)
      if (!own) return entry
      const similarity = candidate.similarity ?? 0
      const sentenceSimilarities =
        vector && dense > 0 && own.sentenceVectors?.length
          ? similarityPerSentence(own.sentenceVectors, vector)
          : undefined
      const nearest = Math.max(...(sentenceSimilarities ?? [similarity]))
      return {
        ...entry,
        candidate: { ...candidate, sentenceSimilarities },
        score:
          entry.score +
          dense * (nearest - similarity) +
          phraseWeight * bigramCoverage(bigrams, candidate.terms) +
          sentenceWeight * coverage(own.stemHashes) +
          pathWeight * coverageOfPath(paths.get(candidate.documentKey) ?? []) -
          (own.isLinkList ? linkListPenalty : 0),
      }
    })
    .sort(compareByScore)
  return applyRelevanceFeedback(reranked)
}

/** Returns 0 for a sentence that was cut off by the model's input limit: its vector is all zeros. */
function similarityPerSentence(sentences: Int8Array, vector: Float32Array): number[] {
  const similarities: number[] = []
  for (let start = 0; start < sentences.length; start += vector.length)
    similarities.push(cosineTo(vector, sentences, start))
  return similarities
}

/** A whole stem of the question. */
interface QueryStem {
  termId: number
  weight: number
}

/** Larger than any term id. */
const unknownTermId = 2 ** 32

/** Returns the weight of each pair of consecutive stems: that of the more frequent stem. */
function stemBigrams(stems: readonly QueryStem[]): Map<number, Map<number, number>> {
  const bigrams = new Map<number, Map<number, number>>()
  for (const [index, stem] of stems.slice(0, -1).entries()) {
    const next = stems[index + 1] as QueryStem
    const successors = bigrams.get(stem.termId) ?? new Map<number, number>()
    bigrams.set(stem.termId, successors)
    successors.set(next.termId, (successors.get(next.termId) ?? 0) + Math.min(stem.weight, next.weight))
  }
  return bigrams
}

/** Returns the weighted share of the question's bigrams that occur in the passage. */
function bigramCoverage(bigrams: ReadonlyMap<number, ReadonlyMap<number, number>>, terms: Uint32Array): number {
  let total = 0
  for (const successors of bigrams.values()) for (const weight of successors.values()) total += weight
  if (total === 0) return 0
  const counted = new Set<string>()
  let covered = 0
  let previous = unknownTermId
  for (let i = 0; i < terms.length; i++) {
    const term = terms[i] as number
    if (!isStemId(term)) continue
    const weight = bigrams.get(previous)?.get(term)
    if (weight !== undefined && !counted.has(`${previous} ${term}`)) {
      counted.add(`${previous} ${term}`)
      covered += weight
    }
    previous = term
  }
  return covered / total
}

/**
 * Boosts passages that share terms with the best ones: pseudo relevance feedback (relevance model, Lavrenko & Croft
 * 2001), with document frequencies taken from the candidates.
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

/** Returns the terms with the highest score-weighted frequency in the best passages times rarity among the texts. */
function feedbackTerms(best: readonly RankedCandidate[], texts: readonly Uint32Array[]): Map<number, number> {
  const maxTerms = best.reduce((sum, { candidate }) => sum + candidate.terms.length, 0)
  const table = createTermHashTable(maxTerms)
  const terms = new Uint32Array(maxTerms)
  const weights = new Float64Array(maxTerms)
  const totalScore = best.reduce((sum, { score }) => sum + score, 0) || 1
  for (const { candidate, score } of best) {
    const share = score / totalScore / candidate.terms.length
    for (let i = 0; i < candidate.terms.length; i++) {
      const term = candidate.terms[i] as number
      const index = insertTerm(table, term)
      terms[index] = term
      weights[index] = (weights[index] as number) + share
    }
  }
  const frequencies = documentFrequencies(texts, table)
  for (let index = 0; index < table.count; index++) {
    const rarity = inverseDocumentFrequency(frequencies[index] as number, texts.length)
    weights[index] = (weights[index] as number) * rarity
  }
  const minWeight = weights.slice(0, table.count).sort().at(-relevanceFeedback.terms) ?? 0
  const selected: [number, number][] = []
  for (let index = 0; index < table.count; index++) {
    const weight = weights[index] as number
    if (weight >= minWeight) selected.push([terms[index] as number, weight])
  }
  // Ties in the order of occurrence: the order of the ids would depend on passages that the caller cannot see.
  return new Map(selected.sort(([, a], [, b]) => b - a).slice(0, relevanceFeedback.terms))
}

/** Returns the number of texts that contain each term of the table, by table index. */
function documentFrequencies(texts: readonly Uint32Array[], table: TermHashTable): Uint32Array {
  const counts = new Uint32Array(table.count)
  const lastText = new Int32Array(table.count).fill(-1)
  for (const [textIndex, text] of texts.entries()) {
    for (let i = 0; i < text.length; i++) {
      const index = findTerm(table, text[i] as number)
      if (index < 0 || lastText[index] === textIndex) continue
      lastText[index] = textIndex
      counts[index] = (counts[index] as number) + 1
    }
  }
  return counts
}
