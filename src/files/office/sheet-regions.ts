import { isRun, isYear } from '../header-row.ts'
import type { SheetCell, SheetRow } from './sheet-cells.ts'

/** A table of a sheet, with the lines of text above it. */
export interface SheetRegion {
  titles: SheetCell[]
  header: SheetRow[]
  body: SheetRow[]
}

/** Columns from the first to the last that are used. */
interface Extent {
  first: number
  last: number
}

/** Finds the tables of a sheet: they are separated by empty rows, or stand side by side with an empty column between. */
export function findRegions(rows: readonly SheetRow[]): SheetRegion[] {
  const regions: SheetRegion[] = []
  for (const band of splitRows(rows)) {
    for (const side of splitColumns(band)) {
      for (const part of side === band ? [band] : splitRows(side)) regions.push(toRegion(part, regions.at(-1)))
    }
  }
  return regions
}

/** Splits at empty rows; what goes on below an empty row with the same columns stays together. */
function splitRows(rows: readonly SheetRow[]): SheetRow[][] {
  const bands: SheetRow[][] = []
  for (const row of rows) {
    const band = bands.at(-1)
    const last = band?.at(-1)
    if (band !== undefined && last !== undefined && (row.index === last.index + 1 || continues(band, row)))
      band.push(row)
    else bands.push([row])
  }
  return bands
}

function continues(band: readonly SheetRow[], row: SheetRow): boolean {
  if (row.cells.length < 2 || !hasValues(row)) return false
  const [above, own] = [extentOf(band), extentOf([row])]
  return above.last > above.first && own.first >= above.first && own.last <= above.last
}

/** Splits at empty columns, if what follows is a table with row names of its own rather than further columns. */
function splitColumns(rows: SheetRow[]): SheetRow[][] {
  const used = [...new Set(rows.flatMap(({ cells }) => cells.flatMap(coveredColumns)))].sort((a, b) => a - b)
  const gaps = used.filter((column, at) => at > 0 && column > used[at - 1]! + 1)
  if (gaps.length > maxGaps) return [rows]
  const cuts = gaps.filter((column) => {
    const [left, right] = [sliceColumns(rows, 0, column), sliceColumns(rows, column, Number.POSITIVE_INFINITY)]
    return isTable(left) && isTable(right) && hasRowNames(right, column)
  })
  if (cuts.length === 0) return [rows]
  const edges = [0, ...cuts, Number.POSITIVE_INFINITY]
  return edges.slice(0, -1).map((from, at) => sliceColumns(rows, from, edges[at + 1]!))
}

/** More empty columns than this are no design. */
const maxGaps = 20
const maxSpan = 100

function coveredColumns({ column, columns }: SheetCell): number[] {
  return Array.from({ length: Math.min(columns, maxSpan) }, (_, offset) => column + offset)
}

function sliceColumns(rows: readonly SheetRow[], from: number, to: number): SheetRow[] {
  return rows
    .map(({ index, cells }) => ({ index, cells: cells.filter(({ column }) => column >= from && column < to) }))
    .filter(({ cells }) => cells.length > 0)
}

function isTable(rows: readonly SheetRow[]): boolean {
  return rows.filter(({ cells }) => cells.length > 1).length > 1
}

function hasRowNames(rows: readonly SheetRow[], column: number): boolean {
  const names = rows.map(({ cells }) => cells[0]).filter((cell) => cell?.column === column)
  const isName = (cell: SheetCell | undefined) => cell?.isNumber === false && /\p{L}{2}/u.test(cell.text)
  return names.length > rows.length / 2 && names.filter(isName).length > names.length / 2
}

function toRegion(rows: readonly SheetRow[], above: SheetRegion | undefined): SheetRegion {
  let titleCount = 0
  while (rows[titleCount]?.cells.length === 1 && !rows[titleCount]!.cells[0]!.isNumber) titleCount++
  const titles = rows.slice(0, titleCount).map(({ cells }) => cells[0]!)
  const table = rows.slice(titleCount)
  const headerCount = countHeader(table)
  const header = table.slice(0, headerCount)
  const body = spanGroups(header, table.slice(headerCount))
  // Below a subheading, a table often goes on without repeating the names of its columns.
  if (headerCount === 0 && body.length > 0 && above !== undefined && hasSameColumns(above, body)) {
    return { titles, header: above.header, body }
  }
  return { titles, header, body }
}

const maxHeaderRows = 4

