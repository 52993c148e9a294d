import { expect, test } from 'vitest'
import { seededRandom } from '../../test/support/seeded-random.ts'
import { addToTopK, createTopK, topKIds } from './top-k.ts'

test('the best are kept in order, equal ones by key, and what is needed to be among them is known at each moment', () => {
  const { below } = seededRandom(3)
  for (const limit of [0, 1, 2, 7, 20]) {
    const best = createTopK(limit)
    const all: { place: number; score: number; key: number }[] = []
    for (let place = 0; place < 200; place++) {
      const one = { place, score: 1 + below(12), key: (place * 37) % 211 }
      all.push(one)
      const least = addToTopK(best, one.place, one.score, one.key)
      const wanted = all.toSorted((a, z) => z.score - a.score || a.key - z.key).slice(0, limit)
      expect(topKIds(best)).toEqual(wanted.map((each) => each.place))
      if (limit > 0) expect(least).toBe(all.length < limit ? 0 : wanted.at(-1)?.score)
    }
  }
})
