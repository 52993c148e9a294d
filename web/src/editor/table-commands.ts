import { type ChangeSpec, EditorSelection, type EditorState, type StateCommand } from '@codemirror/state'
import { type Cell, findCellEdges, findTable, type Table, type TableRow } from './table-cells.ts'

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

/** Deletes the row of the cursor. The row below a deleted header becomes the header; without one the table goes. */
export const deleteRow: StateCommand = ({ state, dispatch }) => {
  const place = findPlace(state)
  if (!place) return false
  const { table, rowIndex, cellIndex } = place
  const row = table.rows[rowIndex] as TableRow
  if (rowIndex > 0) {
    const changes = { from: row.from - 1, to: row.to }
    return editTable(state, dispatch, table, changes, { rowIndex, cellIndex })
  }
  const below = table.rows[1]
  if (!below) return deleteTable(state, dispatch, table)
  // A table is one only if its header has as many cells as the line of dashes.
  const { length } = table.delimiter.cells
  const texts = cellTexts(state, below)
  const header =
    texts.length === length
      ? state.sliceDoc(below.from, below.to)
      : joinCells(Array.from({ length }, (_, index) => texts[index] ?? ''))
  const changes = [
    { from: row.from, to: row.to, insert: header },
    { from: below.from - 1, to: below.to },
  ]
  return editTable(state, dispatch, table, changes, { rowIndex, cellIndex })
}

/** Deletes the column of the cursor; with the last one the table goes. */
export const deleteColumn: StateCommand = ({ state, dispatch }) => {
  const place = findPlace(state)
  if (!place) return false
  const { table, rowIndex, cellIndex } = place
  if (table.delimiter.cells.length < 2) return deleteTable(state, dispatch, table)
  const changes = [...table.rows, table.delimiter].flatMap((row) => deleteCell(state, row, cellIndex))
  return editTable(state, dispatch, table, changes, { rowIndex, cellIndex })
}

function deleteCell(state: EditorState, row: TableRow, index: number): ChangeSpec[] {
  if (index >= row.cells.length) return []
  const text = state.sliceDoc(row.from, row.to)
  const edges = findCellEdges(text)
  const hasOuterPipes = text[edges[0] as number] === '|' && text[edges.at(-1) as number] === '|'
  // A single cell without pipes would be no row.
  if (!hasOuterPipes)
    return [{ from: row.from, to: row.to, insert: joinCells(cellTexts(state, row).toSpliced(index, 1)) }]
  return [{ from: row.from + (edges[index] as number), to: row.from + (edges[index + 1] as number) }]
}

function cellTexts(state: EditorState, { cells }: TableRow): string[] {
  return cells.map(({ from, to }) => state.sliceDoc(from, to))
}

function joinCells(texts: readonly string[]): string {
  return `| ${texts.join(' | ')} |`
}

/** Changes a table, and selects the cell at a place of the new one, or the nearest before it. */
function editTable(
  state: EditorState,
  dispatch: Dispatch,
  table: Table,
  changes: ChangeSpec,
  { rowIndex, cellIndex }: { rowIndex: number; cellIndex: number },
): boolean {
  const edit = { changes, userEvent: 'delete', scrollIntoView: true }
  const rows = findTable(state.update(edit).state, table.from)?.rows ?? []
  const cells = (rows[rowIndex] ?? rows.at(-1))?.cells ?? []
  const cell = cells[cellIndex] ?? cells.at(-1)
  dispatch(state.update({ ...edit, ...(cell && { selection: EditorSelection.range(cell.from, cell.to) }) }))
  return true
}

function deleteTable(state: EditorState, dispatch: Dispatch, { from, to }: Table): boolean {
  dispatch(
    state.update({ changes: { from, to }, selection: { anchor: from }, userEvent: 'delete', scrollIntoView: true }),
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
