import { expect, test } from 'vitest'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { addToTopK, createTopK, topKIds } from './top-k.ts'

test('keeps the best in order, ties by key, and returns the score to beat after each addition', () => {
  const { below } = seededRandom(3)
  for (const limit of [0, 1, 2, 7, 20]) {
    const best = createTopK(limit)
    const all: { id: number; score: number; key: number }[] = []
    for (let id = 0; id < 200; id++) {
      const entry = { id, score: 1 + below(12), key: (id * 37) % 211 }
      all.push(entry)
      const minScore = addToTopK(best, entry.id, entry.score, entry.key)
      const expected = all.toSorted((a, b) => b.score - a.score || a.key - b.key).slice(0, limit)
      expect(topKIds(best)).toEqual(expected.map((each) => each.id))
      if (limit > 0) expect(minScore).toBe(all.length < limit ? 0 : expected.at(-1)?.score)
    }
  }
})
