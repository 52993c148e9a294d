import { describe, expect, test } from 'vitest'
import { runCommand } from './command-notation.ts'
import { splitCells } from './table-cells.ts'
import { addColumn, addRow, cellBelow, nextCell, previousCell } from './table-commands.ts'

describe('cells of a row', () => {
  const texts = (row: string) => splitCells(row).map(({ from, to }) => row.slice(from, to))
  test.each([
    ['| a | b |', ['a', 'b']],
    ['a | b', ['a', 'b']],
    ['|a|b|', ['a', 'b']],
    ['| a \\| b | c |', ['a \\| b', 'c']],
    ['|  |  |', ['', '']],
    ['| a |', ['a']],
    ['  | a | b  ', ['a', 'b']],
    ['a | b |', ['a', 'b']],
  ])('%s', (row, cells) => {
    expect(texts(row)).toEqual(cells)
  })
})

describe('in a table', () => {
  const table = (header: string, row: string) => `${header}\n| --- | --- |\n${row}`

  test('Tab selects the next cell and skips the line of dashes', () => {
    expect(runCommand(nextCell, table('| a¦ | b |', '| c | d |'))).toBe(table('| a | ⟦b⟧ |', '| c | d |'))
    expect(runCommand(nextCell, table('| a | b¦ |', '| c | d |'))).toBe(table('| a | b |', '| ⟦c⟧ | d |'))
  })

  test('Tab in the last cell adds a row', () => {
    expect(runCommand(nextCell, table('| a | b |', '| c | d¦ |'))).toBe(`${table('| a | b |', '| c | d |')}\n| ¦ |  |`)
  })

  test('Shift+Tab selects the previous cell and stops at the first', () => {
    expect(runCommand(previousCell, table('| a | b |', '| ¦c | d |'))).toBe(table('| a | ⟦b⟧ |', '| c | d |'))
    expect(runCommand(previousCell, table('| ¦a | b |', '| c | d |'))).toBe(table('| ¦a | b |', '| c | d |'))
  })

  test('Enter goes to the row below, adds one, and leaves the table from an empty row', () => {
    expect(runCommand(cellBelow, table('| a | b¦ |', '| c | d |'))).toBe(table('| a | b |', '| c | ⟦d⟧ |'))
    expect(runCommand(cellBelow, table('| a | b |', '| c | d¦ |'))).toBe(`${table('| a | b |', '| c | d |')}\n|  | ¦ |`)
    expect(runCommand(cellBelow, `${table('| a | b |', '| c | d |')}\n| ¦ |  |`)).toBe(
      `${table('| a | b |', '| c | d |')}\n\n¦`,
    )
  })

  test('a row is added below, after the line of dashes from the header', () => {
    expect(runCommand(addRow, table('| a¦ | b |', '| c | d |'))).toBe('| a | b |\n| --- | --- |\n| ¦ |  |\n| c | d |')
  })

  test('a column is added to every row', () => {
    expect(runCommand(addColumn, table('| a¦ | b |', '| c | d |'))).toBe(
      '| a | ⟦Column⟧ | b |\n| --- | --- | --- |\n| c |   | d |',
    )
  })

  test('outside of a table nothing happens', () => {
    for (const command of [nextCell, previousCell, cellBelow, addRow, addColumn])
      expect(runCommand(command, 'a | b¦')).toBe('a | b¦')
  })
})
