import { expect, test } from 'vitest'
import { foldDuplicates, type ScoredPassage } from './fold-duplicates.ts'

const passages = Array.from(
  { length: 400 },
  (_, rank) =>
    ({
      chunkKey: rank,
      documentKey: rank,
      score: 1 - rank / 1000,
      document: { updatedAt: new Date(0) },
    }) as ScoredPassage,
)
const oneGroup = new Map(passages.map(({ chunkKey }) => [chunkKey, 0]))

test('hundreds of passages of one template are not compared each with each', () => {
  let comparisons = 0
  const folded = foldDuplicates(passages, oneGroup, () => {
    comparisons += 1
    return false
  })
  expect(folded).toHaveLength(400)
  expect(comparisons).toBeLessThanOrEqual(400 * 50)
})

test('a copy of a good hit is folded into it however far down it is', () => {
  const isCopy = (a: { chunkKey: number }, b: { chunkKey: number }) => a.chunkKey === 3 && b.chunkKey === 399
  const folded = foldDuplicates(passages, oneGroup, isCopy)
  expect(folded).toHaveLength(399)
  expect(folded[3]?.duplicates.map(({ chunkKey }) => chunkKey)).toEqual([399])
})
