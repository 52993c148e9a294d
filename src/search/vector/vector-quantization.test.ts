import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { cosineToInt12, int12Dimensions, int12SizeBytes, quantizeInt12, splitInt12 } from './vector-quantization.ts'

const random = seededRandom(3)

describe('a 12-bit code', () => {
  for (const dimensions of [1, 2, 5, 384, 1023]) {
    it(`has twelve bits for each of ${dimensions} dimensions, and its high bytes are usable alone`, () => {
      const vector = Float32Array.from({ length: dimensions }, () => random.next() - 0.5)
      const code = quantizeInt12(vector)
      expect(code.length).toBe(int12SizeBytes(dimensions))
      expect(int12Dimensions(code.length)).toBe(dimensions)
      const length = Math.hypot(...vector)
      const unit = vector.map((value) => value / length)
      const missing = (bytes: Int8Array) => Math.abs(1 - cosineToInt12(unit, splitInt12(bytes, dimensions)))
      expect(missing(code)).toBeLessThan(1e-6)
      expect(missing(code.subarray(0, dimensions))).toBeLessThan(1e-4)
      expect(Math.min(...code.subarray(0, dimensions))).toBeGreaterThanOrEqual(-127)
    })
  }

  it('of a zero vector is zero', () => {
    expect([...quantizeInt12(new Float32Array(4))]).toEqual([0, 0, 0, 0, 0, 0])
  })
})
