import { type DocxStyle, isOn } from './docx-styles.ts'
import { type TableCell, tableHtml } from './table-html.ts'
import type { XmlAttributes } from './walk-xml.ts'

const firstRowFlag = 0x20

interface DocxCell extends TableCell {
  /** First column of the grid that the cell covers. */
  column: number
}

/** A table of a Word document while it is read. */
export class DocxTable {
  /** Footnotes of the cells; they follow the table. */
  readonly notes: string[] = []
  private readonly rows: DocxCell[][] = []
  private row: DocxCell[] = []
  private column = 0
  private isHeader = false
  private style: Pick<DocxStyle, 'hasBoldFirstRow'> = {}
  private showsFirstRow = false
  private isDeleted = false
  private cell = { columns: 1, continuesAbove: false, characters: 0, boldCharacters: 0 }

  setStyle(style: Pick<DocxStyle, 'hasBoldFirstRow'>): void {
    this.style = style
  }

  /** Says which parts of its style the table shows (`w:tblLook`). */
  setLook({ 'w:firstRow': firstRow, 'w:val': flags = '' }: XmlAttributes): void {
    this.showsFirstRow = firstRow === undefined ? (Number.parseInt(flags, 16) & firstRowFlag) !== 0 : isOn(firstRow)
  }

  openRow(): void {
    this.row = []
    this.column = 0
    this.isHeader = false
    this.isDeleted = false
  }

  markHeader(): void {
    this.isHeader = true
  }

  markDeleted(): void {
    this.isDeleted = true
  }

  openCell(): void {
    this.cell = { columns: 1, continuesAbove: false, characters: 0, boldCharacters: 0 }
  }

  spanColumns(columns: number): void {
    if (columns >= 1 && columns <= 1_000) this.cell.columns = columns
  }

  /** Says that the cell goes on from the one above it. */
  continueAbove(): void {
    this.cell.continuesAbove = true
  }

  countCharacters(all: number, bold: number): void {
    this.cell.characters += all
    this.cell.boldCharacters += bold
  }

  closeCell(html: string): void {
    const { columns, continuesAbove, characters, boldCharacters } = this.cell
    const above = continuesAbove ? this.rows.at(-1)?.find(({ column }) => column === this.column) : undefined
    this.row.push({
      html: above?.html ?? html,
      columns,
      column: this.column,
      isBold: above?.isBold ?? (characters > 0 && characters === boldCharacters),
      isHeader: this.isHeader || (this.rows.length === 0 && this.showsFirstRow && this.style.hasBoldFirstRow === true),
    })
    this.column += columns
  }

  closeRow(): void {
    if (!this.isDeleted && this.row.length > 0) this.rows.push(this.row)
  }

  get cellCount(): number {
    return this.rows.reduce((sum, row) => sum + row.length, 0)
  }

  toHtml(): string {
    return tableHtml(this.rows)
  }
}
