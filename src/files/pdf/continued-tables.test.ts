import { expect, test } from 'vitest'
import type { Block, Table } from './blocks.ts'
import { continueTables } from './continued-tables.ts'

function table(rows: string[][], hasHeader?: boolean): Table {
  return {
    kind: 'table',
    rows: rows.map((row) => row.map((cell) => [cell])),
    ...(hasHeader === undefined ? {} : { hasHeader }),
  }
}

function secondPage(first: Block[], second: Block[]) {
  const pages = continueTables([
    { number: 1, blocks: first },
    { number: 2, blocks: second },
  ])
  return pages[1]?.blocks
}

const staff = table([
  ['Site', 'Head', 'Deputy'],
  ['Leeds', 'Amara', 'Kofi'],
])

test('a table that goes on over a page break keeps the names of its columns', () => {
  expect(secondPage([staff], [table([['Porto', 'Beatriz', 'Luis']])])).toEqual([
    table(
      [
        ['Site', 'Head', 'Deputy'],
        ['Porto', 'Beatriz', 'Luis'],
      ],
      true,
    ),
  ])
})

test('names that are repeated, or stand above figures, are those of the page', () => {
  const repeated = [
    ['Site', 'Head', 'Deputy'],
    ['Porto', 'Beatriz', 'Luis'],
  ]
  expect(secondPage([staff], [table(repeated)])).toEqual([table(repeated, true)])
  const other = [
    ['Part', 'Name', 'Price'],
    ['P1', 'Seal', '12.50'],
    ['P2', 'Board', '88.00'],
  ]
  expect(secondPage([staff], [table(other)])).toEqual([table(other, true)])
})

test('a table with other columns, or without one before it, stays as it is', () => {
  const pair = table([['Phone', '4477']])
  expect(secondPage([staff], [pair])).toEqual([pair])
  const rows = table([['Porto', 'Beatriz', 'Luis']])
  const code: Block = { kind: 'code', lines: [] }
  expect(secondPage([staff, code], [rows])).toEqual([rows])
  expect(secondPage([staff], [code, rows])).toEqual([code, rows])
})
