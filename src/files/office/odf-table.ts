import { type TableCell, tableHtml } from './table-html.ts'
import type { XmlAttributes } from './walk-xml.ts'

const maxSpan = 1_000
/** Cells of text documents are repeated only where they are empty. */
const maxRepeated = 100

/** A table of an OpenDocument text or slide while it is read. */
export class OdfTable {
  /** Footnotes of the cells; they follow the table. */
  readonly notes: string[] = []
  isInHeader = false
  characters = 0
  boldCharacters = 0
  private readonly rows: TableCell[][] = []
  private row: TableCell[] = []
  private column = 0
  private cell = { columns: 1, rows: 1, repeated: 1 }
  /** Cells that cover rows below, by column. */
  private readonly spans = new Map<number, { cell: TableCell; rows: number }>()

  openRow(): void {
    this.row = []
    this.column = 0
  }

  openCell(attributes: XmlAttributes): void {
    this.characters = 0
    this.boldCharacters = 0
    this.cell = {
      columns: bounded(attributes['table:number-columns-spanned'], maxSpan),
      rows: bounded(attributes['table:number-rows-spanned'], maxSpan),
      repeated: bounded(attributes['table:number-columns-repeated'], maxRepeated),
    }
  }

  closeCell(html: string): void {
    const { columns, rows, repeated } = this.cell
    const isBold = this.characters > 0 && this.characters === this.boldCharacters
    for (let times = 0; times < repeated; times++) {
      const cell = { html, columns, isBold, isHeader: this.isInHeader }
      if (rows > 1) this.spans.set(this.column, { cell, rows: rows - 1 })
      this.row.push(cell)
      // The cells that it covers to the right follow as covered cells.
      this.column++
    }
  }

  /** Adds a cell that another one covers: repeats it if that is above. */
  addCovered(attributes: XmlAttributes): void {
    const repeated = bounded(attributes['table:number-columns-repeated'], maxRepeated)
    for (let times = 0; times < repeated; times++) {
      const span = this.spans.get(this.column)
      if (span !== undefined) {
        this.row.push({ ...span.cell })
        if (--span.rows === 0) this.spans.delete(this.column)
      }
      this.column++
    }
  }

  closeRow(): void {
    if (this.row.length > 0) this.rows.push(this.row)
  }

  toHtml(): string {
    return tableHtml(this.rows)
  }
}

function bounded(value: string | undefined, max: number): number {
  const number = Number(value ?? 1)
  return number >= 1 ? Math.min(Math.floor(number), max) : 1
}
