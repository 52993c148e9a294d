import type { BlockList } from './block.ts'
import { countWords } from './count-words.ts'

interface Cell {
  text: string
  /** Marked as a name, or in bold as a whole. */
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
  /** The row below the header, until the next one shows whether it continues the header. */
  private heldRow: string[] | undefined
  /** A name across the table, such as "Drinks", which belongs to the rows below it. */
  private group = { name: '', hasRows: false }
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
    if (row === undefined || this.takeTitle(row)) return
    const isHeader = this.inHead || (this.rowsRead === 0 && namesColumns(row))
    const cells = this.expandSpans(row, isHeader)
    this.rowsRead++
    this.releasePairs(cells)
    if (this.header.length === 0 && arePairs(row)) this.emitPairs(cells)
    else if (isHeader) this.addHeader(cells)
    else if (this.spansTable(row)) this.beginGroup(row[0]!.text)
    else if (this.rowsRead === 2 && this.mayContinueHeader(cells)) this.heldRow = cells
    else {
      this.releaseHeldRow(cells)
      this.emitRow(cells)
    }
  }

  end(): void {
    this.endRow()
    this.releaseHeldRow(undefined)
    this.endGroup()
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

  /** Adds a name across the first row, which would be that of each column, as the title of the table. */
  private takeTitle([first, second]: readonly Cell[]): boolean {
    const isTitle = this.rowsRead === 0 && second === undefined && (first?.columns ?? 1) > 1 && first?.rows === 1
    if (!isTitle || !first.isHeader || first.text === '') return false
    this.out.add('paragraph', first.text)
    return true
  }

  private spansTable([first, second]: readonly Cell[]): boolean {
    if (first === undefined || second !== undefined || first.text === '') return false
    return this.header.length > 1 && first.columns >= this.header.length
  }

  /** Begins a group of rows. A longer text across the table is a remark about it. */
  private beginGroup(text: string): void {
    this.releaseHeldRow(undefined)
    if (text.length > maxGroupName || /[.!?]$/.test(text)) {
      this.emitPlain(text)
      return
    }
    this.endGroup()
    this.group = { name: cellText(text), hasRows: false }
  }

  private endGroup(): void {
    const { name, hasRows } = this.group
    this.group = { name: '', hasRows: false }
    if (name !== '' && !hasRows) this.emitPlain(name)
  }

  private emitPlain(text: string): void {
    this.hasEmittedRows = true
    this.out.add('table-row', text, { row: { cells: text, header: '' } })
  }

  /** Adds the name of the group as a cell without a column, or to the cell that has none. */
  private withGroup(cells: { text: string; name: string }[]): { text: string; name: string }[] {
    const { name } = this.group
    const [first, ...rest] = cells
    if (name === '' || first === undefined) return cells
    this.group.hasRows = true
    return first.name === ''
      ? [{ text: `${name}, ${first.text}`, name: '' }, ...rest]
      : [{ text: name, name: '' }, ...cells]
  }

  /** A header can run over two rows, in files that don't mark it: no figures, and empty cells where the other row says all. */
  private mayContinueHeader(cells: readonly string[]): boolean {
    const hasGaps = cells.includes('') || this.header.includes('')
    const [first = '', ...others] = cells
    // The name of a group of rows, in files that don't let it span the table.
    if (/^\p{Lu}/u.test(first) && others.every((cell) => cell === '')) return false
    return this.header.length > 0 && hasGaps && !cells.some((cell) => /\d/.test(cell))
  }

  private releaseHeldRow(next: readonly string[] | undefined): void {
    const held = this.heldRow
    this.heldRow = undefined
    if (!held) return
    if (next && isMostlyFigures(next)) {
      this.emitTitle(held)
      this.addHeader(held)
    } else this.emitRow(held)
  }

  /** Of a header that is otherwise almost empty, a long cell above the names of columns is the title of the table. */
  private emitTitle(names: readonly string[]): void {
    const filled = this.header.filter((cell) => cell !== '').length
    if (filled > this.header.length / 4) return
    for (const [column, cell] of this.header.entries()) {
      if (names[column] === '' || countWords(cell) < minTitleWords) continue
      this.out.addHeading(6, cell)
      this.header[column] = ''
    }
  }

  private addHeader(cells: string[]): void {
    cells.forEach((cell, column) => {
      const above = this.header[column] ?? ''
      this.header[column] = above === '' || above === cell ? cell : cell === '' ? above : `${above} ${cell}`
    })
  }

  /** Adds a header that is a name with its value, as the rows below it are: "Owner:" and "Ann Lee". */
  private releasePairs([name = '']: readonly string[]): void {
    const isName = (text: string) => /[:：]$/.test(text)
    const [first = '', value = '', ...others] = this.header
    if (this.rowsRead !== 2 || others.length > 0 || isName(value) || !isName(first) || !isName(name)) return
    this.header = []
    this.emitPairs([first, value])
  }

  /** Adds a row of names with their values: "Name: Ann; Phone: 4477". */
  private emitPairs(cells: readonly string[]): void {
    const pairs = cells.flatMap((name, index) => {
      const value = cells[index + 1] ?? ''
      return index % 2 === 0 && value !== '' ? [pairText(cellText(name), cellText(value))] : []
    })
    if (pairs.length > 0) this.emitPlain(pairs.join('; '))
  }

  private emitRow(cells: string[]): void {
    const filled = this.withGroup(
      cells
        .map((text, column) => ({ text: cellText(text), name: columnName(this.header[column]) }))
        .filter(({ text }) => text !== ''),
    )
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

/** Tells whether a first row is the header: the cell above the names of rows can be empty. */
function namesColumns([first, ...others]: readonly Cell[]): boolean {
  if (first === undefined) return true
  return (first.isHeader || (first.text === '' && others.length > 0)) && others.every((cell) => cell.isHeader)
}

/** Tells whether names and values alternate in a row: each name is marked as one, or ends with a colon. */
function arePairs(row: readonly Cell[]): boolean {
  const isName = ({ isHeader, text }: Cell) => text !== '' && (isHeader || /[:：]$/.test(text))
  return row.length >= 4 && row.length % 2 === 0 && row.every((cell, at) => isName(cell) === (at % 2 === 0))
}

const minTitleWords = 4
const maxGroupName = 60

/** Tells whether at least half of the cells after the first one are figures. */
function isMostlyFigures(cells: readonly string[]): boolean {
  const values = cells.slice(1).filter((cell) => cell !== '')
  return values.length > 0 && 2 * values.filter((cell) => /^[^\p{L}]*\d/u.test(cell)).length >= values.length
}

/** A table of two columns without names mostly lists names and values: "Contact: Ann Lee". */
function pairText(name: string, value: string): string {
  return name.length > 60 || /[.!?]$/.test(name)
    ? `${name} | ${value}`
    : `${name.replace(/(?<![\s:])[\s:]+$/, '')}: ${value}`
}

/** A row is read by its separators, so a cell must not contain them. */
function cellText(text: string): string {
  return text
    .replace(/;(?=\s)/g, ',')
    .replace(/(?<=\s)\|(?=\s)/g, '/')
    .replace(/(?<![\s;])[\s;]+$/, '')
}

/** Returns a name without the colon that ends it in a row: "Hours (9:00)" is "Hours (9.00)". */
function columnName(header: string | undefined): string {
  const name = cellText(header ?? '')
    .replace(/(?<![\s:])[\s:]+$/, '')
    .replace(/:(?=\s)/g, ',')
    .replaceAll(':', '.')
    .replaceAll('|', '/')
  return name.length > 80 ? `${name.slice(0, 79)}…` : name
}
