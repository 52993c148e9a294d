import { createBestFew } from '../best-few.ts'
import { b, k1 } from '../bm25.ts'
import type { PassageStore } from './passage-store.ts'
import { mostCounted, type PostingLists, postingCount, postingPlace } from './posting-lists.ts'
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
}

/** A term that fewer have is gone through sooner than it is considered whether that can be spared. */
const fewHolders = 1000

/**
 * BM25 (Robertson & Zaragoza 2009, 3.1) over the passages that the audiences see, rarest term first. As soon as what the
 * remaining terms could add is less than what the last of the best has already, they bring up no passage by themselves
 * (MaxScore, Turtle & Flood 1995): only passages that are near the best are looked through for them. The result is the same.
 */
export function bestByWords(shelf: Shelf, query: WordQuery): WordScores {
  const { passages, lists } = shelf
  const { audiences: seenBy, lengths } = passages.columns()
  const average = passages.living.terms / Math.max(1, passages.living.count) || 1
  const perTerm = (k1 * b) / average
  const asked = askedTerms(shelf, query.terms)
  const seen = seenAudiences(shelf, query.audienceIds)
  const inScope = query.documentKeys && placesWithin(shelf, query.documentKeys)
  const scores = new Float32Array(passages.size)
  const touched = new Int32Array(passages.size)
  let count = 0
  let isClosed = false

  const gain = (bound: number, times: number, place: number) =>
    (bound * times) / (times + k1 * (1 - b) + perTerm * (lengths[place] as number))

  function goThrough({ number, bound }: Asked): void {
    lists.scan(number >>> 1, (page, from, to) => {
      for (let i = from; i < to; i++) {
        const posting = page[i] as number
        const place = postingPlace(posting)
        if (seen[seenBy[place] as number] === 0) continue
        if (inScope !== undefined && inScope[place] === 0) continue
        const before = scores[place] as number
        if (before === 0) {
          if (isClosed) continue
          touched[count++] = place
        }
        scores[place] = before + gain(bound, postingCount(posting), place)
      }
    })
  }

  /** Of the passages gone through so far, those that can still be among the best. */
  function narrow(remaining: number): void {
    const bar = nthLargest(scores, touched.subarray(0, count), query.depth, 0) - remaining
    let left = 0
    for (let i = 0; i < count; i++) {
      const place = touched[i] as number
      if ((scores[place] as number) >= bar) touched[left++] = place
    }
    count = left
  }

  let remaining = asked.reduce((sum, { bound }) => sum + bound, 0)
  let postings = asked.reduce((sum, { having }) => sum + having, 0)
  for (const [index, term] of asked.entries()) {
    if (term.having > fewHolders && count > query.depth) {
      isClosed ||= nthLargest(scores, touched.subarray(0, count), query.depth, remaining) > remaining
      if (isClosed) narrow(remaining)
      if (isClosed && count * average < postings) {
        lookThrough(asked.slice(index))
        break
      }
    }
    goThrough(term)
    remaining -= term.bound
    postings -= term.having
  }

  const best = createBestFew<{ key: number; place: number }>(query.depth)
  for (let i = 0; i < count; i++) {
    const place = touched[i] as number
    const score = scores[place] as number
    if (score >= best.least) best.add({ key: passages.keyAt(place), place }, score)
  }
  return {
    places: best
      .items()
      .map(({ key, place }) => ({ chunkKey: key, documentKey: passages.documentAt(place) })),
    terms: asked.map(({ term, number, weight }) => ({ term, number, weight })),
  }

  function lookThrough(terms: readonly Asked[]): void {
    const marks = new Uint8Array(shelf.numbers.size)
    for (const [index, { number }] of terms.entries()) marks[number >>> 1] = Math.min(index + 1, 255)
    const times = new Uint8Array(terms.length + 1)
    for (let i = 0; i < count; i++) {
      const place = touched[i] as number
      const own = passages.termsAt(place)
      times.fill(0)
      for (let at = 0; at < own.length; at++) {
        const mark = marks[(own[at] as number) >>> 1] as number
        if (mark !== 0) times[mark] = (times[mark] as number) + 1
      }
      let score = scores[place] as number
      for (const [index, { bound }] of terms.entries()) {
        const found = times[index + 1] as number
        if (found > 0) score += gain(bound, Math.min(found, mostCounted), place)
      }
      scores[place] = score
    }
  }
}

interface Asked {
  term: string
  number: number
  /** How many passages have it. */
  having: number
  weight: number
  /** What it can add to a passage's score at most. */
  bound: number
}

function askedTerms({ numbers, holders, passages }: Shelf, terms: readonly string[]): Asked[] {
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

const steps = 1024

/** A little below what the n-th best has, by counting how many lie on each step up to the best one; 0 below the least. */
function nthLargest(scores: Float32Array, places: Int32Array, n: number, least: number): number {
  let most = 0
  for (let i = 0; i < places.length; i++) most = Math.max(most, scores[places[i] as number] as number)
  if (most <= least) return 0
  const scale = (steps - 1) / most
  const counts = new Uint32Array(steps)
  for (let i = 0; i < places.length; i++) {
    const step = Math.floor((scores[places[i] as number] as number) * scale)
    counts[step] = (counts[step] as number) + 1
  }
  let above = 0
  for (let step = steps - 1; step >= 0; step--) {
    above += counts[step] as number
    if (above >= n) return step / scale
  }
  return 0
}
