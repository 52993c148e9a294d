import { isYear } from '../header-row.ts'
import { plainText } from './html-blocks-writer.ts'

/** A cell of a table. Cells merged downwards are repeated in each row that they cover. */
export interface TableCell {
  html: string
  /** Columns that the cell covers. */
  columns: number
  isBold?: boolean
  /** The file says that the row of this cell is a header. */
  isHeader?: boolean
}

/**
 * Returns the HTML of a table; a table that only arranges text on the page becomes the blocks in its cells. `headerRows`:
 * rows that name the columns, where the caller knows.
 */
export function tableHtml(allRows: readonly (readonly TableCell[])[], headerRows?: number): string {
  const rows = allRows.filter((row) => row.some(({ html }) => html.trim() !== ''))
  const width = Math.max(0, ...rows.map(countColumns))
  if (isLayout(rows, width)) return rows.flatMap((row) => row.map(({ html }) => asBlocks(html))).join('\n')
  const titleCount = headerRows === undefined ? countTitleRows(rows, width) : 0
  const titles = rows.slice(0, titleCount).map((row) => asBlocks(row.map(({ html }) => html).join(' ')))
  const body = rows.slice(titleCount)
  const headerCount = headerRows ?? countHeaderRows(body)
  const line = (row: readonly TableCell[], tag: 'th' | 'td') => `<tr>${row.map((c) => cellTag(c, tag)).join('')}</tr>`
  const head = body.slice(0, headerCount).map((row) => line(row, 'th'))
  const lines = body.slice(headerCount).map((row) => line(row, 'td'))
  const table = [...(head.length > 0 ? [`<thead>${head.join('\n')}</thead>`] : []), ...lines].join('\n')
  return [...titles, `<table>${table}</table>`].join('\n')
}

function countColumns(row: readonly TableCell[]): number {
  return row.reduce((sum, { columns }) => sum + columns, 0)
}

const longCell = 300

/** Tells whether a table has one column, or holds headings, tables or long texts side by side. */
function isLayout(rows: readonly (readonly TableCell[])[], width: number): boolean {
  if (width <= 1 || rows.every((row) => row.length <= 1)) return true
  const htmls = rows.flatMap((row) => row.map(({ html }) => html))
  const isLong = htmls.reduce((sum, html) => sum + html.length, 0) / htmls.length > longCell
  const holdsBlocks = htmls.some((html) => /<(?:h\d|table)>/.test(html))
  return rows.length === 1 ? isLong || holdsBlocks : isLong && holdsBlocks
}

function asBlocks(html: string): string {
  return html.trim() === '' || /^<(?:p|h\d|ul|ol|table|aside)[ >]/.test(html) ? html : `<p>${html}</p>`
}

function cellTag({ html, columns }: TableCell, tag: 'th' | 'td'): string {
  const content = flattenTables(html).replace(/<(\/?)h\d>/g, '<$1p>')
  return `<${tag}${columns > 1 ? ` colspan="${columns}"` : ''}>${content}</${tag}>`
}

/** Writes tables within a cell as lines, because a table within a table cannot be read row by row. */
function flattenTables(html: string): string {
  if (!html.includes('<table>')) return html
  return html.replace(/<table>([\s\S]*?)<\/table>/g, (_, inner: string) => {
    const lines = inner.split('</tr>').map((row) =>
      [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)]
        .map((cell) => (cell[1] as string).trim())
        .filter((cell) => cell !== '')
        .join(', '),
    )
    return `<p>${lines.filter((text) => text !== '').join('<br>')}</p>`
  })
}

/** Counts rows above the header that hold one text across the table: its title. */
function countTitleRows(rows: readonly (readonly TableCell[])[], width: number): number {
  let count = 0
  while (count < rows.length - 1 && rows[count]!.length === 1 && rows[count]![0]!.columns === width) count++
  return count
}

/** Counts the rows that name the columns: by what the file says, else by their look. */
function countHeaderRows(rows: readonly (readonly TableCell[])[]): number {
  const isStated = (row: readonly TableCell[] | undefined) => row?.every((cell) => cell.isHeader) === true
  let stated = 0
  while (isStated(rows[stated])) stated++
  if (stated > 0 && stated < rows.length) return goesOnBelow(rows[stated - 1]!, rows[stated]!) ? stated + 1 : stated
  const [first, second] = rows
  if (first === undefined || second === undefined || !namesColumns(first)) return 0
  // A name above several columns has the names of these columns below it.
  const isGrouped = first.some(({ columns }) => columns > 1)
  if (isGrouped && rows.length > 2 && namesColumns(second)) return 2
  if (isGrouped) return 0
  if (first.length > 2) return 1
  const stands = first.every((cell) => cell.isBold) && !second.every((cell) => cell.isBold)
  const values = rows.slice(1).map((row) => plainText(row[1]?.html ?? ''))
  return stands || values.every((value) => isNumeric(value)) ? 1 : 0
}

/** Tells whether a header whose last row names several columns at once has a further row, into which its first name is merged. */
function goesOnBelow(last: readonly TableCell[], next: readonly TableCell[]): boolean {
  const corner = plainText(last[0]?.html ?? '')
  const isMerged = corner !== '' && plainText(next[0]?.html ?? '') === corner
  return isMerged && last.length > 1 && last.some(({ columns }) => columns > 1) && namesColumns(next)
}

function namesColumns(row: readonly TableCell[]): boolean {
  if (row.length < 2) return false
  const names = row.map(({ html }) => plainText(html))
  const filled = names.filter((name) => name !== '')
  // The corner above the names of the rows can be empty.
  if (names.slice(1).some((name) => name === '') || filled.length < Math.min(2, row.length)) return false
  return filled.every((name) => name.length <= 80 && !name.endsWith('.') && (!isNumeric(name) || isYear(name)))
}

function isNumeric(text: string): boolean {
  return /^[(\p{Sc}\s]*(?:[-−+–][\p{Sc}\s]*)?\d[\d.,'’\s]*(?:[%\p{Sc})][%\p{Sc})\s]*)?$/u.test(text)
}
