import { escapeHtml } from '../html-writer.ts'
import type { SheetCell, SheetRow } from './sheet-cells.ts'
import { findRegions, type SheetRegion } from './sheet-regions.ts'
import { type TableCell, tableHtml } from './table-html.ts'

/** Returns the HTML of a sheet, as a page: its name as heading, then its tables, then its text boxes. */
export function sheetHtml({
  number,
  name,
  rows,
  textBoxes = '',
}: {
  number: number
  name: string
  rows: readonly SheetRow[]
  textBoxes?: string
}): string {
  const blocks = [...findRegions(rows).flatMap(regionHtml), textBoxes].filter((html) => html !== '')
  if (blocks.length === 0) return ''
  return `<section data-page="${number}">${[`<h2>${escapeHtml(name)}</h2>`, ...blocks].join('\n')}</section>`
}

function regionHtml({ titles, header, body }: SheetRegion): string[] {
  const hasTable = body.length > 0
  const lines = titles.map((title) => {
    const tag = isHeading(title) && (hasTable || title.isBold) ? 'h3' : 'p'
    return `<${tag}>${cellHtml(title)}</${tag}>`
  })
  return hasTable ? [...lines, tableHtml(alignCells([...header, ...body]), header.length)] : lines
}

function isHeading({ text }: SheetCell): boolean {
  return text.length <= 100 && /\p{L}/u.test(text) && !/[.;,:]$/.test(text)
}

/** Gives each row one cell per column that is used anywhere; rows that are far from full stay as they are. */
function alignCells(rows: readonly SheetRow[]): TableCell[][] {
  const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))].sort((a, b) => a - b)
  const cellCount = rows.reduce((sum, { cells }) => sum + cells.length, 0)
  if (columns.length * rows.length > cellCount * 8 + 1_000) {
    return rows.map(({ cells }) => cells.map((cell) => toTableCell(cell, 1)))
  }
  return rows.map(({ cells }) => {
    const aligned: TableCell[] = []
    let at = 0
    for (const cell of cells) {
      while (at < columns.length && columns[at]! < cell.column) {
        aligned.push({ html: '', columns: 1 })
        at++
      }
      const start = at
      while (at < columns.length && columns[at]! < cell.column + cell.columns) at++
      aligned.push(toTableCell(cell, Math.max(at - start, 1)))
    }
    while (at++ < columns.length) aligned.push({ html: '', columns: 1 })
    return aligned
  })
}

function toTableCell(cell: SheetCell, columns: number): TableCell {
  return { html: cellHtml(cell), columns, isBold: cell.isBold }
}

function cellHtml({ text }: SheetCell): string {
  return escapeHtml(text.trim()).replace(/(?<!\s)\s*\n\s*/g, '<br>')
}
