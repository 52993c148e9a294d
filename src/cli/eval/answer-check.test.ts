import { expect, test } from 'vitest'
import { isAnswerHit, normalizeAnswer } from './answer-check.ts'

test('case, punctuation and articles do not matter', () => {
  expect(normalizeAnswer('The  "Duchy", of Normandy!')).toBe('duchy of normandy')
  expect(isAnswerHit('They lived in the Duchy of Normandy. [1]', ['duchy of Normandy'])).toBe(true)
})

test('a gold answer must occur in whole words', () => {
  expect(isAnswerHit('It was in 1066. [1]', ['106'])).toBe(false)
  expect(isAnswerHit('It was in 1066. [1]', ['1066'])).toBe(true)
})

test('the number of a source is not part of the answer', () => {
  expect(isAnswerHit('There are some. [2]', ['2'])).toBe(false)
})

test('scripts without spaces are compared without them', () => {
  expect(isAnswerHit('诺曼人生活在法国北部。[1]', ['法国'])).toBe(true)
})

test('an answer of more than 60 words does not count', () => {
  const words = (count: number) => `${'word '.repeat(count)}France. [1]`
  expect(isAnswerHit(words(59), ['France'])).toBe(true)
  expect(isAnswerHit(words(60), ['France'])).toBe(false)
})
