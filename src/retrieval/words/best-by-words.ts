import { addPlace, bestFirst, createBestPlaces } from '../best-places.ts'
import { b, k1 } from '../bm25.ts'
import type { PassageStore } from './passage-store.ts'
import { mostCounted, type PostingCursor, type PostingLists } from './posting-lists.ts'
import { type ScoreWindow, windowSize } from './score-window.ts'
import type { TermNumbers } from './term-numbers.ts'
import type { WordQuery } from './word-memory.ts'

export interface WordScores {
  /** Of the best passages, best first. */
  places: { chunkKey: number; documentKey: number }[]
  /** The question's terms that stand anywhere: their numbers, and how much each weighs. */
  terms: { term: string; number: number; weight: number }[]
}

interface Shelf {
  numbers: TermNumbers
  audiences: ReadonlyMap<number, number>
  passages: PassageStore
  lists: PostingLists
  /** How many passages have each term. */
  holders: Uint32Array
  placesOf(documentKey: number): ArrayLike<number>
  window: ScoreWindow
}

/** Who is left is looked at when the remaining terms could add no more than this part of what the last of the best has. */
const littleLeft = 0.3

/**
 * BM25 (Robertson & Zaragoza 2009, 3.1) over the passages that the audiences see: a few thousand at a time, and of these
 * the rarest term first. What the remaining terms could add is known: passages that stay behind the last of the best even
 * with all of it are out, and as soon as few others are left, only these are looked through for the remaining terms
 * (MaxScore, Turtle & Flood 1995). The result is the same.
 */
export function bestByWords(shelf: Shelf, query: WordQuery): WordScores {
  const { passages, lists, window } = shelf
  const average = passages.living.terms / Math.max(1, passages.living.count) || 1
  const perTerm = (k1 * b) / average
  const asked = askedTerms(shelf, query.terms)
  const { audiences, lengths } = passages.columns()
  const inQuestion = {
    ...{ audiences, seen: seenAudiences(shelf, query.audienceIds) },
    inScope: query.documentKeys && placesWithin(shelf, query.documentKeys),
  }
  const cursors = asked.map(({ number }) => lists.open(number >>> 1))
  const remaining = sumsFrom(asked.map(({ bound }) => bound))
  const postings = sumsFrom(asked.map(({ having }) => having))
  const canSeek = window.seek(asked.map(({ number }) => number))
  const best = createBestPlaces(query.depth)
  /** What the last of the best has. */
  let least = 0

  for (let start = 0; start < passages.size; start += windowSize) {
    window.moveTo(start, passages.size - start, lengths)
    const share = windowSize / passages.size
    let next = 0
    for (; next < asked.length; next++) {
      const rest = remaining[next] as number
      if (canSeek && rest < least * littleLeft) {
        const count = window.keep(least - rest, inQuestion)
        if (count * average <= (postings[next] as number) * share) break
      }
      window.add(lists, cursors[next] as PostingCursor, (asked[next] as AskedTerm).bound, perTerm)
    }
    const rest = remaining[next] as number
    const count = window.keep(least - rest, inQuestion)
    for (let index = 0; index < count; index++) {
      const place = window.placeAt(index)
      let score = window.scoreAt(index)
      if (score + rest < least) continue
      if (next < asked.length) {
        const length = lengths[place] as number
        const times = window.timesIn(passages.pageAt(place), passages.startAt(place), length)
        score = scoreWith(score, asked, next, times, perTerm * length)
      }
      if (score >= least) least = addPlace(best, place, score, passages.keyAt(place))
    }
  }
  return {
    places: bestFirst(best).map((place) => ({
      chunkKey: passages.keyAt(place),
      documentKey: passages.documentAt(place),
    })),
    terms: asked.map(({ term, number, weight }) => ({ term, number, weight })),
  }
}

interface AskedTerm {
  term: string
  number: number
  /** How many passages have it. */
  having: number
  weight: number
  /** What it can add to a passage's score at most. */
  bound: number
}

/** Rarest first. */
function askedTerms({ numbers, holders, passages }: Shelf, terms: readonly string[]): AskedTerm[] {
  const repeated = new Map<string, number>()
  for (const term of terms) repeated.set(term, (repeated.get(term) ?? 0) + 1)
  return [...repeated]
    .flatMap(([term, times]) => {
      const number = numbers.known(term)
      const having = number === undefined ? 0 : (holders[number >>> 1] as number)
      if (number === undefined || having === 0) return []
      const weight = Math.log(1 + (passages.living.count - having + 0.5) / (having + 0.5))
      return { term, number, having, weight, bound: weight * times * (k1 + 1) }
    })
    .sort((one, other) => other.weight - one.weight || one.number - other.number)
}

/** By the audience of a passage, whether it is seen. */
function seenAudiences({ audiences }: Shelf, audienceIds: readonly number[]): Uint8Array {
  const seen = new Uint8Array(audiences.size + 1)
  for (const id of audienceIds) seen[audiences.get(id) ?? 0] = 1
  seen[0] = 0
  return seen
}

function placesWithin({ passages, placesOf }: Shelf, documentKeys: readonly number[]): Uint8Array {
  const within = new Uint8Array(passages.size)
  for (const key of documentKeys) {
    const places = placesOf(key)
    for (let i = 0; i < places.length; i++) within[places[i] as number] = 1
  }
  return within
}

/** Of each and all behind it; 0 behind the last. */
function sumsFrom(values: readonly number[]): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let i = values.length - 1; i >= 0; i--) sums[i] = (sums[i + 1] as number) + (values[i] as number)
  return sums
}

/** With the terms from one on, reckoned in the order and manner of the kernel: the same passage has the same score by either way. */
function scoreWith(
  score: number,
  asked: readonly AskedTerm[],
  first: number,
  times: Uint32Array,
  ofLength: number,
): number {
  let sum = score
  for (let index = first; index < asked.length; index++) {
    const found = Math.min(times[index] as number, mostCounted)
    if (found > 0) sum += ((asked[index] as AskedTerm).bound * found) / (found + k1 * (1 - b) + ofLength)
  }
  return sum
}
