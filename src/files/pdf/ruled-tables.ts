import type { Table } from './blocks.ts'
import { type Box, enclose } from './geometry.ts'
import { joinRow, type Line, rowsOf, segmentsOf } from './lines.ts'
import type { Word } from './words.ts'

export interface PlacedTable extends Box {
  table: Table
  words: Set<Word>
}

const tolerance = 3
const maxRules = 1500
/** Frames that hold more text are layout, not cells. */
const maxCellLength = 1200
const maxMeanLength = 250

/** Finds tables whose cells are divided by rules. */
export function ruledTables(words: readonly Word[], rules: readonly Box[]): PlacedTable[] {
  if (rules.length > maxRules) return []
  return crossingGroups(rules).flatMap((group) => asTable(group, words) ?? [])
}

interface RuleGroup {
  horizontal: Box[]
  vertical: Box[]
}

function isHorizontal(rule: Box): boolean {
  return rule.right - rule.left >= rule.bottom - rule.top
}

/** Groups rules that cross or touch each other. */
function crossingGroups(rules: readonly Box[]): RuleGroup[] {
  const group = rules.map((_, index) => index)
  const find = (index: number): number => {
    let root = index
    while (group[root] !== root) root = group[root] as number
    group[index] = root
    return root
  }
  rules.forEach((a, first) => {
    rules.forEach((b, second) => {
      if (second <= first || isHorizontal(a) === isHorizontal(b)) return
      if (touches(a, b)) group[find(first)] = find(second)
    })
  })
  const groups = new Map<number, RuleGroup>()
  rules.forEach((rule, index) => {
    const root = find(index)
    const entry = groups.get(root) ?? { horizontal: [], vertical: [] }
    entry[isHorizontal(rule) ? 'horizontal' : 'vertical'].push(rule)
    groups.set(root, entry)
  })
  return [...groups.values()].filter(({ horizontal, vertical }) => horizontal.length >= 2 && vertical.length >= 1)
}

function touches(a: Box, b: Box): boolean {
  return (
    a.left <= b.right + tolerance &&
    b.left <= a.right + tolerance &&
    a.top <= b.bottom + tolerance &&
    b.top <= a.bottom + tolerance
  )
}

function asTable({ horizontal, vertical }: RuleGroup, words: readonly Word[]): PlacedTable | undefined {
  const box = enclose([...horizontal, ...vertical])
  const xs = distinct([box.left, ...vertical.map((rule) => (rule.left + rule.right) / 2), box.right], tolerance)
  const ys = distinct([box.top, ...horizontal.map((rule) => (rule.top + rule.bottom) / 2), box.bottom], tolerance)
  const columns = xs.length - 1
  const rowCount = ys.length - 1
  if (columns < 2 || rowCount < 2 || columns * rowCount > 20_000) return undefined
  const owner = mergedCells(xs, ys, horizontal, vertical, segmentsOf(words))
  const cells = new Map<number, Word[]>()
  const inside = new Set<Word>()
  for (const word of words) {
    const column = intervalOf(xs, (word.left + word.right) / 2)
    const row = intervalOf(ys, (word.top + word.bottom) / 2)
    if (column < 0 || row < 0) continue
    inside.add(word)
    const cell = owner[row * columns + column] as number
    const list = cells.get(cell)
    if (list) list.push(word)
    else cells.set(cell, [word])
  }
  const count = new Set(owner).size
  const lengths = [...cells.values()].map((list) => list.reduce((sum, word) => sum + word.text.length, 0))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (cells.size < 3 || cells.size < 0.3 * count) return undefined
  if (Math.max(...lengths) > maxCellLength || total > maxMeanLength * cells.size) return undefined
  const rows = Array.from({ length: rowCount }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells.get(row * columns + column) ?? []),
  ).flatMap(splitStackedRow)
  return { ...box, table: withoutEmpty(rows), words: inside }
}

