import { HtmlBlocksWriter } from './html-blocks-writer.ts'
import { type TableCell, tableHtml } from './table-html.ts'

/** How a cell is merged with its neighbours. */
interface CellDefinition {
  continuesAbove: boolean
  continuesLeft: boolean
}

/** A table of an RTF file while it is read: rows of cells, defined by control words before or behind their text. */
export class RtfTable {
  /** Footnotes of the cells; they follow the table. */
  readonly notes: string[] = []
  /** The cell that is being written. */
  cell: HtmlBlocksWriter
  characters = 0
  boldCharacters = 0
  private readonly maxLength: number
  private readonly rows: TableCell[][] = []
  private row: TableCell[] = []
  private definitions: CellDefinition[] = []
  private definition: CellDefinition = { continuesAbove: false, continuesLeft: false }
  private isHeader = false

  constructor(maxLength: number) {
    this.maxLength = maxLength
    this.cell = new HtmlBlocksWriter(maxLength)
  }

  get isEmpty(): boolean {
    return this.rows.length === 0 && this.row.length === 0
  }

  /** Reads a control word that defines a row. */
  define(word: string): void {
    if (word === 'trowd') {
      this.definitions = []
      this.isHeader = false
    } else if (word === 'trhdr') this.isHeader = true
    else if (word === 'clvmrg') this.definition.continuesAbove = true
    else if (word === 'clmrg') this.definition.continuesLeft = true
    else if (word === 'cellx') {
      this.definitions.push(this.definition)
      this.definition = { continuesAbove: false, continuesLeft: false }
    }
  }

  closeCell(): void {
    const isBold = this.characters > 0 && this.characters === this.boldCharacters
    this.row.push({ html: this.cell.toCellHtml(), columns: 1, isBold })
    this.cell = new HtmlBlocksWriter(this.maxLength)
    this.characters = 0
    this.boldCharacters = 0
  }

  closeRow(): void {
    const above = this.rows.at(-1)
    const row: TableCell[] = []
    let column = 0
    for (const [index, cell] of this.row.entries()) {
      const { continuesAbove = false, continuesLeft = false } = this.definitions[index] ?? {}
      const left = row.at(-1)
      if (continuesLeft && left !== undefined) left.columns++
      else {
        const merged = continuesAbove ? cellAt(above, column) : undefined
        row.push({ ...(merged ?? cell), isHeader: this.isHeader })
      }
      column++
    }
    if (row.length > 0) this.rows.push(row)
    this.row = []
  }

  toHtml(): string {
    if (this.row.length > 0) this.closeRow()
    return tableHtml(this.rows)
  }
}

function cellAt(row: readonly TableCell[] | undefined, column: number): TableCell | undefined {
  let start = 0
  return row?.find(({ columns }) => {
    start += columns
    return start - columns === column
  })
}
