import { expect, test } from 'vitest'
import { areRowsOfOneTable, isTableRow, readTableRow } from './table-row.ts'

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

test('a semicolon within a cell does not split it', () => {
  expect(readTableRow('Site: Kobe; Days: 20; Note: ask first; then book')).toMatchObject([
    { column: 'Site' },
    { column: 'Days' },
    { column: 'Note', value: 'ask first; then book' },
  ])
})

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
