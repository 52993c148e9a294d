import { expect, test } from 'vitest'
import { readUnits } from './evidence.ts'
import { hasReversedChanges } from './reversed-changes.ts'

const units = readUnits(
  'Sessions end after 4 hours instead of 8.\nThe price of the S40 rises from €1,890 to €1,990.\nDornbach is replaced as a supplier by Ferrotek.\nVellum was replaced by Parchly.\nProvide the logo as SVG, not PNG.\nThe API allows 120 requests, before 60.\nProjects are reviewed and approved before being distributed.\nMove from Dublin to Frankfurt.',
  'en',
)
const isReversed = (statement: string) => hasReversedChanges(statement, units, 'en')

test.each([
  'Sessions end after 8 hours rather than 4.',
  'The S40 gets cheaper, from €1,990 to €1,890.',
  'Vellum replaces Parchly.',
  'Parchly was replaced by Vellum.',
  'Provide the logo as PNG, not SVG.',
  'Logos are provided as PNG instead of SVG.',
  'The limit goes from 120 to 60 requests.',
  'The office moved from Frankfurt to Dublin.',
])('a change the other way round is found: %s', (statement) => expect(isReversed(statement)).toBe(true))

test.each([
  'Sessions end after 4 hours rather than 8.',
  'The S40 goes from €1,890 to €1,990.',
  'Parchly replaces Vellum.',
  'Send logos as SVG rather than PNG.',
  'The limit was raised from 60 to 120 requests.',
  'No project is distributed before it was reviewed.',
  'The price is not from this year.',
  'Sessions have not changed from 8 to 9 hours.',
])('the same change, or another one: %s', (statement) => expect(isReversed(statement)).toBe(false))
