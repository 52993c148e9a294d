import { loadKernel } from '../load-kernel.ts'
import { b, k1 } from './bm25.ts'
import { scoreKernel } from './kernel/score-kernel.ts'
import { type PostingCursor, type PostingLists, postingPassageId } from './posting-lists.ts'

/** Passages scored at a time: their scores fit into the L1 cache. */
export const windowSize = 4096

/** Selects passages by audience and by scope. */
export interface PassageFilter {
  audiences: Int32Array
  visibleAudiences: Uint8Array
  inScope: Uint8Array | undefined
}

export interface ScoreWindow {
  /** Moves the window to the passages from `start` on and resets the scores. `lengths` covers all passages. */
  moveTo(start: number, remaining: number, lengths: Int32Array): void
  /** Adds a term's BM25 contribution to every passage in its posting list. */
  addTermScores(lists: PostingLists, cursor: PostingCursor, maxContribution: number, perTerm: number): void
  /** Keeps only passages with at least this score as candidates and returns their number. Later additions add no candidates. */
  prune(minScore: number, filter: PassageFilter): number
  passageIdAt(index: number): number
  scoreAt(index: number): number
  /** Sets the terms for `countTerms`; returns false if there are too many. */
  setCountedTerms(terms: readonly number[]): boolean
  /** Returns the frequency of each counted term in a passage; the array is reused by the next call. */
  countTerms(page: Uint32Array, start: number, length: number): Uint32Array
}

const termTableSize = 2048

/** The loops are WebAssembly: in JavaScript, over arrays of unknown bounds, they take three times as long. */
export function createScoreWindow(): ScoreWindow {
  const kernel = loadKernel<ScoreKernel>(scoreKernel)
  const { buffer } = kernel.memory
  const scores = new Float64Array(buffer, 0, windowSize)
  const windowLengths = new Int32Array(buffer, 32_768, windowSize)
  const staging = new Uint32Array(buffer, 49_152, windowSize)
  const candidates = new Int32Array(buffer, 65_536, windowSize)
  const table = new Uint32Array(buffer, 81_920, termTableSize)
  const times = new Uint32Array(buffer, 90_112, termTableSize)
  /** The table slot of each counted term. */
  let slots: number[] = []
  let counts = new Uint32Array()
  let start = 0
  let size = 0
  /** -1 before the first pruning. */
  let candidateCount = -1
  let isEmpty = true

  return {
    moveTo(newStart, remaining, lengths) {
      start = newStart
      size = Math.min(windowSize, remaining)
      candidateCount = -1
      if (!isEmpty) scores.fill(0)
      isEmpty = true
      windowLengths.set(lengths.subarray(start, start + size))
    },

    addTermScores(lists, cursor, maxContribution, perTerm) {
      let staged = 0
      if (!skipToPassage(lists, cursor, start)) return
      do {
        const { page, at, end } = cursor
        cursor.at = lowerBound(page, at, end, start + windowSize)
        copyRange(page, at, cursor.at, staging, staged)
        staged += cursor.at - at
      } while (cursor.at === cursor.end && lists.nextBlock(cursor))
      if (staged === 0) return
      isEmpty = false
      kernel.add(staged, start, maxContribution, k1 * (1 - b), perTerm)
    },

    prune(minScore, filter) {
      if (isEmpty) return 0
      candidateCount =
        candidateCount < 0
          ? filterCandidates(candidates, kernel.keep(size, Math.max(minScore, Number.MIN_VALUE)), start, filter)
          : pruneByScore(candidates, candidateCount, scores, minScore)
      return candidateCount
    },
    passageIdAt: (index) => start + (candidates[index] as number),
    scoreAt: (index) => scores[candidates[index] as number] as number,

    setCountedTerms(terms) {
      for (const slot of slots) table[slot] = 0
      slots = []
      if (terms.length > termTableSize / 2) return false
      counts = new Uint32Array(terms.length)
      for (const termId of terms) {
        let slot = termId % termTableSize
        while (table[slot] !== 0) slot = (slot + 1) % termTableSize
        table[slot] = termId + 1
        slots.push(slot)
      }
      return true
    },

    countTerms(page, from, length) {
      for (let at = 0; at < length; at += windowSize) {
        const size = Math.min(length - at, windowSize)
        copyRange(page, from + at, from + at + size, staging, 0)
        kernel.count(size)
      }
      for (let i = 0; i < slots.length; i++) {
        const slot = slots[i] as number
        counts[i] = times[slot] as number
        times[slot] = 0
      }
      return counts
    },
  }
}

/** Skips the postings of windows that were not scanned. Returns false if the list ends before the passage. */
function skipToPassage(lists: PostingLists, cursor: PostingCursor, passageId: number): boolean {
  while (cursor.at === cursor.end || postingPassageId(cursor.page[cursor.end - 1] as number) < passageId)
    if (!lists.nextBlock(cursor)) return false
  cursor.at = lowerBound(cursor.page, cursor.at, cursor.end, passageId)
  return true
}

/** Returns the position of the first posting with this or a larger passage id. */
function lowerBound(page: Uint32Array, from: number, end: number, passageId: number): number {
  if (postingPassageId(page[end - 1] as number) < passageId) return end
  let low = from - 1
  let high = end - 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (postingPassageId(page[middle] as number) < passageId) low = middle
    else high = middle
  }
  return high
}

function copyRange(page: Uint32Array, from: number, end: number, into: Uint32Array, at: number): void {
  // Creating a view takes as long as copying about twenty numbers.
  if (end - from > 20) into.set(page.subarray(from, end), at)
  else for (let i = from; i < end; i++) into[at + i - from] = page[i] as number
}

function filterCandidates(
  candidates: Int32Array,
  count: number,
  start: number,
  { audiences, visibleAudiences, inScope }: PassageFilter,
): number {
  let remaining = 0
  for (let i = 0; i < count; i++) {
    const offset = candidates[i] as number
    if (visibleAudiences[audiences[start + offset] as number] === 0) continue
    if (inScope !== undefined && inScope[start + offset] === 0) continue
    candidates[remaining++] = offset
  }
  return remaining
}

function pruneByScore(candidates: Int32Array, count: number, scores: Float64Array, minScore: number): number {
  let remaining = 0
  for (let i = 0; i < count; i++) {
    const offset = candidates[i] as number
    if ((scores[offset] as number) >= minScore) candidates[remaining++] = offset
  }
  return remaining
}

interface ScoreKernel {
  memory: { buffer: ArrayBuffer }
  add(count: number, start: number, maxContribution: number, fixed: number, perTerm: number): void
  keep(size: number, minScore: number): number
  count(count: number): void
}
