import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createTermHashTable, findTerm, insertTerm } from './term-hash-table.ts'

describe('terms and their places', () => {
  it('are what a map would say, up to the last that has room', () => {
    const random = seededRandom(5)
    for (const most of [0, 1, 14, 5000]) {
      const table = createTermHashTable(most)
      const map = new Map<number, number>()
      while (map.size < most) {
        const term = random.below(2 * most + 3) * (random.below(2) === 0 ? 1 : 2 ** 18 + 1)
        if (!map.has(term)) map.set(term, map.size)
        expect(insertTerm(table, term)).toBe(map.get(term))
      }
      expect(table.count).toBe(most)
      for (let term = 0; term < 3 * most + 9; term++) expect(findTerm(table, term)).toBe(map.get(term) ?? -1)
    }
  })
})
