import { type DocumentPassages, passagesOf } from '../document-passages.ts'
import type { PassageRef } from '../passage-candidate.ts'
import { addToTopK, createTopK, topKIds } from '../top-k.ts'
import { b, countRepetitions, inverseDocumentFrequency, k1 } from './bm25.ts'
import type { PassageStore, PassageTotals } from './passage-store.ts'
import { maxTermFrequency, type PostingCursor, type PostingLists, postingPassageId } from './posting-lists.ts'
import { type ScoreWindow, windowSize } from './score-window.ts'
import { postingListOf, type TermDictionary } from './term-dictionary.ts'

export interface LexicalIndexQuery {
  organizationId: string
  audienceIds: readonly number[]
  /** With repetitions: a term that occurs twice in the question counts twice. */
  terms: readonly string[]
  /** Factors of the weights of single terms; 1 for all others. */
  factors?: ReadonlyMap<string, number>
  /** Restricts the search to passages of these documents. */
  documentKeys?: readonly number[]
  depth: number
}

/** The question's terms that occur in any passage that the caller can see; no other passage has an influence. */
export interface QueryTermStatistics {
  /** Inverse document frequency among the passages that the caller can see, times the term's factor. */
  weights: ReadonlyMap<string, number>
  /** Their ids among the terms of the passages found. */
  termIds: ReadonlyMap<string, number>
}

export interface LexicalHits {
  /** Best first. */
  hits: PassageRef[]
  statistics: QueryTermStatistics
}

/** The index of one organization. */
export interface SearchableIndex {
  dictionary: TermDictionary
  /** Audience id → audience index in the passage store. */
  audiences: Map<number, number>
  /** Passage ids by ordinal. */
  documents: DocumentPassages
  passages: PassageStore
  postings: PostingLists
  /** Number of live passages per posting list. */
  documentFrequency: { readonly values: Uint32Array }
}

/** Candidates are pruned once the remaining terms can add less than this share of the lowest top-k score. */
const pruningThreshold = 0.3

/**
 * Returns the top passages by BM25 (Robertson & Zaragoza 2009, 3.1) among those the audiences can see. The statistics
 * are of these passages too (decision 0015). Works through windows of a few thousand passages, rarest term first. Passages whose
 * upper bound stays below the lowest top-k score are pruned; once few candidates remain, the other terms are counted in
 * those passages instead of scanning their posting lists (MaxScore, Turtle & Flood 1995). The result equals an exhaustive
 * search.
 */
export function maxScoreSearch(index: SearchableIndex, window: ScoreWindow, query: LexicalIndexQuery): LexicalHits {
  const { passages, postings: lists } = index
  const { audiences, lengths } = passages.columns()
  const visible = visibleAudiences(index, query.audienceIds)
  const totals = visibleTotals(index, query.audienceIds)
  const averageLength = totals.terms / Math.max(1, totals.count) || 1
  const perTerm = (k1 * b) / averageLength
  const terms = resolveQueryTerms(index, query, visible, totals.count)
  const filter = {
    ...{ audiences, visibleAudiences: visible },
    inScope: query.documentKeys && passagesInScope(index, query.documentKeys),
  }
  const cursors = terms.map(({ termId }) => lists.openCursor(postingListOf(termId)))
  const remaining = suffixSums(terms.map(({ maxContribution }) => maxContribution))
  const remainingPostings = suffixSums(terms.map(({ postings }) => postings))
  const canCount = window.setCountedTerms(terms.map(({ termId }) => termId))
  const best = createTopK(query.depth)
  /** The lowest score in the full top-k; 0 before that. */
  let minScore = 0

  for (let start = 0; start < passages.size; start += windowSize) {
    window.moveTo(start, passages.size - start, lengths)
    const share = windowSize / passages.size
    let next = 0
    for (; next < terms.length; next++) {
      const rest = remaining[next] as number
      if (canCount && rest < minScore * pruningThreshold) {
        const count = window.prune(minScore - rest, filter)
        if (count * averageLength <= (remainingPostings[next] as number) * share) break
      }
      window.addTermScores(lists, cursors[next] as PostingCursor, (terms[next] as QueryTerm).maxContribution, perTerm)
    }
    const rest = remaining[next] as number
    const count = window.prune(minScore - rest, filter)
    for (let at = 0; at < count; at++) {
      const passageId = window.passageIdAt(at)
      let score = window.scoreAt(at)
      if (score + rest < minScore) continue
      if (next < terms.length) {
        const length = lengths[passageId] as number
        const counts = window.countTerms(passages.termPageAt(passageId), passages.termOffsetAt(passageId), length)
        score = addRemainingTerms(score, terms, next, counts, perTerm * length)
      }
      if (score >= minScore) minScore = addToTopK(best, passageId, score, passages.keyAt(passageId))
    }
  }
  return {
    hits: topKIds(best).map((passageId) => ({
      chunkKey: passages.keyAt(passageId),
      documentKey: passages.documentAt(passageId),
    })),
    statistics: {
      weights: new Map(terms.map(({ term, weight }) => [term, weight])),
      termIds: new Map(terms.map(({ term, termId }) => [term, termId])),
    },
  }
}

