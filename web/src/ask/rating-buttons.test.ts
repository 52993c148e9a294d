import { expect, test } from 'vitest'
import { withReason } from './rating-buttons.tsx'

test('a given reason keeps what was typed', () => {
  expect(withReason('', 'Incorrect')).toBe('Incorrect')
  expect(withReason('Incorrect', 'Incomplete')).toBe('Incomplete')
  expect(withReason('It is ten days.', 'Incorrect')).toBe('Incorrect: It is ten days.')
  expect(withReason('Incorrect: It is ten days.', 'Incomplete')).toBe('Incomplete: It is ten days.')
})
