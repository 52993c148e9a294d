import { expect, test } from 'vitest'
import { nextIndex } from './use-list-keys.ts'

test('arrows move by one, Home and End to the ends', () => {
  expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => nextIndex(key, 1, 4))).toEqual([2, 0, 0, 3])
})

test('the list does not wrap: at its end the key stays with the page, before its start the search field is next', () => {
  expect(nextIndex('ArrowDown', 3, 4)).toBeUndefined()
  expect(nextIndex('ArrowUp', 0, 4)).toBe(-1)
})

test('other keys do nothing', () => {
  expect(['Tab', 'Enter', 'a', 'ArrowLeft'].map((key) => nextIndex(key, 1, 4))).toEqual(Array(4).fill(undefined))
})
