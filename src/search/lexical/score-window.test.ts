import { expect, test } from 'vitest'
import { createPostingLists, encodePosting } from './posting-lists.ts'
import { createScoreWindow, windowSize } from './score-window.ts'

const size = 3 * windowSize
const filter = {
  audiences: new Int32Array(size).fill(1),
  visibleAudiences: Uint8Array.of(0, 1),
  inScope: undefined,
}

test('skipped windows do not affect later ones', () => {
  const lists = createPostingLists()
  for (let passageId = 0; passageId < size; passageId += 5) lists.add(0, encodePosting(passageId, 1))
  lists.add(1, encodePosting(3, 1))
  const window = createScoreWindow()
  const lengths = new Int32Array(size).fill(10)
  const [often, once] = [lists.openCursor(0), lists.openCursor(1)]
  const passageIds = (count: number) => Array.from({ length: count }, (_, index) => window.passageIdAt(index))

  window.moveTo(0, size, lengths)
  window.addTermScores(lists, often, 2, 0.1)
  window.addTermScores(lists, once, 2, 0.1)
  expect(passageIds(window.prune(0, filter)).slice(0, 3)).toEqual([0, 3, 5])
  const start = 2 * windowSize
  window.moveTo(start, size - start, lengths)
  expect(window.prune(0, filter)).toBe(0)
  window.addTermScores(lists, once, 2, 0.1)
  expect(window.prune(0, filter)).toBe(0)
  window.addTermScores(lists, often, 2, 0.1)
  const expected = Array.from({ length: size }, (_, passageId) => passageId).filter(
    (passageId) => passageId >= start && passageId % 5 === 0,
  )
  const remaining = passageIds(window.prune(0, filter))
  expect(remaining).toEqual(expected)
  // 2 · 1 / (1 + 0.3 + 0.1 · 10)
  for (const index of remaining.keys()) expect(window.scoreAt(index)).toBeCloseTo(2 / 2.3, 12)
})

test('terms are counted in passages of any length, also with colliding ids', () => {
  const window = createScoreWindow()
  const terms = [7, 7 + 2048, 8, 7 + 4096, 2047]
  const passage = Uint32Array.from({ length: 9000 }, (_, at) => [...terms, 4095, 9][at % 7] as number)
  expect(window.setCountedTerms(terms)).toBe(true)
  const counted = (page: Uint32Array, start: number, length: number) => {
    const own = page.subarray(start, start + length)
    return terms.map((term) => own.filter((other) => other === term).length)
  }
  for (const [start, length] of [
    [0, 9000],
    [1, 4097],
    [3, 5],
    [0, 0],
  ] as const)
    expect([...window.countTerms(passage, start, length)]).toEqual(counted(passage, start, length))
  expect(window.setCountedTerms([1])).toBe(true)
  expect([...window.countTerms(passage, 0, 9000)]).toEqual([0])
  expect(window.setCountedTerms(Array.from({ length: 1025 }, (_, term) => term))).toBe(false)
})
