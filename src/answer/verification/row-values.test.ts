import { expect, test } from 'vitest'
import { readUnits } from './evidence.ts'
import { hasExchangedCells, hasForeignFigures, hasForeignNames } from './row-values.ts'

const units = readUnits(
  'Site: Groningen; Paid holiday: 27 days; Carry-over: 5 days until 30 June\nSite: Leipzig; Paid holiday: 30 days; Carry-over: 5 days until 31 March\nIn Leipzig you give four weeks of notice.',
  'en',
)
const hasForeign = (statement: string, question = '') =>
  hasForeignFigures(statement, units, { question, language: 'en' })

test('a figure of another row is foreign', () => {
  expect(hasForeign('Site: Leipzig; Paid holiday: 27 days; Carry-over: 5 days')).toBe(true)
  expect(hasForeign('Site: Leipzig; Holiday: 27 days')).toBe(true)
  expect(hasForeign('Site: Leipzig; Vacation p.a.: 27 d')).toBe(true)
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

test.each([
  ['In the EU, a parcel of up to 2 kg costs €25, up to 10 kg €14.', true],
  ['In the EU, a parcel of up to 2 kg costs €25.', true],
  ['In the EU, delivery takes 3 days.', false],
  ['In the EU, delivery takes 14 days.', true],
  ['In the EU, a parcel of up to 2 kg costs €14, up to 10 kg €25.', false],
  ['In the EU, a parcel of up to 2 kg costs €14 (up to 10 kg: €25); delivery takes 3 days.', false],
  ['In the EU, a parcel of more than 2 kg costs €25.', false],
  ['In the EU, parcels of up to 2 and 10 kg cost €14 and €25 respectively.', false],
  ['A parcel of up to 2 kg costs €14.', false],
  ['For €25 we send up to 10 kg within the EU.', false],
])('"%s" has figures of another column: %s', (statement, expected) => {
  const body =
    'Zone: Domestic; Up to 2 kg: €6; Up to 10 kg: €11; Delivery: 1 day\nZone: EU; Up to 2 kg: €14; Up to 10 kg: €25; Delivery: 3 days'
  expect(hasExchangedCells(statement, readUnits(body, 'en'), 'en')).toBe(expected)
})

test.each([
  ['Topic: Payroll; Contact: Imke Torvald; Ext.: 214; Mail: legal@tarnfield.example', true],
  ['Topic: Payroll; Contact: Jonas Abelard; Ext.: 214', true],
  ['Topic: Contracts; Contact: Jonas Abelard (legal counsel); Ext.: 214', true],
  ['Topic: Payroll; Contact: Imke Torvald (payroll officer); Ext.: 214; Mail: payroll@tarnfield.example', false],
  ['Topic: Payroll; Contact: Imke Torvald, in her absence Ruth Okonjo', false],
  ['Topic: Payroll; Contact: Imke Torvald; Note: Ask Accounting first', false],
  ['Topic: Press; Contact: Jonas Abelard', false],
  ['Jonas Abelard has the extension 214.', false],
])('"%s" has a name or literal of another row: %s', (statement, expected) => {
  const contacts = readUnits(
    'Topic: Payroll; Person: Imke Torvald; Role: payroll officer; Extension: 214; E-mail: payroll@tarnfield.example\nTopic: Contracts; Person: Jonas Abelard; Role: legal counsel; Extension: 231; E-mail: legal@tarnfield.example\nRuth Okonjo stands in for both.',
    'en',
  )
  expect(hasForeignNames(statement, { units: contacts, context: 'Contacts' }, 'en')).toBe(expected)
})
