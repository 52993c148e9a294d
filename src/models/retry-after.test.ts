import { expect, test } from 'vitest'
import { parseRetryAfterMs } from './retry-after.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['3', 3000],
  [' 0 ', 0],
  ['Sun, 01 Mar 2026 12:00:05 GMT', 5000],
  ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['', undefined],
  [null, undefined],
])('Retry-After %j means %j milliseconds', (header, expected) => {
  expect(parseRetryAfterMs(header, now)).toBe(expected)
})
