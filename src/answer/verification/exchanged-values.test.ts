import { expect, test } from 'vitest'
import { readUnits } from './evidence.ts'
import { hasExchangedValues } from './exchanged-values.ts'

const loans = readUnits(
  'Students may borrow a laptop for 7 days.\nStaff may borrow a laptop for 28 days, and a camera for 3.\nNadia repairs printers, Oskar repairs doors.\nFreezers are cleaned by the cooks; floors are cleaned by the helpers.',
  'en',
)
const warranty = readUnits(
  'Part: Frame; Private use: 10 years; Commercial use: 5 years\nPart: Motor; Private use: 3 years; Commercial use: 2 years',
  'en',
)

test.each([
  ['figures', 'Students keep a laptop for 28 days, staff for 7.'],
  ['figures of one sentence', 'A camera is lent for 28 days and a laptop for 3.'],
  ['names', 'Printers are repaired by Oskar and doors by Nadia.'],
  ['words', 'Freezers are cleaned by the helpers, floors by the cooks.'],
])('%s that have changed places are found', (_, statement) =>
  expect(hasExchangedValues(statement, loans, 'en')).toBe(true),
)

test.each([
  'Students keep a laptop for 7 days, staff for 28.',
  'Staff may borrow a camera for 3 days and a laptop for 28.',
  'Printers are repaired by Nadia and doors by Oskar.',
  'Freezers are cleaned by the cooks, floors by the helpers.',
  'Laptops are lent for 28 days to staff and for 7 days to students.',
  'You get it for 28 days.',
])('%s is not exchanged', (statement) => expect(hasExchangedValues(statement, loans, 'en')).toBe(false))

const rules = readUnits(
  'Laptops are replaced after four years, phones after three.\nTunnelgate disconnects after 10 hours, and after 60 minutes without traffic.\nPresent: Leena Kallio (research), Tobias Wren (operations)\nRequires firmware 3.8 or later on the S40, 2.11 or later on the S20.\nPaper bins are emptied daily; glass bins weekly.\nThe index covers summaries and drafts of documents.',
  'en',
)

test.each([
  ['figures as words', 'Laptops are replaced every three years and phones every four years.'],
  ['durations', 'Tunnelgate disconnects after 60 minutes, or after 10 hours without traffic.'],
  ['names of two words', 'In research works Tobias Wren and in operations Leena Kallio.'],
  ['figures before "or later"', 'The S40 needs firmware 2.11 or newer, and the S20 needs at least 3.8.'],
  ['words around "and"', 'Paper bins are emptied weekly and glass bins daily.'],
])('%s that have changed places are found', (_, statement) =>
  expect(hasExchangedValues(statement, rules, 'en')).toBe(true),
)

test.each([
  'Laptops are replaced every four years and phones every three years.',
  'Tunnelgate disconnects after 10 hours, or after 60 minutes without traffic.',
  'In research works Leena Kallio and in operations Tobias Wren.',
  'The S40 needs firmware 3.8 or newer, and the S20 needs at least 2.11.',
  'Paper bins are emptied daily and glass bins weekly.',
  'The index covers drafts and summaries of documents.',
])('%s is true', (statement) => expect(hasExchangedValues(statement, rules, 'en')).toBe(false))

test('cells of a table row are compared with the cells of the row that has the same label', () => {
  expect(hasExchangedValues('Part: Motor; Private use: 2 years; Commercial use: 3 years', warranty, 'en')).toBe(true)
  expect(hasExchangedValues('Part: Motor; Private use: 3 years; Commercial use: 2 years', warranty, 'en')).toBe(false)
})

test('a table row binds all its cells', () => {
  const samples = readUnits('Code: S4; Point: outlet; Rhythm: daily\nCode: S5; Point: reservoirs; Rhythm: weekly', 'en')
  expect(hasExchangedValues('Reservoirs are sampled daily, the outlet weekly.', samples, 'en')).toBe(true)
  expect(hasExchangedValues('Reservoirs are sampled weekly, the outlet daily.', samples, 'en')).toBe(false)
})

test.each([
  ['parentheses', 'Drivers report at gate 3 (goods) or gate 4 (tankers).', ['Tankers', 'gate 3', 'goods', 'gate 4']],
  [
    'a dash',
    'Meeting points: lower school – chestnut tree, upper school – sports field.',
    ['The upper school', 'the chestnut tree', 'the lower school', 'the sports field'],
  ],
  [
    'a label',
    '- Delete: insults, threats, pictures.\n- Report: adverts, politics, numbers.',
    ['Threats', 'report', 'adverts', 'delete'],
  ],
  [
    'figures before other words',
    'Press 1 for start, 2 for break, 3 for end.',
    ['Key 3 stands', 'the break', 'key 2', 'the end'],
  ],
])('%s bind values', (_, text, [one, first, other, second]) => {
  const units = readUnits(text, 'en')
  expect(hasExchangedValues(`${one} by ${first}, ${other} by ${second}.`, units, 'en')).toBe(true)
  expect(hasExchangedValues(`${one} by ${second}, ${other} by ${first}.`, units, 'en')).toBe(false)
})

test('a condition, an enumeration or a negation in one part contrasts nothing', () => {
  const audience = readUnits(
    'Finished products are not expected of participants.\nThe aim is a prototype.\nBring a cook, a helper and a guest.',
    'en',
  )
  expect(
    hasExchangedValues(
      "Participants aren't expected to produce a finished product; a prototype is the aim.",
      audience,
      'en',
    ),
  ).toBe(false)
  expect(hasExchangedValues('Bring a guest, a helper and a cook.', audience, 'en')).toBe(false)
})
