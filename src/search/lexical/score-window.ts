import { loadKernel } from '../load-kernel.ts'
import { b, k1 } from './bm25.ts'
import { scoreKernel } from './kernel/score-kernel.ts'
import { type PostingCursor, type PostingLists, postingPassageId } from './posting-lists.ts'

/** How many passages, one behind the other, are scored at a time: their scores stay in the processor's nearest cache. */
export const windowSize = 4096

/** Which passages are in question: by the audience of each, and by its place. */
export interface PassageFilter {
  audiences: Int32Array
  visibleAudiences: Uint8Array
  inScope: Uint8Array | undefined
}

export interface ScoreWindow {
  /** On to the passages from a place on, of which so many are left and none has a score yet. `lengths` are of all passages. */
  moveTo(start: number, size: number, lengths: Int32Array): void
  /** What a term adds to the passages, given what it can add at most. */
  addTermScores(lists: PostingLists, cursor: PostingCursor, bound: number, perTerm: number): void
  /** Only passages that have so much are left: how many these are. What is added later brings up no others. */
  prune(least: number, inQuestion: PassageFilter): number
  passageIdAt(index: number): number
  scoreAt(index: number): number
  /** Which terms are looked for in passages; false if they are too many. */
  setCountedTerms(terms: readonly number[]): boolean
  /** How often each of them stands among the terms of a passage: to be read before the next one is asked for. */
  countTerms(page: Uint32Array, start: number, length: number): Uint32Array
}

const termTableSize = 2048

/** The loops are WebAssembly: over arrays that the compiler does not know beforehand, JavaScript takes thrice as long. */
export function createScoreWindow(): ScoreWindow {
  const kernel = loadKernel<ScoreKernel>(scoreKernel)
  const { buffer } = kernel.memory
  const scores = new Float64Array(buffer, 0, windowSize)
  const ownLengths = new Int32Array(buffer, 32_768, windowSize)
  const numbers = new Uint32Array(buffer, 49_152, windowSize)
  const left = new Int32Array(buffer, 65_536, windowSize)
  const table = new Uint32Array(buffer, 81_920, termTableSize)
  const times = new Uint32Array(buffer, 90_112, termTableSize)
  /** Where in the table each term stands. */
  let sought: number[] = []
  let counts = new Uint32Array()
  let start = 0
  let size = 0
  /** -1 while all are. */
  let count = -1
  let isEmpty = true

  return {
    moveTo(place, most, lengths) {
      start = place
      size = Math.min(windowSize, most)
      count = -1
      if (!isEmpty) scores.fill(0)
      isEmpty = true
      ownLengths.set(lengths.subarray(start, start + size))
    },

    addTermScores(lists, cursor, bound, perTerm) {
      let staged = 0
      if (!skipToPassage(lists, cursor, start)) return
      do {
        const { page, at, end } = cursor
        cursor.at = lowerBound(page, at, end, start + windowSize)
        copyRange(page, at, cursor.at, numbers, staged)
        staged += cursor.at - at
      } while (cursor.at === cursor.end && lists.nextBlock(cursor))
      if (staged === 0) return
      isEmpty = false
      kernel.add(staged, start, bound, k1 * (1 - b), perTerm)
    },

    prune(least, inQuestion) {
      if (isEmpty) return 0
      count =
        count < 0
          ? filterCandidates(left, kernel.keep(size, Math.max(least, Number.MIN_VALUE)), start, inQuestion)
          : pruneByScore(left, count, scores, least)
      return count
    },
    passageIdAt: (index) => start + (left[index] as number),
    scoreAt: (index) => scores[left[index] as number] as number,

    setCountedTerms(terms) {
      for (const slot of sought) table[slot] = 0
      sought = []
      if (terms.length > termTableSize / 2) return false
      counts = new Uint32Array(terms.length)
      for (const number of terms) {
        let slot = number % termTableSize
        while (table[slot] !== 0) slot = (slot + 1) % termTableSize
        table[slot] = number + 1
        sought.push(slot)
      }
      return true
    },

    countTerms(page, from, length) {
      for (let at = 0; at < length; at += windowSize) {
        const size = Math.min(length - at, windowSize)
        copyRange(page, from + at, from + at + size, numbers, 0)
        kernel.count(size)
      }
      for (let i = 0; i < sought.length; i++) {
        const slot = sought[i] as number
        counts[i] = times[slot] as number
        times[slot] = 0
      }
      return counts
    },
  }
}

/** Windows may have been passed over. False if the list ends before this one. */
function skipToPassage(lists: PostingLists, cursor: PostingCursor, place: number): boolean {
  while (cursor.at === cursor.end || postingPassageId(cursor.page[cursor.end - 1] as number) < place)
    if (!lists.nextBlock(cursor)) return false
  cursor.at = lowerBound(cursor.page, cursor.at, cursor.end, place)
  return true
}

/** Where the first posting stands that has the place or a later one. */
function lowerBound(page: Uint32Array, from: number, end: number, place: number): number {
  if (postingPassageId(page[end - 1] as number) < place) return end
  let before = from - 1
  let behind = end - 1
  while (behind - before > 1) {
    const middle = (before + behind) >> 1
    if (postingPassageId(page[middle] as number) < place) before = middle
    else behind = middle
  }
  return behind
}

function copyRange(page: Uint32Array, from: number, end: number, into: Uint32Array, at: number): void {
  // A view and its copying take as long as some twenty numbers.
  if (end - from > 20) into.set(page.subarray(from, end), at)
  else for (let i = from; i < end; i++) into[at + i - from] = page[i] as number
}

function filterCandidates(left: Int32Array, count: number, start: number, inQuestion: PassageFilter): number {
  const { audiences, visibleAudiences, inScope } = inQuestion
  let still = 0
  for (let i = 0; i < count; i++) {
    const within = left[i] as number
    if (visibleAudiences[audiences[start + within] as number] === 0) continue
    if (inScope !== undefined && inScope[start + within] === 0) continue
    left[still++] = within
  }
  return still
}

function pruneByScore(left: Int32Array, count: number, scores: Float64Array, least: number): number {
  let still = 0
  for (let i = 0; i < count; i++) {
    const within = left[i] as number
    if ((scores[within] as number) >= least) left[still++] = within
  }
  return still
}

interface ScoreKernel {
  memory: { buffer: ArrayBuffer }
  add(count: number, start: number, bound: number, fixed: number, perTerm: number): void
  keep(size: number, least: number): number
  count(count: number): void
}
