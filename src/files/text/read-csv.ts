import { decodeText } from '../decode-text.ts'
import { type FormatReader, type SkippedPart, UnreadableFileError } from '../file-text.ts'
import { hasHeaderRow } from '../header-row.ts'
import { escapeHtml, htmlTable } from '../html-writer.ts'

/**
 * Reads CSV and TSV as one table; titles and properties in the rows above it become paragraphs. Rows and columns beyond the limits are
 * left out and named in `skipped`.
 */
export const readCsv: FormatReader = async (bytes, { limits }) => {
  const text = decodeText(bytes)
  if (text.trim() === '') throw new UnreadableFileError('empty')
  const delimiter = detectDelimiter(text)
  const rows: string[][] = []
  let width = 0
  let length = 0
  let isComplete = true
  for (const cells of csvRows(text, delimiter)) {
    const row = cells.map((cell) => escapeHtml(cell.trim()))
    width = Math.max(width, row.length)
    row.length = Math.min(row.length, maxColumns)
    length += row.reduce((sum, cell) => sum + cell.length + cellMarkupLength, rowMarkupLength)
    // Short rows are filled up to the widest one.
    if (width * (rows.length + 1) > limits.cells || length > limits.textLength) {
      isComplete = false
      break
    }
    if (row.some((cell) => cell !== '')) rows.push(row)
  }
  if (rows.length === 0) throw new UnreadableFileError(isComplete ? 'empty' : 'too-large')
  const skipped: SkippedPart[] = []
  if (!isComplete) skipped.push({ name: `rows after row ${rows.length}`, reason: 'too-large' })
  if (width > maxColumns) skipped.push({ name: `columns after column ${maxColumns}`, reason: 'too-large' })
  return { type: 'html', content: renderTable(rows), skipped }
}

/** Wider rows are no tables for people. */
const maxColumns = 1_000

function renderTable(rows: string[][]): string {
  const start = countTitleRows(rows)
  const titles = rows.slice(0, start).map((row) => `<p>${filled(row).join(': ')}</p>\n`)
  const table = rows.slice(start)
  const hasHeader = hasHeaderRow(table.slice(0, headerSampleRows))
  return titles.join('') + htmlTable(table, { hasHeader })
}

const maxTitleRows = 20

/** Counts the rows above the table: they fill no more than half of the cells that full rows fill. */
function countTitleRows(rows: readonly string[][]): number {
  const counts = rows.slice(0, headerSampleRows).map((row) => filled(row).length)
  const full = [...counts].sort((a, b) => a - b)[Math.floor(counts.length * 0.75)] as number
  const start = counts.slice(0, maxTitleRows).findIndex((count) => count > 1 && count > full / 2)
  return Math.max(start, 0)
}

function filled(row: readonly string[]): string[] {
  return row.filter((cell) => cell !== '')
}

/** Rows that tell names from values. */
const headerSampleRows = 50
const cellMarkupLength = '<td></td>'.length
const rowMarkupLength = '<tr></tr>\n'.length + '<table></table>'.length
const delimiters = [',', ';', '\t', '|']
const sampleLines = 50

/** Returns the delimiter that splits most of the first lines into the same number of cells, more than one. */
function detectDelimiter(text: string): string {
  const firstLine = /^sep=(.)\r?\n/.exec(text)
  if (firstLine) return firstLine[1] as string
  const sample = text.slice(0, 64 * 1024)
  let best = { delimiter: ',', score: 0 }
  for (const delimiter of delimiters) {
    const counts = new Map<number, number>()
    let lines = 0
    for (const row of csvRows(sample, delimiter)) {
      if (row.length > 1) counts.set(row.length, (counts.get(row.length) ?? 0) + 1)
      if (++lines >= sampleLines) break
    }
    const [width = 0, sameWidth = 0] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
    const score = (sameWidth / lines) * (1 + Math.min(width, 20) / 100)
    if (score > best.score) best = { delimiter, score }
  }
  return best.delimiter
}

/** Yields rows after RFC 4180. A quote that is never closed is an ordinary character. A row that is too wide is cut. */
export function* csvRows(text: string, delimiter: string): Generator<string[]> {
  let position = /^sep=.\r?\n/.exec(text)?.[0].length ?? 0
  let row: string[] = []
  while (position < text.length) {
    const cell = text[position] === '"' ? quotedCell(text, position) : undefined
    const rest = endOfCell(text, cell?.end ?? position, delimiter)
    // Characters after the closing quote belong to the cell.
    // One cell more than allowed tells that the row was cut.
    if (row.length <= maxColumns) row.push((cell?.value ?? '') + text.slice(cell?.end ?? position, rest))
    position = rest
    if (text[position] === delimiter) {
      position++
      if (position < text.length) continue
      row.push('')
    }
    yield row
    row = []
    position += text.startsWith('\r\n', position) ? 2 : 1
  }
  if (row.length > 0) yield row
}

function quotedCell(text: string, start: number): { value: string; end: number } | undefined {
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) return undefined
    value += text.slice(from, quote)
    if (text[quote + 1] !== '"') return { value, end: quote + 1 }
    value += '"'
    from = quote + 2
  }
}

function endOfCell(text: string, start: number, delimiter: string): number {
  let end = start
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end++
  return end
}
