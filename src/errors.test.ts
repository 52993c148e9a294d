import { expect, test } from 'vitest'
import { truncateValue } from './errors.ts'

test.each([
  ['a'.repeat(200), 'a'.repeat(200)],
  ['a'.repeat(201), 'a'.repeat(200)],
  ['😀'.repeat(200), '😀'.repeat(200)],
  ['😀'.repeat(201), '😀'.repeat(200)],
  [`a${'😀'.repeat(300)}`, `a${'😀'.repeat(199)}`],
  [`${'a'.repeat(199)}😀b`, `${'a'.repeat(199)}😀`],
  ['a\ud83d', 'a\ufffd'],
])('a value is cut at 200 characters and is well-formed', (text, expected) => {
  expect(truncateValue(text)).toBe(expected)
})
