import { addToTopK, createTopK, topKIds } from '../top-k.ts'
import { b, k1 } from './bm25.ts'
import type { LexicalIndexQuery } from './lexical-index.ts'
import type { PassageStore } from './passage-store.ts'
import { maxTermFrequency, type PostingCursor, type PostingLists } from './posting-lists.ts'
import { type ScoreWindow, windowSize } from './score-window.ts'
import type { TermDictionary } from './term-dictionary.ts'

export interface LexicalHits {
  /** Of the best passages, best first. */
  hits: { chunkKey: number; documentKey: number }[]
  /** The question's terms that stand anywhere: their numbers, and how much each weighs. */
  terms: { term: string; termId: number; weight: number }[]
}

interface SearchableIndex {
  dictionary: TermDictionary
  audiences: ReadonlyMap<number, number>
  passages: PassageStore
  postings: PostingLists
  /** How many passages have each term. */
  documentFrequency: Uint32Array
  passageIdsOf(documentKey: number): ArrayLike<number>
  window: ScoreWindow
}

/** Who is left is looked at when the remaining terms could add no more than this part of what the last of the best has. */
const pruningThreshold = 0.3

/**
 * BM25 (Robertson & Zaragoza 2009, 3.1) over the passages that the audiences see: a few thousand at a time, and of these
 * the rarest term first. What the remaining terms could add is known: passages that stay behind the last of the best even
 * with all of it are out, and as soon as few others are left, only these are looked through for the remaining terms
 * (MaxScore, Turtle & Flood 1995). The result is the same.
 */
export function maxScoreSearch(shelf: SearchableIndex, query: LexicalIndexQuery): LexicalHits {
  const { passages, postings: lists, window } = shelf
  const average = passages.live.terms / Math.max(1, passages.live.count) || 1
  const perTerm = (k1 * b) / average
  const asked = resolveQueryTerms(shelf, query.terms)
  const { audiences, lengths } = passages.columns()
  const inQuestion = {
    ...{ audiences, visibleAudiences: visibleAudiences(shelf, query.audienceIds) },
    inScope: query.documentKeys && passagesInScope(shelf, query.documentKeys),
  }
  const cursors = asked.map(({ termId }) => lists.openCursor(termId >>> 1))
  const remaining = suffixSums(asked.map(({ maxContribution }) => maxContribution))
  const postings = suffixSums(asked.map(({ documentFrequency }) => documentFrequency))
  const canSeek = window.setCountedTerms(asked.map(({ termId }) => termId))
  const best = createTopK(query.depth)
  /** What the last of the best has. */
  let least = 0

  for (let start = 0; start < passages.size; start += windowSize) {
    window.moveTo(start, passages.size - start, lengths)
    const share = windowSize / passages.size
    let next = 0
    for (; next < asked.length; next++) {
      const rest = remaining[next] as number
      if (canSeek && rest < least * pruningThreshold) {
        const count = window.prune(least - rest, inQuestion)
        if (count * average <= (postings[next] as number) * share) break
      }
      window.addTermScores(
        lists,
        cursors[next] as PostingCursor,
        (asked[next] as QueryTerm).maxContribution,
        perTerm,
      )
    }
    const rest = remaining[next] as number
    const count = window.prune(least - rest, inQuestion)
    for (let index = 0; index < count; index++) {
      const place = window.passageIdAt(index)
      let score = window.scoreAt(index)
      if (score + rest < least) continue
      if (next < asked.length) {
        const length = lengths[place] as number
        const times = window.countTerms(passages.termPageAt(place), passages.termOffsetAt(place), length)
        score = addRemainingTerms(score, asked, next, times, perTerm * length)
      }
      if (score >= least) least = addToTopK(best, place, score, passages.keyAt(place))
    }
  }
  return {
    hits: topKIds(best).map((place) => ({
      chunkKey: passages.keyAt(place),
      documentKey: passages.documentAt(place),
    })),
    terms: asked.map(({ term, termId, weight }) => ({ term, termId, weight })),
  }
}

interface QueryTerm {
  term: string
  termId: number
  /** How many passages have it. */
  documentFrequency: number
  weight: number
  /** What it can add to a passage's score at most. */
  maxContribution: number
}

/** Rarest first. */
function resolveQueryTerms(
  { dictionary, documentFrequency, passages }: SearchableIndex,
  terms: readonly string[],
): QueryTerm[] {
  const repeated = new Map<string, number>()
  for (const term of terms) repeated.set(term, (repeated.get(term) ?? 0) + 1)
  return [...repeated]
    .flatMap(([term, times]) => {
      const termId = dictionary.find(term)
      const frequency = termId === undefined ? 0 : (documentFrequency[termId >>> 1] as number)
      if (termId === undefined || frequency === 0) return []
      const weight = Math.log(1 + (passages.live.count - frequency + 0.5) / (frequency + 0.5))
      return {
        term,
        termId,
        documentFrequency: frequency,
        weight,
        maxContribution: weight * times * (k1 + 1),
      }
    })
    .sort((one, other) => other.weight - one.weight || one.termId - other.termId)
}

/** By the audience of a passage, whether it is seen. */
function visibleAudiences({ audiences }: SearchableIndex, audienceIds: readonly number[]): Uint8Array {
  const seen = new Uint8Array(audiences.size + 1)
  for (const id of audienceIds) seen[audiences.get(id) ?? 0] = 1
  seen[0] = 0
  return seen
}

function passagesInScope(
  { passages, passageIdsOf }: SearchableIndex,
  documentKeys: readonly number[],
): Uint8Array {
  const within = new Uint8Array(passages.size)
  for (const key of documentKeys) {
    const places = passageIdsOf(key)
    for (let i = 0; i < places.length; i++) within[places[i] as number] = 1
  }
  return within
}

/** Of each and all behind it; 0 behind the last. */
function suffixSums(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let i = values.length - 1; i >= 0; i--) sums[i] = (sums[i + 1] as number) + (values[i] as number)
  return sums
}

/** With the terms from one on, reckoned in the order and manner of the kernel: the same passage has the same score by either way. */
function addRemainingTerms(
  score: number,
  asked: readonly QueryTerm[],
  first: number,
  times: Uint32Array,
  ofLength: number,
): number {
  let sum = score
  for (let index = first; index < asked.length; index++) {
    const found = Math.min(times[index] as number, maxTermFrequency)
    if (found > 0)
      sum += ((asked[index] as QueryTerm).maxContribution * found) / (found + k1 * (1 - b) + ofLength)
  }
  return sum
}
