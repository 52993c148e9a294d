import type { ReadLimits } from '../file-text.ts'

export interface SheetCell {
  column: number
  /** As the program shows it. */
  text: string
  /** Columns that the cell covers. */
  columns: number
  isNumber: boolean
  /** A date or a time, which are numbers too. */
  isDate?: boolean
  /** The file says that the cell names its column. */
  isName?: boolean
  isBold: boolean
}

export interface SheetRow {
  index: number
  /** By column; never empty. */
  cells: SheetCell[]
}

export interface CellRange {
  firstRow: number
  lastRow: number
  firstColumn: number
  lastColumn: number
}

/** Bounds the cells of all sheets of a file. Repeated and merged cells count as often as they are written. */
export class CellBudget {
  private cells: number
  private characters: number

  constructor({ cells, textLength }: ReadLimits) {
    this.cells = cells
    // Each cell also costs its tags.
    this.characters = textLength * 0.9
  }

  /** Takes the room for a cell. Returns false if none is left. */
  take(text: string): boolean {
    this.cells--
    this.characters -= text.length + cellTagLength
    return this.cells >= 0 && this.characters >= 0
  }
}

const cellTagLength = 10
/** Ranges cannot overlap in a sound file, so that they have no more rows than the sheet has cells. */
const maxMergeSteps = 1_000_000

/**
 * Fills merged cells: a cell merged over rows is repeated in each row that has other cells, so that each row can be read
 * alone. Returns false if the budget ends before.
 */
export function fillMergedCells(rows: readonly SheetRow[], ranges: readonly CellRange[], budget: CellBudget): boolean {
  let steps = 0
  const position = new Map(rows.map(({ index }, at) => [index, at]))
  for (const { firstRow, lastRow, firstColumn, lastColumn } of ranges) {
    const at = position.get(firstRow)
    const origin = at === undefined ? undefined : rows[at]!.cells.find(({ column }) => column === firstColumn)
    if (at === undefined || origin === undefined) continue
    origin.columns = lastColumn - firstColumn + 1
    for (let below = at + 1; below < rows.length && rows[below]!.index <= lastRow; below++) {
      if (++steps > maxMergeSteps) return false
      const { cells } = rows[below] as SheetRow
      if (cells.some(({ column }) => column >= firstColumn && column <= lastColumn)) continue
      if (!budget.take(origin.text)) return false
      const next = cells.findIndex(({ column }) => column > lastColumn)
      cells.splice(next === -1 ? cells.length : next, 0, { ...origin })
    }
  }
  return true
}
