import { expect, test } from 'vitest'
import { areRowsOfOneTable, findAskedCell, isTableRow, namesRow, readTableRow } from './table-row.ts'

test('a row with column names has a cell per column', () => {
  expect(readTableRow('Site: Kobe; Days: 20 days; Note: from May: half')).toEqual([
    { column: 'Site', value: 'Kobe' },
    { column: 'Days', value: '20 days' },
    { column: 'Note', value: 'from May: half' },
  ])
})

test('a name of a column has brackets of its own', () => {
  expect(readTableRow('Part (new): Axle; Torque (dry): 40 Nm')).toMatchObject([
    { column: 'Part (new)' },
    { column: 'Torque (dry)' },
  ])
})

test('the name of a column can be a question', () => {
  expect(readTableRow('Ticket: Day pass; Refundable?: no; Dogs? (on a lead): yes')).toEqual([
    { column: 'Ticket', value: 'Day pass' },
    { column: 'Refundable?', value: 'no' },
    { column: 'Dogs? (on a lead)', value: 'yes' },
  ])
  expect(findAskedCell('Is the day pass refundable?', 'Ticket: Day pass; Refundable?: no', 'en')?.value).toBe('no')
})

test('a semicolon within a cell does not split it', () => {
  expect(readTableRow('Site: Kobe; Days: 20; Note: ask first; then book')).toMatchObject([
    { column: 'Site' },
    { column: 'Days' },
    { column: 'Note', value: 'ask first; then book' },
  ])
})

test.each(['site: Kobe; opens: at nine.', 'Site: Kobe; Note: Ask Ada first.', 'Site: Kobe; days off: 20'])(
  '%s is a row',
  (text) => {
    expect(isTableRow(text)).toBe(true)
  },
)

test('a row without column names has cells without columns', () => {
  expect(readTableRow('Kobe | 20 | 5')).toEqual([
    { column: '', value: 'Kobe' },
    { column: '', value: '20' },
    { column: '', value: '5' },
  ])
})

test.each([
  'The office opens at 9:00; the canteen at 10:00.',
  'Ask HR; they know.',
  'Note: bring your badge.',
  'Choose yes | no',
  'We met. Then: we left; later: we returned.',
  'The Reeds (Dutch: Rieten; Latin: Arundines) came from the north.',
  '| |  |  +--- week',
  'Ready? Then note: we open; Late? Then ask: we help',
  'Technicians: from seven to three; office: from nine to five.',
  'Lost cards: call reception; lost keys: call the caretaker.',
])('%s is no row', (text) => {
  expect(isTableRow(text)).toBe(false)
})

test('rows belong to one table if their first columns agree and another column too', () => {
  const kobe = 'Site: Kobe; Days: 20'
  expect(areRowsOfOneTable(kobe, 'Site: Leipzig; Days: 27')).toBe(true)
  expect(areRowsOfOneTable(kobe, 'Site: Leipzig; Days: 27; Note: new')).toBe(true)
  expect(areRowsOfOneTable(kobe, 'Site: Leipzig; Phone: 110')).toBe(false)
  expect(areRowsOfOneTable(kobe, 'Role: Lead; Days: 27')).toBe(false)
  expect(areRowsOfOneTable('Kobe | 20 | 5', 'Leipzig | 27 | 6')).toBe(true)
  expect(areRowsOfOneTable('Kobe | 20 | 5', 'Leipzig | 27 | 6 | 1')).toBe(false)
  expect(areRowsOfOneTable(kobe, 'It opens at nine.')).toBe(false)
})

const kobe = 'Site: Kobe; People: 9; Open: 9:00 to 17:30; Paid holiday, full time: 20 days'

test.each([
  ['How many people work in Kobe?', '9'],
  ['When does the Kobe office open?', '9:00 to 17:30'],
  ['How many paid holidays are there in Kobe?', '20 days'],
])('%s asks for the cell %s', (question, value) => {
  expect(findAskedCell(question, kobe, 'en')?.value).toBe(value)
})

test('a row without a column name over its title has cells to ask for', () => {
  expect(findAskedCell('What is the list price of a Wren?', 'List price; Wren: €10; Heron: €20', 'en')?.value).toBe(
    '€10',
  )
})

test('of a row for several things, the question names one', () => {
  const row = 'Where: Netherlands and Germany; Per night, breakfast included: €145'
  expect(findAskedCell('How much may a hotel in Germany cost per night?', row, 'en')?.value).toBe('€145')
  expect(findAskedCell('How much may a hotel in France cost per night?', row, 'en')).toBeUndefined()
})

test.each([
  'How many people work in Leipzig?',
  'How many desks are there in Kobe?',
  'How many people are there in Kobe while it is open?',
  'Kobe',
])('%s asks for no cell', (question) => {
  expect(findAskedCell(question, kobe, 'en')).toBeUndefined()
})

test('a table without column names has no cell to ask for', () => {
  expect(findAskedCell('How many people work in Kobe?', 'Kobe | 9 | 17:30', 'en')).toBeUndefined()
})

test('a question names a row by its title as typed, or by a longer title in another order', () => {
  expect(namesRow('How many people work in Kobe?', kobe)).toBe(true)
  expect(namesRow('How many people work in Leipzig?', kobe)).toBe(false)
  const meeting = 'Name: New starter leadership meet & greet; Guidance: Required'
  expect(namesRow('Must I attend the leadership meet and greet as a new starter?', meeting)).toBe(true)
  expect(namesRow('Must I attend the meet and greet?', meeting)).toBe(false)
})

test.each([
  ['How long do we keep vans?', 'Vehicle: Van; Sold after: 6 years'],
  ['How heavy is a box?', 'Item: Boxes; Weight: 4 kg'],
  ['Where do the ferries leave?', 'Line: Ferry; Pier: 3'],
  ['How much is one day pass?', 'Ticket: Day passes; Price: €9'],
])('%s names the row %s, in the singular or plural', (question, row) => {
  expect(namesRow(question, row)).toBe(true)
})

test('a word that ends with s is no plural', () => {
  expect(namesRow('Is there gas in the cellar?', 'Drink: Ga; Price: €2')).toBe(false)
  expect(namesRow('Where does the bus stop?', 'Place: Bu; Pier: 3')).toBe(false)
})

test('many open brackets take linear time', () => {
  expect(readTableRow('('.repeat(100_000))).toEqual([])
  expect(readTableRow(`Note: ${'(a'.repeat(50_000)}; Days: 20`)).toHaveLength(2)
})

test('a column name can contain an abbreviation, but no sentence', () => {
  expect(readTableRow('Crate: 12 bottles; max. weight: 18 kg')[1]).toEqual({ column: 'max. weight', value: '18 kg' })
  expect(readTableRow('Off. Call us now: ext 3; Later: ext 4')).not.toContainEqual({
    column: 'Off. Call us now',
    value: 'ext 3',
  })
})

test('a row with a single letter is named by that letter alone, as it is written', () => {
  expect(namesRow('What is needed for a level C country?', 'Level: A; Needed: nothing')).toBe(false)
  expect(namesRow('What is needed for a level C country?', 'Level: C; Needed: a visa')).toBe(true)
})
