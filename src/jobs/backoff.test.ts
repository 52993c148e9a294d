import { describe, expect, it } from 'vitest'
import { exponentialBackoff, tableBackoff } from './backoff.ts'

describe('exponentialBackoff', () => {
  const backoff = exponentialBackoff({ initialMs: 1000, maxMs: 10_000, attempts: 7 })

  it('doubles the pause up to its limit', () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((failures) => backoff(failures, () => 1))
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
  })

  it('draws half of the pause at random', () => {
    expect(backoff(1, () => 0)).toBe(500)
    expect(backoff(1, () => 0.5)).toBe(750)
  })

  it('gives up after its attempts', () => {
    expect(backoff(6, () => 0)).toBeDefined()
    expect(backoff(7, () => 0)).toBeUndefined()
  })

  it('stays finite after thousands of failures', () => {
    const forever = exponentialBackoff({ attempts: Number.POSITIVE_INFINITY, maxMs: 300_000 })
    expect(forever(5000, () => 1)).toBe(300_000)
  })
})

describe('tableBackoff', () => {
  it('uses the pauses of the table, lengthened at random', () => {
    const backoff = tableBackoff([5000, 30_000], 0.1)
    expect(backoff(1, () => 0)).toBe(5000)
    expect(backoff(1, () => 1)).toBe(5500)
    expect(backoff(2, () => 0.5)).toBe(31_500)
    expect(backoff(3, () => 0)).toBeUndefined()
  })
})
