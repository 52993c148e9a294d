import { EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'
import { type Cell, findTable, type Table, type TableRow } from './table-cells.ts'

/** Selects the next cell, and adds a row after the last one. */
export const nextCell: StateCommand = ({ state, dispatch }) => {
  const place = findPlace(state)
  if (!place) return false
  const { table, rowIndex, cellIndex } = place
  const row = table.rows[rowIndex] as TableRow
  const next = row.cells[cellIndex + 1] ?? table.rows[rowIndex + 1]?.cells[0]
  return next ? select(state, dispatch, next) : addRowAfter(state, dispatch, table, rowIndex, 0)
}

export const previousCell: StateCommand = ({ state, dispatch }) => {
  const place = findPlace(state)
  if (!place) return false
  const { table, rowIndex, cellIndex } = place
  const cell = table.rows[rowIndex]?.cells[cellIndex - 1] ?? table.rows[rowIndex - 1]?.cells.at(-1)
  return cell ? select(state, dispatch, cell) : true
}

/** Goes to the cell below, and adds a row after the last one; from an empty last row it leaves the table. */
export const cellBelow: StateCommand = ({ state, dispatch }) => {
  const place = state.selection.main.empty ? findPlace(state) : undefined
  if (!place) return false
  const { table, rowIndex, cellIndex } = place
  const below = table.rows[rowIndex + 1]
  if (below) return select(state, dispatch, below.cells[cellIndex] ?? (below.cells.at(-1) as Cell))
  const row = table.rows[rowIndex] as TableRow
  const isEmpty = rowIndex > 0 && row.cells.every(({ from, to }) => from === to)
  if (!isEmpty) return addRowAfter(state, dispatch, table, rowIndex, cellIndex)
  dispatch(
    state.update({
      changes: { from: row.from - 1, to: row.to, insert: '\n\n' },
      selection: { anchor: row.from + 1 },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}

export const addRow: StateCommand = ({ state, dispatch }) => {
  const place = findPlace(state)
  return place ? addRowAfter(state, dispatch, place.table, place.rowIndex, 0) : false
}

/** Adds a column after that of the cursor. */
export const addColumn: StateCommand = ({ state, dispatch }) => {
  const place = findPlace(state)
  if (!place) return false
  const { table, rowIndex, cellIndex } = place
  const insertAfter = ({ cells, to }: TableRow, text: string) => {
    const cell = cells[cellIndex]
    // A shorter row gets its missing cells: without them the new one would belong to another column.
    if (!cell) return { from: to, insert: `${'  |'.repeat(cellIndex - cells.length + 1)} ${text} |` }
    return { from: cell.to, insert: ` | ${text}` }
  }
  const changes = state.changes([
    ...table.rows.map((row, index) => insertAfter(row, index === 0 ? 'Column' : ' ')),
    insertAfter(table.delimiter, '---'),
  ])
  const edited = state.update({ changes, userEvent: 'input' })
  const row = findTable(edited.state, changes.mapPos((table.rows[rowIndex] as TableRow).from, 1))?.rows[rowIndex]
  const cell = row?.cells[cellIndex + 1]
  dispatch(
    state.update({
      changes,
      userEvent: 'input',
      scrollIntoView: true,
      ...(cell && { selection: EditorSelection.range(cell.from, cell.to) }),
    }),
  )
  return true
}

type Dispatch = Parameters<StateCommand>[0]['dispatch']

function findPlace(state: EditorState): { table: Table; rowIndex: number; cellIndex: number } | undefined {
  const { head } = state.selection.main
  const table = findTable(state, head)
  if (!table) return undefined
  const rowIndex = Math.max(
    0,
    table.rows.findLastIndex((row) => row.from <= head),
  )
  const cells = table.rows[rowIndex]?.cells ?? []
  const cellIndex = cells.findIndex((cell) => head <= cell.to)
  return { table, rowIndex, cellIndex: cellIndex < 0 ? Math.max(0, cells.length - 1) : cellIndex }
}

function select(state: EditorState, dispatch: Dispatch, cell: Cell): boolean {
  dispatch(state.update({ selection: EditorSelection.range(cell.from, cell.to), scrollIntoView: true }))
  return true
}

function addRowAfter(state: EditorState, dispatch: Dispatch, table: Table, rowIndex: number, cell: number): boolean {
  // A row can't stand between the header and the line of dashes.
  const { to } = rowIndex === 0 ? table.delimiter : (table.rows[rowIndex] as TableRow)
  const width = table.rows[0]?.cells.length ?? 1
  dispatch(
    state.update({
      changes: { from: to, insert: `\n|${'  |'.repeat(width)}` },
      selection: { anchor: to + 3 + 3 * cell },
      scrollIntoView: true,
      userEvent: 'input',
    }),
  )
  return true
}
