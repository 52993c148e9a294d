import { type CellBudget, type CellRange, fillMergedCells, type SheetCell, type SheetRow } from './sheet-cells.ts'
import type { XmlAttributes, XmlVisitor } from './walk-xml.ts'
import { isOn, type XlsxStyles } from './xlsx-styles.ts'

interface XlsxSheetOptions {
  sharedStrings: readonly string[]
  styles: XlsxStyles
  budget: CellBudget
}

/** Reads the cells of a worksheet. */
export class XlsxSheet implements XmlVisitor {
  /** Cells are missing because the budget ended. */
  isCut = false
  private readonly options: XlsxSheetOptions
  private readonly rows = new Map<number, SheetRow>()
  private readonly merged: CellRange[] = []
  /** Cells that name their columns: of tables, of filters, and of rows that stay in view. */
  private readonly names: CellRange[] = []
  private firstShownRow = 1
  private rowIndex = 0
  private column = 0
  private cell = { type: '', style: 0, value: '' }
  private isInValue = false
  /** Of the current run of rich text. */
  private isStruck = false

  constructor(options: XlsxSheetOptions) {
    this.options = options
  }

  open(name: string, attributes: XmlAttributes): boolean | undefined {
    switch (name) {
      case 'row':
        this.rowIndex = Number(attributes.r) || this.rowIndex + 1
        this.column = 0
        return !this.isCut && undefined
      case 'c':
        this.column = parseReference(attributes.r)?.column ?? this.column + 1
        this.cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '' }
        this.isStruck = false
        return undefined
      case 'r':
        this.isStruck = false
        return undefined
      case 'strike':
        this.isStruck = isOn(attributes)
        return undefined
      case 'v':
      case 't':
        this.isInValue = true
        return undefined
      case 'mergeCell':
        this.addMerged(attributes.ref ?? '')
        return undefined
      case 'autoFilter':
        this.addNames(attributes.ref)
        return undefined
      case 'sheetView':
        this.firstShownRow = parseReference(attributes.topLeftCell)?.row ?? 1
        return undefined
      case 'pane':
        this.addFrozenNames(attributes)
        return undefined
      // Formulas, pronunciations, and settings of the sheet.
      case 'f':
      case 'rPh':
      case 'conditionalFormatting':
      case 'dataValidations':
      case 'extLst':
        return false
      default:
        return undefined
    }
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.isInValue = false
    else if (name === 'c') this.closeCell()
  }

  text(text: string): void {
    if (this.isInValue && !this.isStruck) this.cell.value += text
  }

  /** Returns the rows that have text, in order. */
  toRows(): SheetRow[] {
    const rows = [...this.rows.values()].sort((a, b) => a.index - b.index)
    for (const { cells } of rows) cells.sort((a, b) => a.column - b.column)
    this.markNames(rows)
    if (!fillMergedCells(rows, this.merged, this.options.budget)) this.isCut = true
    return rows
  }

  private closeCell(): void {
    const { style } = this.cell
    const { text, isNumber, isDate } = this.shownValue()
    if (text.trim() === '' || this.isCut || this.options.styles.isStruck(style)) return
    if (!this.options.budget.take(text)) {
      this.isCut = true
      return
    }
    const row = this.rows.get(this.rowIndex) ?? { index: this.rowIndex, cells: [] }
    this.rows.set(this.rowIndex, row)
    const isBold = this.options.styles.isBold(style)
    row.cells.push({ column: this.column, columns: 1, text, isNumber, isDate, isBold })
  }

  private shownValue(): Pick<SheetCell, 'text' | 'isNumber' | 'isDate'> {
    const { type, style, value } = this.cell
    if (type === 's') return { text: this.options.sharedStrings[Number(value)] ?? '', isNumber: false }
    if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', isNumber: false }
    const number = Number(value)
    if (type !== 'n' || value.trim() === '' || Number.isNaN(number))
      return { text: decodeExcelText(value), isNumber: type === 'd', isDate: type === 'd' }
    const { styles } = this.options
    return { text: styles.formatNumber(number, style), isNumber: true, isDate: styles.isDate(style) }
  }

  private addMerged(reference: string): void {
    const range = parseRange(reference)
    if (range !== undefined) this.merged.push(range)
  }

  /** Says that the first row of a range names its columns. */
  addNames(reference = ''): void {
    const range = parseRange(reference)
    if (range !== undefined) this.names.push(range)
  }

  /** The last of the rows that stay in view while others are scrolled names the columns. */
  private addFrozenNames({ state = '', ySplit }: XmlAttributes): void {
    const firstRow = this.firstShownRow + Number(ySplit) - 1
    if (!state.startsWith('frozen') || !(firstRow >= this.firstShownRow)) return
    this.names.push({ firstRow, lastRow: firstRow, firstColumn: 1, lastColumn: Number.POSITIVE_INFINITY })
  }

  private markNames(rows: readonly SheetRow[]): void {
    for (const { firstRow, firstColumn, lastColumn } of this.names) {
      for (const cell of rows.find(({ index }) => index === firstRow)?.cells ?? []) {
        if (cell.column >= firstColumn && cell.column <= lastColumn) cell.isName = true
      }
    }
  }
}

/** Returns a string as Excel shows it: _x000D_ stands for a character that XML cannot hold. */
export function decodeExcelText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9a-fA-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
}

function parseRange(reference: string): CellRange | undefined {
  const [from, to] = reference.split(':').map(parseReference)
  if (from === undefined || to === undefined) return undefined
  return { firstRow: from.row, lastRow: to.row, firstColumn: from.column, lastColumn: to.column }
}

function parseReference(reference: string | undefined): { row: number; column: number } | undefined {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(reference ?? '')
  if (match === null) return undefined
  let column = 0
  for (const letter of match[1] as string) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(match[2]), column }
}
