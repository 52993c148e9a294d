import { expect, it } from 'vitest'
import { searchedPart } from './searched-part.ts'

it('returns a short question unchanged', () => {
  expect(searchedPart('Who is on call?')).toBe('Who is on call?')
})

it('keeps the beginning and the end of a long one, in whole words', () => {
  const middle = 'filler '.repeat(2000)
  const part = searchedPart(`Who is on call? ${middle}And who approves leave?`)
  expect(part.length).toBeLessThanOrEqual(4001)
  expect(part).toMatch(/^Who is on call\? filler/)
  expect(part).toMatch(/filler And who approves leave\?$/)
  expect(new Set(part.split(/\s+/))).toEqual(new Set('Who is on call? filler And who approves leave?'.split(' ')))
})

it('cuts no character in half', () => {
  expect(searchedPart('🐙'.repeat(8000)).isWellFormed()).toBe(true)
})
