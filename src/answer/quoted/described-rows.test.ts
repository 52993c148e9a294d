import { expect, test } from 'vitest'
import { findDescribedRows } from './described-rows.ts'

const people = [
  'Name: Ann; Role: Officer; Based in: Cork; Ask about: incidents',
  'Name: Ben; Role: Manager; Based in: Lisbon; Ask about: keys',
  'Name: Cy; Role: Manager; Based in: Cork; Ask about: laptops',
]
const countries = [
  'Country: Portugal; Leave: 25 days; Carry-over: 5 days',
  'Country: Canada; Leave: 20 days; Carry-over: none',
  'Country: Chile; Leave: 20 days',
]

test.each([
  ['Who is based in Cork?', people, 0, [0, 2]],
  ['Which managers are based in Cork?', people, 2, [2]],
  ['Which people are managers?', people, 1, [1, 2]],
  ['Which country has no carry-over?', countries, 0, [1]],
  ["Which countries don't have carry-over?", countries, 1, [1]],
  ['Which countries have carry-over?', countries, 1, [0]],
])('%s', (question, rows, best, expected) => {
  expect(findDescribedRows(question, rows[best]!, rows, 'en')).toEqual(expected)
})

test.each([
  ['Is anyone in Cork?', people, 0],
  ['Who repairs bikes?', people, 0],
  ['What is the carry-over in Canada?', countries, 1],
  ['Which country has the most leave?', countries, 0],
  ['Which countries have leave?', countries, 0],
])('%s describes no row', (question, rows, best) => {
  expect(findDescribedRows(question, rows[best]!, rows, 'en')).toEqual([])
})
