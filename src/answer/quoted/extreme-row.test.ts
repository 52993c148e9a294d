import { expect, test } from 'vitest'
import { findExtremeRows } from './extreme-row.ts'

const states = [
  'State: Ohio; Permit: 9,338; Handgun: 34,878; Handgun: 24; Totals: 81,616',
  'State: Kentucky; Permit: 264,140; Handgun: 12,155; Handgun: 9; Totals: 295,891',
  'State: Totals; Permit: 804,006; Handgun: 671,330; Handgun: 218; Totals: 2,236,457',
]
const doses = ['Dose (g): 6; Cost: €1.20; Rate (mm): 0.43', 'Dose (g): 8; Cost: €9; Rate (mm): 5.39E-05']

test('the row with the most in total is found, and not the row of totals', () => {
  expect(findExtremeRows('Which state had the most checks?', states)).toEqual([1])
})

test('the column is the one that the question names', () => {
  expect(findExtremeRows('At which dose was the rate lowest?', doses)).toEqual([1])
  expect(findExtremeRows('Which dose has the lowest cost?', doses)).toEqual([0])
  expect(findExtremeRows('Which state had the fewest permits?', states)).toEqual([0])
})

test('no row is claimed without a superlative, or if the column is not certain', () => {
  expect(findExtremeRows('How many checks did Ohio have?', states)).toEqual([])
  expect(findExtremeRows('Which dose is at least allowed?', doses)).toEqual([])
  expect(
    findExtremeRows('Which dose is the largest?', ['Dose: a; Cost: 1; Rate: 2', 'Dose: b; Cost: 2; Rate: 1']),
  ).toEqual([])
})
