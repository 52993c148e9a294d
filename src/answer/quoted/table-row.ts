import { containsStemsOf, stemsOf } from '../../ingest/analyze.ts'
import { countWords } from '../../ingest/count-words.ts'
import { containsName, containsPhrase } from '../question/contains-name.ts'
import { countsIn, isWithinRange, quantitiesIn } from '../question/quantity-ranges.ts'

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
  const namedParts = parts.filter((part) => readNamedCell(part)).length
  if (isSentenceWithColons(text, parts)) return []
  if (parts.length > 1 && namedParts > 0 && namedParts >= parts.length / 2 && readNamedCell(parts[1]!)) {
    // The first column of a table often has no name: "List price; Wren: €4,890".
    const [first, ...rest] = parts
    if (readNamedCell(first!)) return joinUnnamedParts(parts)
    return isRowTitle(first!) ? [{ column: '', value: first! }, ...joinUnnamedParts(rest)] : []
  }
  const plain = text.split(' | ')
  // Lines drawn in code have bars, too.
  const filled = plain.filter((value) => /[\p{L}\p{N}]/u.test(value)).length
  return plain.length > 2 && filled > 1 ? plain.map((value) => ({ column: '', value })) : []
}

/** Tells whether the text is a sentence like "Technicians: seven to three; office: nine to five.": columns are named alike. */
function isSentenceWithColons(text: string, [first, ...rest]: readonly string[]): boolean {
  return /^\p{Lu}/u.test(first!) && /\.["”’)]*$/.test(text) && rest.some((part) => /^\p{Ll}[^:]*: /u.test(part))
}

const maxRowTitleWords = 8

function isRowTitle(text: string): boolean {
  return countWords(text) <= maxRowTitleWords && !/:|[.!?](?:\s|$)/.test(text)
}

const maxColumnLength = 60

/** Returns the cell of "Days: 20" or "Paid?: yes"; undefined for other text. */
function readNamedCell(part: string): TableCell | undefined {
  const colon = part.slice(0, maxColumnLength + 1).indexOf(':')
  const column = part.slice(0, colon)
  const value = part.slice(colon + 2)
  if (colon < 1 || part[colon + 1] !== ' ' || value === '' || notInColumn.test(column)) return undefined
  // A name in brackets that close later belongs to a sentence: "The Normans (French: Normands; Latin: Normanni) were".
  return column.lastIndexOf('(') > column.lastIndexOf(')') ? undefined : { column, value }
}

/** Signs of a sentence, which the name of a column has not: a question mark may end that, or stand before brackets. */
const notInColumn = /[|!]|\?(?!$| \()|\.\s+\p{Lu}/u

/** A part without a column name belongs to the value before it, which contains a semicolon. */
function joinUnnamedParts(parts: readonly string[]): TableCell[] {
  const cells: TableCell[] = []
  for (const part of parts) {
    const cell = readNamedCell(part)
    const last = cells.at(-1)
    if (cell) cells.push(cell)
    else if (last) last.value += `; ${part}`
  }
  return cells
}

/** A cell with the place of its value in the text of the row. */
export interface CellSpan extends TableCell {
  start: number
  end: number
}

/** Returns the cells of a row with their places. */
export function findCells(text: string): CellSpan[] {
  let end = 0
  return readTableRow(text).map((cell) => {
    const start = text.indexOf(
      cell.value,
      cell.column === '' ? end : text.indexOf(`${cell.column}: `, end) + cell.column.length + 2,
    )
    end = start + cell.value.length
    return { ...cell, start, end }
  })
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

/**
 * Tells whether the question contains the row's first cell, in the singular or plural, the words of a longer one in any
 * order, or a quantity within the range that stands there.
 */
export function namesRow(question: string, row: string): boolean {
  const title = readTableRow(row)[0]?.value ?? ''
  if (namesQuantityOf(question, title)) return true
  // The article of "a level C country" names no row "A".
  if (/^\p{L}$/u.test(title)) return new RegExp(`(?<![\\p{L}\\p{N}])${title}(?![\\p{L}\\p{N}])`, 'u').test(question)
  return containsName(question, title)
}

/** Tells whether a range in the text contains a quantity of the question. */
export function namesQuantityOf(question: string, text: string): boolean {
  return [...quantitiesIn(question), ...countsIn(question)].some((quantity) => isWithinRange(text, quantity))
}

/**
 * Returns the value that the question asks for by row and column: "How many people work in Kobe?" names the row "Kobe" and the
 * column "People". Undefined if it names none or several columns. Of a row or column for several things, one is enough.
 */
export function findAskedCell(question: string, row: string, language: string): TableCell | undefined {
  const [title, ...cells] = readTableRow(row)
  if (!title || !cells.some(({ column }) => column !== '')) return undefined
  const namesTitle = namesRow(question, row) || titleParts(title.value).some((part) => containsPhrase(question, part))
  if (!namesTitle) return undefined
  const ofTitle = new Set(stemsOf(title.value, language))
  const asked = new Set(stemsOf(question, language).filter((stem) => !ofTitle.has(stem)))
  const isAsked = ({ column }: TableCell) => {
    const name = column.replace(/[,(].*$/s, '')
    return [name, ...titleParts(name)].some((part) => containsStemsOf(asked, part, language))
  }
  const found = cells.filter(isAsked)
  return found.length === 1 ? found[0] : undefined
}

const minPartLength = 3

/** Returns the parts of "Netherlands and Germany"; none of a title for one thing. */
function titleParts(title: string): string[] {
  const parts = title
    .split(/,\s+(?:and\s+|or\s+)?|(?<!\s)\s+(?:and|or|&|\/)\s+/i)
    .filter((part) => part.length >= minPartLength)
  return parts.length > 1 && parts.every((part) => countWords(part) <= 2) ? parts : []
}
