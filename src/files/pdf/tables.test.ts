import { expect, test } from 'vitest'
import { lineAt, type PositionedText, segmentsAt, wordsAt } from '../../../test/support/positioned-lines.ts'
import { cutTables } from './aligned-tables.ts'
import type { Box } from './geometry.ts'
import { rowsOf } from './lines.ts'
import { ruledTables } from './ruled-tables.ts'

function tablesIn(lines: [string, PositionedText][]): string[][][] {
  return cutTables(rowsOf(segmentsAt(lines))).flatMap((run) =>
    'table' in run ? [run.table.rows.map((row) => row.map((cell) => cell.join(' ')))] : [],
  )
}

function grid(xs: number[], ys: number[]): Box[] {
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return [
    ...xs.map((x) => ({ left: x, right: x, top, bottom })),
    ...ys.map((y) => ({ left, right, top: y, bottom: y })),
  ]
}

test('aligned rows without rules are a table', () => {
  const rows = [
    ['State', 'Permits', 'Total'],
    ['Alabama', '18,870', '71,137'],
    ['Alaska', '209', '7,095'],
  ]
  const lines = rows.flatMap((row, index) =>
    row.map((cell, column): [string, PositionedText] => [cell, { x: 50 + 100 * column, y: 100 + 14 * index }]),
  )
  expect(tablesIn(lines)).toEqual([rows])
})

test('a narrow gap that three rows keep free divides columns', () => {
  const lines = [
    ['North', '120', '130'],
    ['South', '195', '188'],
    ['West', '101', '199'],
  ].flatMap(([name, first, second], row): [string, PositionedText][] => [
    [name as string, { x: 50, y: 100 + 14 * row }],
    [first as string, { x: 100, y: 100 + 14 * row }],
    [second as string, { x: 121.5, y: 100 + 14 * row }],
  ])
  expect(tablesIn(lines)[0]?.[0]).toEqual(['North', '120', '130'])
})

test('text above and below stays outside the table', () => {
  const lines: [string, PositionedText][] = [
    ['The following table lists all of the states and what they have', { x: 50, y: 80 }],
    ...[0, 1, 2].flatMap((row): [string, PositionedText][] => [
      ['left', { x: 50, y: 100 + 12 * row }],
      ['right', { x: 200, y: 100 + 12 * row }],
    ]),
    ['After the table the text goes on over the width of the page', { x: 50, y: 150 }],
  ]
  const runs = cutTables(rowsOf(segmentsAt(lines)))
  expect(runs.map((run) => ('table' in run ? 'table' : run.rows.length))).toEqual([1, 'table', 1])
})

test('a second line of a cell belongs to its row', () => {
  const lines: [string, PositionedText][] = [
    ['Key', { x: 50, y: 100 }],
    ['Meaning', { x: 150, y: 100 }],
    ['one', { x: 50, y: 120 }],
    ['first line', { x: 150, y: 120 }],
    ['second line', { x: 150, y: 131 }],
    ['two', { x: 50, y: 150 }],
    ['other', { x: 150, y: 150 }],
  ]
  expect(tablesIn(lines)).toEqual([
    [
      ['Key', 'Meaning'],
      ['one', 'first line second line'],
      ['two', 'other'],
    ],
  ])
})

test('numbered paragraphs with a wide gap behind the number are no table', () => {
  const lines = [1, 2, 3].flatMap((number): [string, PositionedText][] => [
    [`${number}.`, { x: 50, y: 100 + 12 * number }],
    ['a point of the list', { x: 80, y: 100 + 12 * number }],
  ])
  expect(tablesIn(lines)).toEqual([])
})

test('numbered clauses with a wide gap behind their numbers are no table', () => {
  const rows = [
    ['1.2', 'It does not apply to:'],
    ['(a)', 'volunteers of the warehouse;'],
    ['1.3', 'Claims are made within a month.'],
  ]
  const lines = rows.flatMap(([number, text], index): [string, PositionedText][] => [
    [number as string, { x: 50, y: 100 + 12 * index }],
    [text as string, { x: 90, y: 100 + 12 * index }],
  ])
  expect(tablesIn(lines)).toEqual([])
})

test('names at the other end of their columns than the values belong to these, in their order', () => {
  const right = (text: string, x: number) => x - text.length * 5
  const at = (y: number, name: string, target: string, actual: string, met: string): [string, PositionedText][] => [
    [name, { x: 50, y }],
    [target, { x: right(target, 200), y }],
    [actual, { x: right(actual, 262), y }],
    [met, { x: 272, y }],
  ]
  const lines: [string, PositionedText][] = [
    ['Indicator', { x: 50, y: 100 }],
    ['Target', { x: 130, y: 100 }],
    ['Actual', { x: 207, y: 100 }],
    ['Met', { x: 290, y: 100 }],
    ...at(114, 'Availability', '99.90%', '99.8%', 'no'),
    ...at(128, 'Answer', '01:30', '01:15', 'yes'),
    ...at(142, 'Revenue', '4.5M', '4.7M', 'yes'),
  ]
  expect(tablesIn(lines)).toEqual([
    [
      ['Indicator', 'Target', 'Actual', 'Met'],
      ['Availability', '99.90%', '99.8%', 'no'],
      ['Answer', '01:30', '01:15', 'yes'],
      ['Revenue', '4.5M', '4.7M', 'yes'],
    ],
  ])
})

test('names that stand above no column of values name nothing', () => {
  const lines: [string, PositionedText][] = [
    ['Site', { x: 50, y: 100 }],
    ['Head', { x: 110, y: 100 }],
    ...['Leeds', 'Porto', 'Bergen'].flatMap((site, row): [string, PositionedText][] => [
      [site, { x: 50, y: 114 + 14 * row }],
      [`${row + 1}4`, { x: 160, y: 114 + 14 * row }],
      ['open', { x: 200, y: 114 + 14 * row }],
    ]),
  ]
  const [run] = cutTables(rowsOf(segmentsAt(lines)))
  expect(run && 'table' in run && run.table.hasHeader).toBe(false)
})

test('rules divide cells even where text is wrapped or missing', () => {
  const words = [
    ...wordsAt('Name', { x: 55, y: 110 }),
    ...wordsAt('wrapped text', { x: 155, y: 110 }),
    ...wordsAt('of a cell', { x: 155, y: 122 }),
    ...wordsAt('next', { x: 155, y: 150 }),
  ]
  const [found] = ruledTables(words, grid([50, 150, 250], [95, 130, 160]))
  expect(found?.table.rows).toEqual([
    [['Name'], ['wrapped text', 'of a cell']],
    [[], ['next']],
  ])
})

test('rows of numbers between two rules are rows of their own', () => {
  const words = ['Alabama 1 2', 'Alaska 3 4'].flatMap((row, index) =>
    row.split(' ').flatMap((cell, column) => wordsAt(cell, { x: 55 + 100 * column, y: 110 + 12 * index })),
  )
  const [found] = ruledTables(words, grid([50, 150, 250, 350], [95, 130, 160]))
  expect(found?.table.rows).toEqual([
    [['Alabama'], ['1'], ['2']],
    [['Alaska'], ['3'], ['4']],
  ])
})

test('a frame around text is no table', () => {
  const line = lineAt('a framed remark', { x: 60, y: 110 })
  expect(ruledTables(line.words, grid([50, 250], [95, 130]))).toEqual([])
})