interface QueryTerm {
  term: string
  termId: number
  /** Length of its posting list without deleted passages: the cost of a scan, not part of any score. */
  postings: number
  weight: number
  /** Upper bound of its share in a passage's score. */
  maxContribution: number
}

/** Returns the question's distinct terms that occur in a visible passage, rarest first, ties in the question's order. */
function resolveQueryTerms(
  index: SearchableIndex,
  { terms, factors }: LexicalIndexQuery,
  visible: Uint8Array,
  visibleCount: number,
): QueryTerm[] {
  return [...countRepetitions(terms)]
    .flatMap(([term, count]) => {
      const termId = index.dictionary.find(term)
      const frequency = termId === undefined ? 0 : visibleFrequency(index, postingListOf(termId), visible, visibleCount)
      if (termId === undefined || frequency === 0) return []
      const weight = inverseDocumentFrequency(frequency, visibleCount) * (factors?.get(term) ?? 1)
      return {
        term,
        termId,
        postings: index.documentFrequency.values[postingListOf(termId)] as number,
        weight,
        maxContribution: weight * count * (k1 + 1),
      }
    })
    .sort((first, second) => second.weight - first.weight)
}

/** Returns the number of passages in a posting list that are of a visible audience; counts no further than `limit`. */
export function visibleFrequency(
  { documentFrequency, passages, postings: lists }: SearchableIndex,
  list: number,
  visible: Uint8Array,
  visibleCount: number,
  limit = Number.POSITIVE_INFINITY,
): number {
  const inAll = documentFrequency.values[list] as number
  if (inAll === 0 || visibleCount === passages.liveCount) return inAll
  const { audiences } = passages.columns()
  const cursor = lists.openCursor(list)
  let count = 0
  do {
    const { page, end } = cursor
    for (let at = cursor.at; at < end; at++)
      count += visible[audiences[postingPassageId(page[at] as number)] as number] as number
  } while (count < limit && lists.nextBlock(cursor))
  return count
}

export function visibleTotals({ audiences, passages }: SearchableIndex, audienceIds: readonly number[]): PassageTotals {
  let count = 0
  let terms = 0
  for (const id of new Set(audienceIds)) {
    const totals = passages.totalsOf(audiences.get(id) ?? 0)
    count += totals.count
    terms += totals.terms
  }
  return { count, terms }
}

/** Returns 1 at the index of every audience in the list. */
export function visibleAudiences({ audiences }: SearchableIndex, audienceIds: readonly number[]): Uint8Array {
  const visible = new Uint8Array(audiences.size + 1)
  for (const id of audienceIds) visible[audiences.get(id) ?? 0] = 1
  visible[0] = 0
  return visible
}

function passagesInScope(index: SearchableIndex, documentKeys: readonly number[]): Uint8Array {
  const inScope = new Uint8Array(index.passages.size)
  for (const key of documentKeys) {
    const ids = passagesOf(index.documents, key)
    for (let i = 0; i < ids.length; i++) inScope[ids[i] as number] = 1
  }
  return inScope
}

/** Returns at `i` the sum of the values from `i` on; 0 after the last. */
function suffixSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let i = values.length - 1; i >= 0; i--) sums[i] = (sums[i + 1] as number) + (values[i] as number)
  return sums
}

/** Adds the terms from `first` on in the kernel's order of operations, so both paths give bit-identical scores. */
function addRemainingTerms(
  score: number,
  terms: readonly QueryTerm[],
  first: number,
  counts: Uint32Array,
  lengthPenalty: number,
): number {
  let sum = score
  for (let index = first; index < terms.length; index++) {
    const count = Math.min(counts[index] as number, maxTermFrequency)
    if (count > 0) sum += ((terms[index] as QueryTerm).maxContribution * count) / (count + k1 * (1 - b) + lengthPenalty)
  }
  return sum
}
