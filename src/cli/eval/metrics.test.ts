import { expect, test } from 'vitest'
import { mean, ndcg, recall, reciprocalRank } from './metrics.ts'

const judged = new Map([
  ['a', 3],
  ['b', 1],
  ['c', 0],
])

test('the ideal ranking has an nDCG of 1', () => {
  expect(ndcg(['a', 'b', 'x'], judged, 10)).toBe(1)
})

test('nDCG takes the grade itself as the gain and discounts by the logarithm of the rank', () => {
  // DCG: 0/log2(2) + 1/log2(3) + 3/log2(4); ideal: 3/log2(2) + 1/log2(3)
  const expected = (1 / Math.log2(3) + 3 / 2) / (3 + 1 / Math.log2(3))
  expect(ndcg(['x', 'b', 'a'], judged, 10)).toBeCloseTo(expected, 12)
})

test('documents after the cut do not count', () => {
  expect(ndcg(['x', 'y', 'a'], judged, 2)).toBe(0)
  expect(recall(['x', 'y', 'a'], judged, 2)).toBe(0)
  expect(reciprocalRank(['x', 'y', 'a'], judged, 2)).toBe(0)
})

test('recall counts only relevant documents', () => {
  expect(recall(['c', 'b', 'x'], judged, 100)).toBe(0.5)
})

test('the reciprocal rank is that of the first relevant document', () => {
  expect(reciprocalRank(['c', 'x', 'b', 'a'], judged, 10)).toBeCloseTo(1 / 3, 12)
})

test('a query without a relevant document scores 0, not NaN', () => {
  const nothing = new Map([['a', 0]])
  expect([ndcg(['a'], nothing, 10), recall(['a'], nothing, 100), mean([])]).toEqual([0, 0, 0])
})
