import type { BlockList } from './block.ts'

interface Cell {
  text: string
  isHeader: boolean
  columns: number
  rows: number
}

const maxColumns = 100

/** Turns the rows of one table into blocks that can be read without the table. */
export class TableRows {
  /** A layout table (it contains headings or other tables) is read as plain paragraphs. */
  isLayout = false
  inHead = false
  private header: string[] = []
  private row: Cell[] | undefined
  private rowsRead = 0
  /** Cells that span rows below, by column. */
  private readonly rowSpans = new Map<number, { text: string; rows: number }>()
  private readonly out: BlockList

  constructor(out: BlockList) {
    this.out = out
  }

  addCell(cell: Cell): void {
    if (this.isLayout) {
      this.out.add('paragraph', cell.text)
      return
    }
    this.row ??= []
    if (this.row.length < maxColumns) this.row.push(cell)
  }

  treatAsLayout(): void {
    const row = this.row ?? []
    this.row = undefined
    this.isLayout = true
    for (const cell of row) this.out.add('paragraph', cell.text)
  }

  endRow(): void {
    const row = this.row
    this.row = undefined
    if (row === undefined) return
    const isHeader = this.inHead || (this.rowsRead === 0 && row.every((cell) => cell.isHeader))
    const cells = this.expandSpans(row, isHeader)
    this.rowsRead++
    if (isHeader) this.addHeader(cells)
    else this.emitRow(cells)
  }

  end(): void {
    this.endRow()
    // A table with header rows only is kept as one row.
    if (this.rowsRead > 0 && this.header.length > 0 && !this.hasEmittedRows) {
      const cells = this.header.filter((cell) => cell !== '').join(' | ')
      this.out.add('table-row', cells, { row: { cells, header: '' } })
    }
  }

  private hasEmittedRows = false

  /** Returns one text per column, with cells that span columns or rows filled in. */
  private expandSpans(row: Cell[], repeatAcross: boolean): string[] {
    const cells: string[] = []
    const fromAbove = () => {
      for (let above = this.rowSpans.get(cells.length); above; above = this.rowSpans.get(cells.length)) {
        if (--above.rows === 0) this.rowSpans.delete(cells.length)
        cells.push(above.text)
        if (cells.length >= maxColumns) return
      }
    }
    for (const cell of row) {
      fromAbove()
      const columns = Math.min(cell.columns, maxColumns - cells.length)
      for (let i = 0; i < columns; i++) {
        if (cell.rows > 1)
          this.rowSpans.set(cells.length, {
            text: i === 0 || repeatAcross ? cell.text : '',
            rows: cell.rows - 1,
          })
        cells.push(i === 0 || repeatAcross ? cell.text : '')
      }
    }
    fromAbove()
    return cells
  }

  private addHeader(cells: string[]): void {
    cells.forEach((cell, column) => {
      const above = this.header[column] ?? ''
      this.header[column] = above === '' || above === cell ? cell : cell === '' ? above : `${above} ${cell}`
    })
  }

  private emitRow(cells: string[]): void {
    const filled = cells
      .map((text, column) => ({ text: cellText(text), name: columnName(this.header[column]) }))
      .filter(({ text }) => text !== '')
    if (filled.length === 0) return
    this.hasEmittedRows = true
    const plain = filled.map(({ text }) => text).join(' | ')
    const hasNames = filled.some(({ name }) => name !== '')
    const named = filled.map(({ text, name }) => (name === '' ? text : `${name}: ${text}`)).join('; ')
    const header = this.header.filter((name) => name !== '').join(' | ')
    const unnamed = cells.length === 2 && filled.length === 2 ? pairText(filled[0]!.text, filled[1]!.text) : plain
    this.out.add('table-row', hasNames ? named : unnamed, { row: { cells: plain, header } })
  }
}

/** A table of two columns without names mostly lists names and values: "Contact: Ann Lee". */
function pairText(name: string, value: string): string {
  return name.length > 60 ? `${name} | ${value}` : `${name.replace(/[\s:]+$/, '')}: ${value}`
}

/** A row is read by its separators, so a cell must not contain them. */
function cellText(text: string): string {
  return text
    .replace(/;(?=\s)/g, ',')
    .replace(/(?<=\s)\|(?=\s)/g, '/')
    .replace(/[\s;]+$/, '')
}

/** Returns a name without the colon that ends it in a row: "Hours (9:00)" is "Hours (9.00)". */
function columnName(header: string | undefined): string {
  const name = cellText(header ?? '')
    .replace(/[\s:]+$/, '')
    .replace(/:(?=\s)/g, ',')
    .replaceAll(':', '.')
    .replaceAll('|', '/')
  return name.length > 80 ? `${name.slice(0, 79)}…` : name
}
