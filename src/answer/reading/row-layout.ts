import type { Reading, ShortAnswer } from '../../models/reader.ts'
import { areRowsOfOneTable, type CellSpan, findCells } from '../quoted/table-row.ts'

/** A passage's sentences as the reader gets them, and where each of them stands there. */
export interface RowLayout {
  lines: string[]
  places: { line: number; cells: PlacedCell[] }[]
}

/** A cell's value in its line, and in the sentence. */
interface PlacedCell {
  lineStart: number
  start: number
  length: number
}

/**
 * Lays out table rows as the reader was trained to read them: a line with the names of the columns, below it each row's
 * values ("Kobe | 20 days"). Passages repeat the names in each row ("Site: Kobe; Holiday: 20 days"), so that it can be found
 * and quoted alone.
 */
export function layOutRows(sentences: readonly string[]): RowLayout {
  const rows = sentences.map(findCells)
  const layout: RowLayout = { lines: [], places: [] }
  const columnsOfRun = columnsByRun(sentences, rows)
  for (const [index, sentence] of sentences.entries()) {
    const columns = columnsOfRun[index]
    if (columns && columns !== columnsOfRun[index - 1]) layout.lines.push(columns.join(separator))
    const { line, cells } = columns ? layOutCells(rows[index]!, columns) : { line: sentence, cells: [] }
    layout.places.push({ line: layout.lines.length, cells })
    layout.lines.push(line)
  }
  return layout
}

/** Returns what was read of the lines as a reading of the sentences. */
export function readingOfSentences(reading: Reading, { places }: RowLayout): Reading {
  return {
    ...reading,
    sentences: places.map(({ line }) => reading.sentences[line] ?? { evidence: undefined, spanShare: 0 }),
    shortAnswer: reading.shortAnswer && placeShortAnswer(reading.shortAnswer, places),
  }
}

const separator = ' | '

/** Returns the columns of each row's table, one array for all rows of a run; undefined for other sentences and rows without names. */
function columnsByRun(sentences: readonly string[], rows: readonly CellSpan[][]): (string[] | undefined)[] {
  const columnsOf: (string[] | undefined)[] = []
  for (const [index, cells] of rows.entries()) {
    const isNamed = cells.length > 1 && cells.some(({ column }) => column !== '')
    const above = columnsOf[index - 1]
    const goesOn = isNamed && above !== undefined && areRowsOfOneTable(sentences[index - 1]!, sentences[index]!)
    const columns = isNamed ? (goesOn ? above : []) : undefined
    // Empty cells are left out of a row.
    for (const { column } of columns ? cells : []) if (!columns!.includes(column)) columns!.push(column)
    columnsOf.push(columns)
  }
  return columnsOf
}

function layOutCells(row: readonly CellSpan[], columns: readonly string[]): { line: string; cells: PlacedCell[] } {
  const cells: PlacedCell[] = []
  let line = ''
  for (const [index, column] of columns.entries()) {
    if (index > 0) line += separator
    const values = row.filter((cell) => cell.column === column)
    for (const [repeat, { value, start }] of values.entries()) {
      if (repeat > 0) line += ', '
      cells.push({ lineStart: line.length, start, length: value.length })
      line += value
    }
  }
  return { line, cells }
}

/** Returns the answer's place in its sentence; undefined if it is no part of one, or goes across cells. */
function placeShortAnswer(
  { sentence: line, start, end }: ShortAnswer,
  places: RowLayout['places'],
): ShortAnswer | undefined {
  const sentence = places.findIndex((place) => place.line === line)
  const place = places[sentence]
  if (!place) return undefined
  if (place.cells.length === 0) return { sentence, start, end }
  const cell = place.cells.find(({ lineStart, length }) => lineStart <= start && end <= lineStart + length)
  if (!cell) return undefined
  const moved = cell.start - cell.lineStart
  return { sentence, start: start + moved, end: end + moved }
}
