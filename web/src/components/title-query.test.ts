import { expect, test } from 'vitest'
import { toTitleQuery } from './title-query.ts'

test('a title search takes whole words, up to its limit', () => {
  expect(toTitleQuery('Holidays and leave')).toBe('Holidays and leave')
  expect(toTitleQuery(`${'word '.repeat(39)}cut here`)).toBe(`${'word '.repeat(39)}cut`)
  expect(toTitleQuery('x'.repeat(300))).toBe('x'.repeat(200))
})
