import { describe, expect, test } from 'vitest'
import { runCommand } from './command-notation.ts'
import { splitCells } from './table-cells.ts'
import { addColumn, addRow, cellBelow, deleteColumn, deleteRow, nextCell, previousCell } from './table-commands.ts'

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

  test('a row is deleted, and the cursor stays in its column', () => {
    expect(runCommand(deleteRow, `x\n\n${table('| a | b |', '| c | d¦ |')}\n| e | f |\n\ny`)).toBe(
      `x\n\n${table('| a | b |', '| e | ⟦f⟧ |')}\n\ny`,
    )
    expect(runCommand(deleteRow, table('| a | b |', '| c¦ | d |'))).toBe('| ⟦a⟧ | b |\n| --- | --- |')
  })

  test('the row below a deleted header takes its place, with as many cells', () => {
    expect(runCommand(deleteRow, table('| a¦ | b |', '| c | d |'))).toBe('| ⟦c⟧ | d |\n| --- | --- |')
    expect(runCommand(deleteRow, table('| a | b¦ |', '| c |'))).toBe('| c | ¦ |\n| --- | --- |')
    expect(runCommand(deleteRow, table('| a¦ | b |', '| c | d | e |'))).toBe('| ⟦c⟧ | d |\n| --- | --- |')
  })

  test('a column is deleted from every row; the others keep their spacing', () => {
    expect(runCommand(deleteColumn, table('| a¦ | b  |', '| c | dd |'))).toBe('| ⟦b⟧  |\n| --- |\n| dd |')
    expect(runCommand(deleteColumn, table('| a | b |', '| c | d¦ |'))).toBe('| a |\n| --- |\n| ⟦c⟧ |')
    expect(runCommand(deleteColumn, table('| a | b¦ |', '| c |'))).toBe('| ⟦a⟧ |\n| --- |\n| c |')
    expect(runCommand(deleteColumn, '| a \\| b | c¦ |\n| --- | --- |')).toBe('| ⟦a \\| b⟧ |\n| --- |')
  })

  test('rows without outer pipes get them, because one column alone would be no table', () => {
    expect(runCommand(deleteColumn, 'a¦ | b\n--- | ---\nc | d')).toBe('| ⟦b⟧ |\n| --- |\n| d |')
  })

  test('the last column or row takes the table with it', () => {
    expect(runCommand(deleteColumn, 'x\n\n| a¦ |\n| --- |\n| b |\n\ny')).toBe('x\n\n¦\n\ny')
    expect(runCommand(deleteRow, 'x\n\n| a¦ | b |\n| --- | --- |\n\ny')).toBe('x\n\n¦\n\ny')
  })

  test('outside of a table nothing happens', () => {
    for (const command of [nextCell, previousCell, cellBelow, addRow, addColumn, deleteRow, deleteColumn])
      expect(runCommand(command, 'a | b¦')).toBe('a | b¦')
  })
})
