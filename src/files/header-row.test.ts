import { expect, test } from 'vitest'
import { hasHeaderRow, isListOfPairs } from './header-row.ts'

const rowsOf = (text: string) => text.split('\n').map((line) => line.split('|'))

test.each([
  ['names above figures', 'Berth|Length m|Depth m\n1|80|6\n2|120|9'],
  ['names above words', 'Name|City|Team\nIda|Kiel|Deck\nBo|Lund|Office'],
  ['years', 'Country|2024|2025\nNorway|12|14\nDenmark|9|11'],
  ['ranges', 'Customer|0–30|31–60\nIda|120|30\nBo|0|15'],
  ['spans of time', 'Customer|0 to 30 days|31 to 60 days\nIda|120|30\nBo|0|15'],
  ['numbered columns', 'Month|1|2|3\nFuel|120|130|90\nRepair|3|0|12'],
  ['two columns, figures in the second one', 'Name|Age\nIda|41\nBo|38'],
])('the first row names the columns: %s', (_name, text) => {
  expect(hasHeaderRow(rowsOf(text))).toBe(true)
})

test.each([
  ['a list of entries', '2026-01-03|Ida|12.5\n2026-01-04|Bo|13\n2026-01-05|Cy|9.25'],
  ['measures with their unit', 'One|80 m|6 m\nTwo|120 m|9 m'],
  ['numbers beside an address', 'Quay Ltd|Invoice|2026-0815\nQuay 4|Date|3 March 2026\nKiel|Due|2 April 2026'],
])('the first row is one of the values: %s', (_name, text) => {
  expect(hasHeaderRow(rowsOf(text))).toBe(false)
})

test.each([
  ['names and values', 'Phone|0431 4477\nRoom|House B, 12\nHours|Mo–Th 9–11', true],
  ['labels', 'Name:|Ida\nFrom:|2026-07-01\nUntil:|2026-07-14', true],
  ['two columns of words', 'Port|Harbour master\nLund|Ms Rey', true],
  ['figures below a name', 'Name|Age\nIda|41\nBo|38', false],
  ['three columns', 'Name|Age|City\nIda|41|Kiel', false],
])('pairs are told from columns with names: %s', (_name, text, expected) => {
  expect(isListOfPairs(rowsOf(text))).toBe(expected)
})
