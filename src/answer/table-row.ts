import { countWords } from '../ingest/count-words.ts'
import { isWithinRange, quantitiesIn } from './quantity-ranges.ts'

/** A cell of a table row as the text of a passage holds it. */
export interface TableCell {
  /** '' in a table without column names. */
  column: string
  value: string
}

export function isTableRow(text: string): boolean {
  return readTableRow(text).length > 1
}

/** Returns the cells of "Site: Kobe; Days: 20", or of "Kobe | 20 | 5" in a table without column names; none for other text. */
export function readTableRow(text: string): TableCell[] {
  const parts = text.split('; ')
  const namedParts = parts.filter((part) => namedCell.test(part)).length
  if (parts.length > 1 && namedParts > 0 && namedParts >= parts.length / 2 && namedCell.test(parts[1]!)) {
    // The first column of a table often has no name: "List price; Wren: €4,890".
    const [first, ...rest] = parts
    if (namedCell.test(first!)) return joinUnnamedParts(parts)
    return isRowTitle(first!) ? [{ column: '', value: first! }, ...joinUnnamedParts(rest)] : []
  }
  const plain = text.split(' | ')
  // Lines drawn in code have bars, too.
  const filled = plain.filter((value) => /[\p{L}\p{N}]/u.test(value)).length
  return plain.length > 2 && filled > 1 ? plain.map((value) => ({ column: '', value })) : []
}

const maxRowTitleWords = 8

function isRowTitle(text: string): boolean {
  return countWords(text) <= maxRowTitleWords && !/:|[.!?](?:\s|$)/.test(text)
}

/** A name in brackets that close later belongs to a sentence: "The Normans (French: Normands; Latin: Normanni) were". */
const namedCell = /^(?![^:]*\([^):]*:)([^:|.!?]{1,60}): (.+)$/s

/** A part without a column name belongs to the value before it, which contains a semicolon. */
function joinUnnamedParts(parts: readonly string[]): TableCell[] {
  const cells: TableCell[] = []
  for (const part of parts) {
    const [, column, value] = namedCell.exec(part) ?? []
    const last = cells.at(-1)
    if (column !== undefined && value !== undefined) cells.push({ column, value })
    else if (last) last.value += `; ${part}`
  }
  return cells
}

/** Tells whether two rows belong to the same table: empty cells are left out, so the first column decides. */
export function areRowsOfOneTable(a: string, b: string): boolean {
  const [first, ...more] = readTableRow(a)
  const [otherFirst, ...otherMore] = readTableRow(b)
  if (!first || !otherFirst || first.column !== otherFirst.column) return false
  if (first.column === '' && more.every(({ column }) => column === '')) return more.length === otherMore.length
  const columns = new Set(more.map(({ column }) => column))
  return otherMore.some(({ column }) => columns.has(column))
}

/** Tells whether the question contains the row's first cell, or a quantity within the range that stands there. */
export function namesRow(question: string, row: string): boolean {
  const title = readTableRow(row)[0]?.value ?? ''
  if (quantitiesIn(question).some((quantity) => isWithinRange(title, quantity))) return true
  const words = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
  return words(title).trim() !== '' && words(question).includes(words(title))
}
