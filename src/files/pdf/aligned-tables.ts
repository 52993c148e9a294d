import { clauseNumberSource } from '../../ingest/list-marker.ts'
import type { Table } from './blocks.ts'
import { enclose } from './geometry.ts'
import type { Line } from './lines.ts'
import { isListMarker } from './list-markers.ts'
import { cellLines, withoutEmpty } from './ruled-tables.ts'
import type { Word } from './words.ts'

type Row = Line[]
type Gap = [from: number, to: number]

/** Rows of a column, cut into tables and the rows between them. */
export type RowRun = { table: Table; rows: Row[] } | { rows: Row[] }

const minGap = 0.8
const maxSingleRows = 2

/** Finds tables without vertical rules: successive rows whose segments leave the same gaps free. */
export function cutTables(rows: readonly Row[]): RowRun[] {
  const runs: RowRun[] = []
  let rest: Row[] = []
  for (let index = 0; index < rows.length; ) {
    const end = isTabular(rows[index] as Row) ? endOfRun(rows, index) : index
    const candidate = rows.slice(index, end)
    const table = candidate.length > 0 ? asTable(candidate) : undefined
    if (table) {
      if (rest.length > 0) runs.push({ rows: rest })
      rest = []
      runs.push({ table, rows: candidate })
      index = end
    } else {
      rest.push(rows[index] as Row)
      index++
    }
  }
  if (rest.length > 0) runs.push({ rows: rest })
  return runs
}

function isTabular(row: Row): boolean {
  return row.length > 1
}

/** Returns the index behind the last row that keeps a gap free with all rows from `start`. */
function endOfRun(rows: readonly Row[], start: number): number {
  let gaps = gapsOf(rows[start] as Row)
  let end = start + 1
  let singles = 0
  for (let index = start + 1; index < rows.length; index++) {
    const row = rows[index] as Row
    const before = rows[index - 1] as Row
    const size = sizeOf(row)
    if (topOf(row) - bottomOf(before) > 3 * Math.max(size, sizeOf(before))) break
    if (isTabular(row)) {
      const shared = intersect(gaps, gapsOf(row), minGap * Math.min(size, sizeOf(before)))
      if (shared.length === 0) break
      gaps = shared
      end = index + 1
      singles = 0
    } else {
      const cell = row[0] as Line
      const crosses = gaps.some(([from, to]) => cell.left < to - 1 && cell.right > from + 1)
      const first = cell.left < (gaps[0] as Gap)[0]
      singles++
      if (crosses || (first && singles > maxSingleRows) || singles > 8) break
    }
  }
  return end
}

function asTable(rows: readonly Row[]): Table | undefined {
  const tabular = rows.filter(isTabular)
  const words = rows.flatMap((row) => row.flatMap((segment) => segment.words))
  const size = sizeOf(tabular[0] as Row)
  const gaps = freeGaps(words, columnGap(tabular.length) * size)
  const columns = gaps.length + 1
  if (columns < 2 || tabular.length < (columns > 2 ? 2 : 3)) return undefined
  const cells = rows.map((row) => splitRow(row, gaps))
  const filled = cells.filter((row) => row.filter((cell) => cell.length > 0).length > 1)
  if (filled.length < 2) return undefined
  if (isProse(cells) || (columns === 2 && isList(cells))) return undefined
  const isShifted = hasShiftedNames(cells)
  const ordered = isShifted ? splitBelowNames(rows, size) : undefined
  const table = withoutEmpty(mergeWrapped(rows, ordered ?? cells).map((row) => row.map(cellLines)))
  return isShifted && !ordered ? { ...table, hasHeader: false } : table
}

/**
 * Says whether the first row does not stand above the cells below it, as names on the left of their columns and figures on the
 * right: free space divides these, and not the columns.
 */
function hasShiftedNames([names = [], ...body]: Word[][][]): boolean {
  const columns = names.map((name, column) => {
    const below = body.flatMap((row) => (row[column]!.length > 0 ? [enclose(row[column]!)] : []))
    const box = name.length > 0 ? enclose(name) : undefined
    const beside = box ? below.filter(({ left, right }) => left > box.right || right < box.left).length : 0
    return { hasName: box !== undefined, hasCells: below.length > 0, isBeside: beside > below.length / 2 }
  })
  const hasEmpty = columns.some(({ hasName, hasCells }) => hasName && !hasCells)
  const hasUnnamed = columns.slice(1).some(({ hasName, hasCells }) => !hasName && hasCells)
  return columns.some(({ isBeside }) => isBeside) || (hasEmpty && hasUnnamed)
}

