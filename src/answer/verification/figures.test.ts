import { expect, test } from 'vitest'
import { readFigures } from './figures.ts'

const values = (text: string) => readFigures(text).map(({ value }) => value)

test.each([
  ['10 million requests', '10,000,000 requests'],
  ['ten million requests', '10.000.000 requests'],
  ['$1.5 million', '$1,500,000'],
  ['$25k a year', '$25,000 a year'],
  ['two hundred people', '200 people'],
  ['twenty-five days', '25 days'],
  ['fourteen days', '14 days'],
  ['2.00 euros', '2 euros'],
  ['a two-week trial', 'a 2-week trial'],
])('%s has the same figures as %s', (words, digits) => expect(values(words)).toEqual(values(digits)))

test('a word that only contains a number word is no figure', () => {
  expect(values('a one-on-one with someone, often at a stone wall')).toEqual([])
  expect(values('25 km')).toEqual(['25'])
})

test('one billion stays a word, as one does', () =>
  expect(readFigures('one billion bytes')).toEqual([{ value: '1', unit: 'billion', isWord: true }]))

test('the word after a scaled number is its unit', () =>
  expect(readFigures('10 million requests')).toEqual([{ value: '10000000', unit: 'request', isWord: false }]))