/** Counts the rows of names above the values. */
function countHeader(rows: readonly SheetRow[]): number {
  if (rows.length < 2) return 0
  const stated = rows.slice(0, maxHeaderRows).findLastIndex(isStatedHeader)
  if (stated >= 0) return stated + 1
  const firstValues = rows.findIndex((row, at) => hasValues(row) && !(at === 0 && namesColumns(row, rows.slice(1))))
  const { first, last } = extentOf(rows)
  if (first === last) return 0
  if (last === first + 1) {
    const isMarked = isBoldRow(rows[0]!) && !isBoldRow(rows[1]!)
    const values = rows.slice(1).map(({ cells }) => cells.find(({ column }) => column === last))
    return firstValues !== 0 && (isMarked || values.every((cell) => cell?.isNumber)) ? 1 : 0
  }
  if (firstValues > 0 && firstValues <= maxHeaderRows) return countNameRows(rows.slice(0, firstValues), { first, last })
  const names = rows[0]!.cells
  const isFull = names.length >= last - first && names.every(({ text }) => text.length <= 80)
  return firstValues !== 0 && (isFull || isBoldRow(rows[0]!)) ? 1 : 0
}

/**
 * Counts the header rows among the rows above the first value: bold ones, those that leave the corner empty, and one that
 * names more columns than the first. The name of a group of rows is none.
 */
function countNameRows(rows: readonly SheetRow[], { first, last }: Extent): number {
  const group = rows.findIndex((row, at) => at > 0 && isGroupName(row, first))
  const names = group < 0 ? rows : rows.slice(0, group)
  const [top, second] = names as [SheetRow, SheetRow?]
  const isBelow = (row: SheetRow) => row.cells[0]!.column > first
  let count = 1
  while (count < names.length && isBoldRow(names[count]!) && isBoldRow(top)) count++
  while (count < names.length && isBelow(names[count]!)) count++
  const width = last - first + 1
  const namesMore = 2 * top.cells.length <= width && second?.cells.length === width
  const isGroupRow = top.cells.some(({ columns }) => columns > 1)
  return namesMore || isGroupRow || isBelow(top) ? Math.max(count, Math.min(2, names.length)) : count
}

/** Lets the names of groups span the table that have their cell alone, in bold above cells that are not. */
function spanGroups(header: readonly SheetRow[], rows: readonly SheetRow[]): SheetRow[] {
  const { first, last } = extentOf([...header, ...rows])
  return rows.map((row, at) => {
    const below = rows[at + 1]?.cells ?? []
    const isGroup = isGroupName(row, first) && row.cells[0]!.isBold && below.length > 1 && !below[0]!.isBold
    return isGroup ? { ...row, cells: [{ ...row.cells[0]!, columns: last - first + 1 }] } : row
  })
}

/** Tells whether a row is a name in the first column alone. */
function isGroupName({ cells }: SheetRow, firstColumn: number): boolean {
  const [name, ...others] = cells
  return others.length === 0 && name?.column === firstColumn && !name.isNumber
}

function isStatedHeader({ cells }: SheetRow): boolean {
  return cells.length > 1 && cells.every(({ isName }) => isName)
}

/** Tells whether the numbers of a first row name columns: dates above other values, or numbers that count. */
function namesColumns({ cells }: SheetRow, below: readonly SheetRow[]): boolean {
  const [corner, ...names] = cells
  if (corner === undefined || names.length < 2) return false
  const numbers = names.filter(({ isNumber }) => isNumber)
  const isAboveDate = ({ column }: SheetCell) =>
    below.some((row) => row.cells.some((cell) => cell.column === column && cell.isDate))
  if (numbers.every((cell) => cell.isDate && !isAboveDate(cell))) return true
  return !corner.isNumber && numbers.length === names.length && isRun(numbers.map(({ text }) => text))
}

/** Tells whether a row has numbers other than years, which name columns. */
function hasValues({ cells }: SheetRow): boolean {
  return cells.some(({ isNumber, text }) => isNumber && !isYear(text))
}

function isBoldRow({ cells }: SheetRow): boolean {
  return cells.every(({ isBold }) => isBold)
}

function extentOf(rows: readonly SheetRow[]): Extent {
  let [first, last] = [Number.POSITIVE_INFINITY, 0]
  for (const { cells } of rows) {
    first = Math.min(first, cells[0]!.column)
    const end = cells.at(-1)!
    last = Math.max(last, end.column + Math.min(end.columns, maxSpan) - 1)
  }
  return { first, last }
}

function hasSameColumns({ header, body }: SheetRegion, rows: readonly SheetRow[]): boolean {
  if (header.length === 0) return false
  const [above, own] = [extentOf([...header, ...body]), extentOf(rows)]
  return own.first === above.first && own.last <= above.last && own.last > own.first
}
