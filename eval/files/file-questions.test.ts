import { expect, test } from 'vitest'
import { containsFacts } from './file-questions.ts'

const question = { id: 'q1', kind: 'value', question: '' }

test('a fact is found despite bold, citations, escapes, dashes and case', () => {
  const answer = 'It beats BM25 by **9%–19%** [1]\\. The answer is Zone NA [2].'
  expect(containsFacts(answer, { ...question, answer: ['9%-19%'] })).toBe(true)
  expect(containsFacts(answer, { ...question, all: ['zone na', 'bm25'] })).toBe(true)
})

test('a fact is not found inside a longer word or figure', () => {
  expect(containsFacts('In 2011 [1], Markus left.', { ...question, answer: ['11', 'Mark'] })).toBe(false)
})

test('all of several facts are needed', () => {
  expect(containsFacts('Dropbox', { ...question, all: ['Dropbox', 'Slack'] })).toBe(false)
})