/** In font sizes. */
const minGapBelowNames = 0.12

/** Cuts the rows below the names into as many columns as there are names, which belong to them in their order. */
function splitBelowNames(rows: readonly Row[], size: number): Word[][][] | undefined {
  const [names = [], ...body] = rows
  if (body.every((row) => row.length === names.length)) return rows.map((row) => row.map((segment) => segment.words))
  const words = body.flatMap((row) => row.flatMap((segment) => segment.words))
  const width = ([from, to]: Gap) => to - from
  const gaps = freeGaps(words, minGapBelowNames * size).sort((a, b) => width(b) - width(a))
  const surelyDivide = freeGaps(words, columnGap(body.length) * size).length
  if (body.length < 3 || gaps.length < names.length - 1 || surelyDivide >= names.length) return undefined
  const chosen = gaps.slice(0, names.length - 1).sort((a, b) => a[0] - b[0])
  return [names.map((name) => name.words), ...body.map((row) => splitRow(row, chosen))]
}

/** Returns the gap, in font sizes, that divides columns: the more rows keep it free, the narrower it may be. */
function columnGap(rowCount: number): number {
  if (rowCount >= 6) return 0.45
  return rowCount >= 3 ? 0.55 : 0.72
}

/** Says whether cells are long on both sides: lines of text columns, or of text with an accidental gap. */
function isProse(cells: Word[][][]): boolean {
  const lengths = cells
    .flat()
    .filter((cell) => cell.length > 0)
    .map((cell) => cell.reduce((sum, word) => sum + word.text.length, 0))
  return lengths.filter((length) => length > 45).length > 0.6 * lengths.length
}

/** Says whether the first cells are the marks of items or the numbers of clauses. */
function isList(cells: Word[][][]): boolean {
  return cells.every(([first = [], second = []]) => {
    const text = first.map((word) => word.text).join('')
    return (
      text === '' || isListMarker(text) || (clauseNumber.test(text) && /^["“‘(]?\p{L}/u.test(second[0]?.text ?? ''))
    )
  })
}

const clauseNumber = new RegExp(`^${clauseNumberSource}$`)

function splitRow(row: Row, gaps: readonly Gap[]): Word[][] {
  const cells: Word[][] = Array.from({ length: gaps.length + 1 }, () => [])
  for (const word of row.flatMap((segment) => segment.words)) {
    const column = gaps.findIndex(([from]) => word.left < from)
    cells[column < 0 ? gaps.length : column]?.push(word)
  }
  return cells
}

/** Appends rows without a first cell to the row above, if they follow it as closely as lines of a paragraph. */
function mergeWrapped(rows: readonly Row[], cells: Word[][][]): Word[][][] {
  const merged: Word[][][] = []
  cells.forEach((row, index) => {
    const above = merged.at(-1)
    const before = rows[index - 1]
    const close = before && topOf(rows[index] as Row) - bottomOf(before) < 0.45 * sizeOf(before)
    const continues =
      row[0]?.length === 0 && row.every((cell, column) => cell.length === 0 || (above?.[column]?.length ?? 0) > 0)
    if (above && close && continues && index > 1)
      for (const [column, cell] of row.entries()) above[column]?.push(...cell)
    else merged.push(row.map((cell) => [...cell]))
  })
  return merged
}

function gapsOf(row: Row): Gap[] {
  return row.slice(1).map((segment, index) => [(row[index] as Line).right, segment.left])
}

function intersect(a: readonly Gap[], b: readonly Gap[], min: number): Gap[] {
  const shared: Gap[] = []
  for (const [fromA, toA] of a) {
    for (const [fromB, toB] of b) {
      const gap: Gap = [Math.max(fromA, fromB), Math.min(toA, toB)]
      if (gap[1] - gap[0] >= min) shared.push(gap)
    }
  }
  return shared
}

/** Returns the gaps that all words leave free. */
function freeGaps(words: readonly Word[], min: number): Gap[] {
  const sorted = [...words].sort((a, b) => a.left - b.left)
  const gaps: Gap[] = []
  let right = sorted[0]?.right ?? 0
  for (const word of sorted) {
    if (word.left - right >= min) gaps.push([right, word.left])
    right = Math.max(right, word.right)
  }
  return gaps.map(([from, to]) => [(from + to) / 2, to])
}

function sizeOf(row: Row): number {
  return Math.max(...row.map((segment) => segment.size))
}

function topOf(row: Row): number {
  return Math.min(...row.map((segment) => segment.top))
}

function bottomOf(row: Row): number {
  return Math.max(...row.map((segment) => segment.bottom))
}