/** Cuts a row between two rules into the rows of numbers that are stacked in it, if that is what it holds. */
function splitStackedRow(cells: Word[][]): string[][][] {
  const lines = cells.map((words) => rowsOf(segmentsOf(words)).map(joinRow))
  const filled = lines.filter((cell) => cell.length > 0)
  const baselines = distinct(
    filled.flat().map((line) => line.baseline),
    2,
  )
  const onBaseline = (cell: Line[], baseline: number) => cell.filter((line) => Math.abs(line.baseline - baseline) <= 2)
  const numbers = filled.flat().filter((line) => /^[\d.,%$€£()+−–/\s-]+$/.test(line.text)).length
  const complete = filled.filter((cell) => cell.length > 0.7 * baselines.length).length
  const stacked =
    baselines.length > 1 && filled.length > 2 && complete >= 0.7 * filled.length && numbers > 0.5 * filled.flat().length
  if (!stacked) return [lines.map((cell) => cell.map((line) => line.text))]
  return baselines.map((baseline) => lines.map((cell) => onBaseline(cell, baseline).map((line) => line.text)))
}

/** Returns the text of a cell, one entry per line. */
export function cellLines(words: readonly Word[]): string[] {
  return rowsOf(segmentsOf(words)).map((row) => joinRow(row).text)
}

/** Drops rows and columns without text; rules that are drawn double leave such. */
export function withoutEmpty(rows: string[][][]): Table {
  const full = rows.filter((row) => row.some((cell) => cell.length > 0))
  const used = full[0]?.map((_, column) => full.some((row) => (row[column]?.length ?? 0) > 0)) ?? []
  return { kind: 'table', rows: full.map((row) => row.filter((_, column) => used[column])) }
}

/** Returns distinct positions in order; those closer than the tolerance are one. */
function distinct(values: number[], tolerance: number): number[] {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted.filter((value, index) => index === 0 || value - (sorted[index - 1] as number) > tolerance)
}

function intervalOf(edges: readonly number[], value: number): number {
  for (let index = 0; index + 1 < edges.length; index++) {
    if (value >= (edges[index] as number) - 1 && value < (edges[index + 1] as number)) return index
  }
  return -1
}

/**
 * Returns for each cell the top left cell of the merged cell that it belongs to. Cells without a rule between are one;
 * side by side only if text crosses their border, because headers often have no rules.
 */
function mergedCells(
  xs: number[],
  ys: number[],
  horizontal: Box[],
  vertical: Box[],
  segments: readonly Line[],
): number[] {
  const columns = xs.length - 1
  const rows = ys.length - 1
  const owner = Array.from({ length: columns * rows }, (_, index) => index)
  const at = (list: number[], index: number) => list[index] as number
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const middleX = (at(xs, column) + at(xs, column + 1)) / 2
      const middleY = (at(ys, row) + at(ys, row + 1)) / 2
      const index = row * columns + column
      const leftRule = vertical.some(
        (rule) => near(rule.left, rule.right, at(xs, column)) && spans(rule.top, rule.bottom, middleY),
      )
      const topRule = horizontal.some(
        (rule) => near(rule.top, rule.bottom, at(ys, row)) && spans(rule.left, rule.right, middleX),
      )
      const crossed = segments.some(
        (segment) =>
          inRow(segment, at(ys, row), at(ys, row + 1)) &&
          segment.left < at(xs, column) - 2 &&
          segment.right > at(xs, column) + 2,
      )
      if (column > 0 && !leftRule && crossed) owner[index] = owner[index - 1] as number
      else if (row > 0 && !topRule) owner[index] = owner[index - columns] as number
    }
  }
  return owner
}

function inRow(segment: Line, top: number, bottom: number): boolean {
  const middle = (segment.top + segment.bottom) / 2
  return middle > top && middle < bottom
}

function near(from: number, to: number, value: number): boolean {
  return Math.abs((from + to) / 2 - value) <= tolerance + 1
}

function spans(from: number, to: number, value: number): boolean {
  return from - tolerance <= value && value <= to + tolerance
}
