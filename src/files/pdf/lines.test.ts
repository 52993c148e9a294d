import { expect, test } from 'vitest'
import { wordsAt } from '../../../test/support/positioned-lines.ts'
import { lineOf } from './lines.ts'

test.each([
  ['week', '1', 'week 1'],
  ['begins.', '12', 'begins. 12'],
  ['m', '2', 'm2'],
  ['10', '6', '10^6'],
])('"%s" with a raised "%s" reads "%s"', (word, mark, expected) => {
  const [first] = wordsAt(word, { x: 50, y: 100 })
  const [raised] = wordsAt(mark, { x: first!.right, y: 96, size: 6 })
  expect(lineOf([{ ...first!, spaceAfter: false }, raised!]).text).toBe(expected)
})
