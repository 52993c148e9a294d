import { expect, test } from 'vitest'
import { readUnits } from './evidence.ts'
import { hasForeignFigures } from './row-values.ts'

const units = readUnits(
  'Site: Groningen; Paid holiday: 27 days; Carry-over: 5 days until 30 June\nSite: Leipzig; Paid holiday: 30 days; Carry-over: 5 days until 31 March\nIn Leipzig you give four weeks of notice.',
  'en',
)
const hasForeign = (statement: string, question = '') =>
  hasForeignFigures(statement, units, { question, language: 'en' })

test('a figure of another row is foreign', () => {
  expect(hasForeign('Site: Leipzig; Paid holiday: 27 days; Carry-over: 5 days')).toBe(true)
  expect(hasForeign('Site: Leipzig; Holiday: 27 days')).toBe(true)
  expect(hasForeign('Site: Groningen; Carry-over: up to five days, until 31 March')).toBe(true)
})

test('figures of the same row, of the question, and of columns that the evidence lacks are not', () => {
  expect(hasForeign('Site: Leipzig; Paid holiday: 30 days; Carry-over: up to five days')).toBe(false)
  expect(hasForeign('Site: Leipzig; Paid holiday: 30 of 27 days', 'How many more than 27 days?')).toBe(false)
  expect(hasForeign('Site: Leipzig; Notice: four weeks')).toBe(false)
})

test('a row about something else, or a sentence, is left to other checks', () => {
  expect(hasForeign('Site: Kobe; Paid holiday: 20 days')).toBe(false)
  expect(hasForeign('Leipzig has 27 days; Groningen has 30.')).toBe(false)
})
