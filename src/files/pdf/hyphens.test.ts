import { expect, test } from 'vitest'
import { joinLines, vocabularyOf } from './hyphens.ts'

const none = vocabularyOf([])

test('a word that a line break divides is joined', () => {
  expect(joinLines('the compi-', 'lation of', none)).toBe('the compilation of')
})

test('a hyphen stays if the word has it elsewhere', () => {
  const vocabulary = vocabularyOf(['an open-domain system'])
  expect(joinLines('in open-', 'domain answers', vocabulary)).toBe('in open-domain answers')
})

test('a hyphen goes if the word occurs without it elsewhere', () => {
  const vocabulary = vocabularyOf(['co-operation and cooperation'])
  expect(joinLines('their co-', 'operation', vocabulary)).toBe('their cooperation')
})

test('a hyphen stays before a capital and within a longer compound', () => {
  expect(joinLines('the Lucene-', 'BM25 system', none)).toBe('the Lucene-BM25 system')
  expect(joinLines('state-of-the-', 'art', none)).toBe('state-of-the-art')
})

test('divided capitals are joined', () => {
  expect(joinLines('DEPARTMENT OF TRANSPOR-', 'TATION', none)).toBe('DEPARTMENT OF TRANSPORTATION')
})

test('a soft hyphen always goes', () => {
  expect(joinLines('Donau\u00ad', 'Dampf', none)).toBe('DonauDampf')
})

test('Japanese lines are joined without a space', () => {
  expect(joinLines('淡々と', '最期', none)).toBe('淡々と最期')
})
