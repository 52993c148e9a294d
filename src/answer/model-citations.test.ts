import { expect, test } from 'vitest'
import { moveCitationsBeforePunctuation } from './model-citations.ts'

test('numbers after the stop move before it', () => {
  expect(moveCitationsBeforePunctuation('One. [1] Two!" [2][3] Three... [4]')).toBe(
    'One [1]. Two [2][3]!" Three [4]...',
  )
  expect(moveCitationsBeforePunctuation('Code `a. [1]` stays.')).toBe('Code `a. [1]` stays.')
})

test('a long row of stops takes linear time', () => {
  const stops = '.'.repeat(100_000)
  expect(moveCitationsBeforePunctuation(stops)).toBe(stops)
  expect(moveCitationsBeforePunctuation(`${stops} [1]`)).toBe(` [1]${stops}`)
})
