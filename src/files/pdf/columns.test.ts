import { expect, test } from 'vitest'
import { lineAt, type PositionedText, segmentsAt } from '../../../test/support/positioned-lines.ts'
import { columnsOf } from './columns.ts'
import type { Line } from './lines.ts'

const sentence = 'some words that fill the column'

function columnLines(name: string, x: number, y: number, count: number): [string, PositionedText][] {
  return Array.from({ length: count }, (_, index) => [`${name}${index + 1} ${sentence}`, { x, y: y + 12 * index }])
}

function order(segments: readonly Line[]): string[] {
  const items = segments.map((line) => ({ ...line, line }))
  return columnsOf(items).flatMap((column) => column.map((item) => item.line.text.split(' ')[0] as string))
}

test('two columns are read one after the other', () => {
  const segments = segmentsAt([...columnLines('L', 50, 100, 5), ...columnLines('R', 300, 100, 5)])
  expect(order(segments)).toEqual(['L1', 'L2', 'L3', 'L4', 'L5', 'R1', 'R2', 'R3', 'R4', 'R5'])
})

test('columns with other baselines are read one after the other', () => {
  const segments = segmentsAt([...columnLines('L', 50, 100, 4), ...columnLines('R', 300, 105, 4)])
  expect(order(segments)).toEqual(['L1', 'L2', 'L3', 'L4', 'R1', 'R2', 'R3', 'R4'])
})

test('three columns are read from left to right', () => {
  const segments = segmentsAt([
    ...columnLines('A', 20, 100, 4),
    ...columnLines('B', 220, 100, 4),
    ...columnLines('C', 420, 100, 4),
  ])
  expect(
    order(segments)
      .map((name) => name[0])
      .join(''),
  ).toBe('AAAABBBBCCCC')
})

test('a title across both columns is read first, and a figure text across them divides them', () => {
  const across = 'a long text that stands across both of the columns of this page and divides them'
  const segments = segmentsAt([
    [`Title ${across}`, { x: 60, y: 60 }],
    ...columnLines('L', 50, 100, 4),
    ...columnLines('R', 300, 100, 4),
    [`Figure ${across}`, { x: 60, y: 170 }],
    ...columnLines('M', 50, 200, 4),
    ...columnLines('S', 300, 200, 4),
  ])
  expect(
    order(segments)
      .map((name) => name[0])
      .join(''),
  ).toBe('TLLLLRRRRFMMMMSSSS')
})

test('cells of a table are no columns of text', () => {
  const rows = ['Alabama', 'Alaska', 'Arizona', 'Arkansas'].flatMap((name, index): [string, PositionedText][] => [
    [name, { x: 50, y: 100 + 12 * index }],
    [String(100 + index), { x: 200, y: 100 + 12 * index }],
  ])
  expect(order(segmentsAt(rows))).toEqual(['Alabama', '100', 'Alaska', '101', 'Arizona', '102', 'Arkansas', '103'])
})

test('columns of right-to-left text are read from the right', () => {
  const text = 'שלום עולם זה טקסט ארוך למדי'
  const lines = [50, 300].flatMap((x) => [0, 1, 2, 3].map((row) => lineAt(text, { x, y: 100 + 12 * row })))
  const items = lines.map((line) => ({ ...line, line }))
  expect(columnsOf(items).flatMap((column) => column.map((item) => item.left))).toEqual([
    300, 300, 300, 300, 50, 50, 50, 50,
  ])
})
