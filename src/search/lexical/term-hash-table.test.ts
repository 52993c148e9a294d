import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { createTermHashTable, findTerm, insertTerm } from './term-hash-table.ts'

describe('the term hash table', () => {
  it('gives the same indexes as a map, up to its capacity', () => {
    const random = seededRandom(5)
    for (const capacity of [0, 1, 14, 5000]) {
      const table = createTermHashTable(capacity)
      const map = new Map<number, number>()
      while (map.size < capacity) {
        const term = random.below(2 * capacity + 3) * (random.below(2) === 0 ? 1 : 2 ** 18 + 1)
        if (!map.has(term)) map.set(term, map.size)
        expect(insertTerm(table, term)).toBe(map.get(term))
      }
      expect(table.count).toBe(capacity)
      for (let term = 0; term < 3 * capacity + 9; term++) expect(findTerm(table, term)).toBe(map.get(term) ?? -1)
    }
  })
})
