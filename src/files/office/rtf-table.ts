import { HtmlBlocksWriter } from './html-blocks-writer.ts'
import { type TableCell, tableHtml } from './table-html.ts'

/** How a cell is merged with its neighbours. */
interface CellDefinition {
  continuesAbove: boolean
  continuesLeft: boolean
  /** Distance of its right edge from the left margin: a wide cell covers several columns. */
  right: number
}

interface PlacedCell extends TableCell {
  left: number
  right: number
}

/** Edges that are closer than this, in twentieths of a point, are the same. */
const edgeTolerance = 40

/** A table of an RTF file while it is read: rows of cells, defined by control words before or behind their text. */
export class RtfTable {
  /** Footnotes of the cells; they follow the table. */
  readonly notes: string[] = []
  /** The cell that is being written. */
  cell: HtmlBlocksWriter
  characters = 0
  boldCharacters = 0
  private readonly maxLength: number
  private readonly rows: PlacedCell[][] = []
  private row: TableCell[] = []
  private definitions: CellDefinition[] = []
  private definition: CellDefinition = { continuesAbove: false, continuesLeft: false, right: 0 }
  private isHeader = false

  constructor(maxLength: number) {
    this.maxLength = maxLength
    this.cell = new HtmlBlocksWriter(maxLength)
  }

  get isEmpty(): boolean {
    return this.rows.length === 0 && this.row.length === 0
  }

  /** Reads a control word that defines a row. */
  define(word: string, parameter = 0): void {
    if (word === 'trowd') {
      this.definitions = []
      this.isHeader = false
    } else if (word === 'trhdr') this.isHeader = true
    else if (word === 'clvmrg') this.definition.continuesAbove = true
    else if (word === 'clmrg') this.definition.continuesLeft = true
    else if (word === 'cellx') {
      this.definitions.push({ ...this.definition, right: Math.round(parameter / edgeTolerance) })
      this.definition = { continuesAbove: false, continuesLeft: false, right: 0 }
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
    const row: PlacedCell[] = []
    for (const [index, cell] of this.row.entries()) {
      const definition = this.definitions[index]
      if (definition === undefined && cell.html === '') continue
      const last = row.at(-1)
      const left = last?.right ?? 0
      const right = Math.max(definition?.right ?? 0, left + 1)
      if (definition?.continuesLeft && last !== undefined) last.right = right
      else {
        const merged = definition?.continuesAbove ? above?.find((other) => other.left === left) : undefined
        row.push({ ...(merged ?? cell), left, right, isHeader: this.isHeader })
      }
    }
    if (row.length > 0) this.rows.push(row)
    this.row = []
  }

  toHtml(): string {
    if (this.row.length > 0) this.closeRow()
    const edges = [...new Set(this.rows.flatMap((row) => row.map(({ right }) => right)))].sort((a, b) => a - b)
    const position = new Map(edges.map((edge, index) => [edge, index]))
    return tableHtml(
      this.rows.map((row) =>
        row.map((cell) => ({
          ...cell,
          columns: Math.max((position.get(cell.right) ?? 0) - (position.get(cell.left) ?? -1), 1),
        })),
      ),
    )
  }
}
