import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../test/seeded-random.ts'
import { fineCode, fineDimensions, fineSize, partsOf, similarityToFine } from './vector-code.ts'

const random = seededRandom(3)

describe('a fine code', () => {
  for (const dimensions of [1, 2, 5, 384, 1023]) {
    it(`has twelve bits for each of ${dimensions} numbers, of which the first eight do alone`, () => {
      const vector = Float32Array.from({ length: dimensions }, () => random.next() - 0.5)
      const code = fineCode(vector)
      expect(code.length).toBe(fineSize(dimensions))
      expect(fineDimensions(code.length)).toBe(dimensions)
      const length = Math.hypot(...vector)
      const unit = vector.map((value) => value / length)
      const missing = (bytes: Int8Array) => Math.abs(1 - similarityToFine(unit, partsOf(bytes, dimensions)))
      expect(missing(code)).toBeLessThan(1e-6)
      expect(missing(code.subarray(0, dimensions))).toBeLessThan(1e-4)
      expect(Math.min(...code.subarray(0, dimensions))).toBeGreaterThanOrEqual(-127)
    })
  }

  it('of nothing is nothing', () => {
    expect([...fineCode(new Float32Array(4))]).toEqual([0, 0, 0, 0, 0, 0])
  })
})
