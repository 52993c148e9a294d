import { expect, test } from 'vitest'
import { addRecent, parseIds } from './recent-notes.ts'

test('the note opened last comes first, once, and the list ends at twelve', () => {
  expect(addRecent(['a', 'b', 'c'], 'b')).toEqual(['b', 'a', 'c'])
  const many = Array.from({ length: 12 }, (_, index) => `n${index}`)
  expect(addRecent(many, 'new')).toEqual(['new', ...many.slice(0, 11)])
})

test('what is stored wrongly counts as nothing', () => {
  expect([parseIds('x'), parseIds('{"a":1}'), parseIds('["a",1,null,"b"]')]).toEqual([[], [], ['a', 'b']])
})
