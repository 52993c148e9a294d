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
  const asked = askedTerms(shelf, query.terms)
  const average = passages.living.terms / Math.max(1, passages.living.count) || 1
  const tally = createTally(shelf, query, average)
  let remaining = asked.reduce((sum, { bound }) => sum + bound, 0)
  let reached = 0
  let postings = asked.reduce((sum, { having }) => sum + having, 0)
  for (const [index, { number, bound, having }] of asked.entries()) {
    if (having > fewHolders && tally.count > query.depth && reached > remaining) {
      const last = nthLargest(tally, query.depth, tally.isClosed ? 0 : remaining)
      tally.isClosed ||= last > remaining
      if (tally.isClosed) narrow(tally, last - remaining)
      if (tally.isClosed && tally.count * average < postings) {
        lookThrough(shelf, tally, asked.slice(index))
        break
      }
    }
    lists.scan(number >>> 1, (page, from, to) => addGains(tally, bound, page, from, to))
    reached += bound
    remaining -= bound
    postings -= having
  }
  const best = createBestFew(query.depth, passages.keyAt)
  for (let i = 0; i < tally.count; i++) {
    const place = tally.touched[i] as number
    const score = tally.scores[place] as number
    if (score >= best.least) best.add(place, score)
  }
  return {
    places: best
      .numbers()
      .map((place) => ({ chunkKey: passages.keyAt(place), documentKey: passages.documentAt(place) })),
    terms: asked.map(({ term, number, weight }) => ({ term, number, weight })),
  }
}

/** What the passages have reached so far. */
interface Tally {
  /** Of each place; 0 where none of the terms stands that were gone through. */
  scores: Float32Array
  /** The places that have any, and how many these are. */
  touched: Int32Array
  count: number
  /** No more places are added. */
  isClosed: boolean
  /** By the audience of each place, whether it is seen; and which places the scope holds. */
  seen: Uint8Array
  seenBy: Int32Array
  inScope: Uint8Array | undefined
  lengths: Int32Array
  /** How much a term counts the less for each term that its passage has. */
  perTerm: number
}

function createTally(shelf: Shelf, query: WordQuery, average: number): Tally {
  const { audiences: seenBy, lengths } = shelf.passages.columns()
  const { size } = shelf.passages
  const seen = new Uint8Array(shelf.audiences.size + 1)
  for (const id of query.audienceIds) seen[shelf.audiences.get(id) ?? 0] = 1
  seen[0] = 0
  return {
    scores: new Float32Array(size),
    touched: new Int32Array(size),
    count: 0,
    isClosed: false,
    seen,
    seenBy,
    inScope: query.documentKeys && placesWithin(shelf, query.documentKeys),
    lengths,
    perTerm: (k1 * b) / average,
  }
}

/** A loop over local names: as a closure over them it takes several times as long. */
function addGains(tally: Tally, bound: number, page: Uint32Array, from: number, to: number): void {
  const { scores, touched, isClosed, seen, seenBy, inScope, lengths, perTerm } = tally
  let { count } = tally
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
    const times = postingCount(posting)
    scores[place] = before + (bound * times) / (times + k1 * (1 - b) + perTerm * (lengths[place] as number))
  }
  tally.count = count
}

/** Only the places that have so much already. */
function narrow(tally: Tally, least: number): void {
  const { scores, touched, count } = tally
  let left = 0
  for (let i = 0; i < count; i++) {
    const place = touched[i] as number
    if ((scores[place] as number) >= least) touched[left++] = place
  }
  tally.count = left
}

/** The remaining terms, looked for in the passages that are left. */
function lookThrough({ numbers, passages }: Shelf, tally: Tally, terms: readonly Asked[]): void {
  const { scores, touched, count, lengths, perTerm } = tally
  const marks = new Uint16Array(numbers.size)
  for (let index = 0; index < terms.length; index++) marks[(terms[index] as Asked).number >>> 1] = index + 1
  const bounds = Float64Array.from(terms, ({ bound }) => bound)
  const times = new Uint16Array(terms.length + 1)
  for (let i = 0; i < count; i++) {
    const place = touched[i] as number
    const own = passages.termsAt(place)
    times.fill(0)
    for (let at = 0; at < own.length; at++) {
      const mark = marks[(own[at] as number) >>> 1] as number
      if (mark !== 0) times[mark] = (times[mark] as number) + 1
    }
    const damping = k1 * (1 - b) + perTerm * (lengths[place] as number)
    let score = scores[place] as number
    for (let index = 0; index < bounds.length; index++) {
      const found = Math.min(times[index + 1] as number, mostCounted)
      if (found > 0) score += ((bounds[index] as number) * found) / (found + damping)
    }
    scores[place] = score
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

function placesWithin({ passages, placesOf }: Shelf, documentKeys: readonly number[]): Uint8Array {
  const within = new Uint8Array(passages.size)
  for (const key of documentKeys) {
    const places = placesOf(key)
    for (let i = 0; i < places.length; i++) within[places[i] as number] = 1
  }
  return within
}

const steps = 1024

/** A little below what the n-th best has, by counting how many lie on each step up to the best one; 0 if that is not above the least. */
function nthLargest({ scores, touched, count }: Tally, n: number, least: number): number {
  let most = 0
  for (let i = 0; i < count; i++) {
    const score = scores[touched[i] as number] as number
    if (score > most) most = score
  }
  if (most <= least) return 0
  const scale = (steps - 1) / most
  const counts = new Uint32Array(steps)
  for (let i = 0; i < count; i++) {
    const step = ((scores[touched[i] as number] as number) * scale) | 0
    counts[step] = (counts[step] as number) + 1
  }
  let above = 0
  for (let step = steps - 1; step >= 0; step--) {
    above += counts[step] as number
    if (above >= n) return step / scale
  }
  return 0
}
