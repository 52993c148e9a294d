import { describe, expect, it } from 'vitest'
import { exponentialBackoff, tableBackoff } from './backoff.ts'

describe('exponentialBackoff', () => {
  const backoff = exponentialBackoff({ firstMs: 1000, longestMs: 10_000, attempts: 7 })

  it('doubles the pause up to its limit', () => {
    const pauses = [1, 2, 3, 4, 5, 6].map((failures) => backoff(failures, () => 1))
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
  })

  it('takes half of the pause from chance', () => {
    expect(backoff(1, () => 0)).toBe(500)
    expect(backoff(1, () => 0.5)).toBe(750)
  })

  it('gives up after its attempts', () => {
    expect(backoff(6, () => 0)).toBeDefined()
    expect(backoff(7, () => 0)).toBeUndefined()
  })

  it('stays finite after thousands of failures where it never gives up', () => {
    const forever = exponentialBackoff({ attempts: Number.POSITIVE_INFINITY, longestMs: 300_000 })
    expect(forever(5000, () => 1)).toBe(300_000)
  })
})

describe('tableBackoff', () => {
  it('waits exactly as the table says, stretched by chance', () => {
    const backoff = tableBackoff([5000, 30_000], 0.1)
    expect(backoff(1, () => 0)).toBe(5000)
    expect(backoff(1, () => 1)).toBe(5500)
    expect(backoff(2, () => 0.5)).toBe(31_500)
    expect(backoff(3, () => 0)).toBeUndefined()
  })
})
