import { expect, test } from 'vitest'
import { niceAxisMaximum } from './daily-chart.tsx'

test('the axis ends at a number whose half is whole and that no bar exceeds', () => {
  for (let value = 1; value < 2000; value += 1) {
    const maximum = niceAxisMaximum(value)
    expect(maximum).toBeGreaterThanOrEqual(value)
    expect(maximum).toBeLessThanOrEqual(Math.max(2, value * 2))
    expect(Number.isInteger(maximum / 2)).toBe(true)
  }
})
