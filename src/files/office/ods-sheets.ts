import type { OdfStyles } from './odf-styles.ts'
import { type CellBudget, type CellRange, fillMergedCells, type SheetCell, type SheetRow } from './sheet-cells.ts'
import type { XmlAttributes, XmlVisitor } from './walk-xml.ts'

export interface OdsSheet {
  name: string
  rows: SheetRow[]
  /** Cells are missing because the budget ended. */
  isCut: boolean
}

const dateTypes = new Set(['date', 'time'])
const numberTypes = new Set(['float', 'percentage', 'currency', ...dateTypes])
/** Repeated cells with text are bounded; repeated empty cells cost nothing. */
const maxRepeated = 1_000

/** Reads the sheets of an OpenDocument spreadsheet, with values as they are shown. */
export class OdsSheets implements XmlVisitor {
  readonly sheets: OdsSheet[] = []
  private readonly styles: OdfStyles
  private readonly budget: CellBudget
  private merged: CellRange[] = []
  private rowIndex = 0
  private rowRepeated = 1
  private column = 0
  private cells: SheetCell[] = []
  private cell: { text: string; attributes: XmlAttributes; hasParagraph: boolean } | undefined
  private isInParagraph = false
  /** Of the open spans, whether each is struck out. */
  private readonly spans: boolean[] = []

  constructor(styles: OdfStyles, budget: CellBudget) {
    this.styles = styles
    this.budget = budget
  }

  open(name: string, attributes: XmlAttributes): boolean | undefined {
    switch (name) {
      case 'office:automatic-styles':
      case 'office:annotation':
      case 'office:forms':
      case 'table:tracked-changes':
      case 'table:shapes':
      case 'svg:title':
      case 'svg:desc':
        return false
      case 'table:table':
        this.sheets.push({ name: attributes['table:name'] ?? '', rows: [], isCut: false })
        this.merged = []
        this.rowIndex = 0
        break
      case 'table:table-row':
        this.rowRepeated = repeated(attributes['table:number-rows-repeated'])
        this.column = 0
        this.cells = []
        break
      case 'table:table-cell':
      case 'table:covered-table-cell':
        this.cell = { text: '', attributes, hasParagraph: false }
        break
      case 'text:p':
        if (this.cell?.hasParagraph) this.cell.text += '\n'
        if (this.cell !== undefined) this.cell.hasParagraph = true
        this.isInParagraph = true
        break
      case 'text:span':
        this.spans.push(this.styles.get('text', attributes['text:style-name'] ?? '').isStruck ?? false)
        break
      case 'text:s':
      case 'text:tab':
        this.text(' ')
        break
      case 'text:line-break':
        this.text('\n')
    }
    return undefined
  }

  close(name: string): void {
    if (name === 'text:p') this.isInParagraph = false
    else if (name === 'text:span') this.spans.pop()
    else if (name === 'table:table-cell') this.closeCell()
    // Text that a merged cell hides.
    else if (name === 'table:covered-table-cell') this.skipCell()
    else if (name === 'table:table-row') this.closeRow()
    else if (name === 'table:table') {
      const sheet = this.sheets.at(-1)
      if (sheet !== undefined && !fillMergedCells(sheet.rows, this.merged, this.budget)) sheet.isCut = true
    }
  }

  text(text: string): void {
    if (this.isInParagraph && this.cell !== undefined && !this.spans.includes(true)) this.cell.text += text
  }

  private skipCell(): void {
    this.column += repeated(this.cell?.attributes['table:number-columns-repeated'])
    this.cell = undefined
  }

  private closeCell(): void {
    if (this.cell === undefined) return
    const { attributes, text } = this.cell
    const type = attributes['office:value-type'] ?? 'string'
    const shown = text.trim() || (attributes['office:value'] ?? attributes['office:date-value'] ?? '')
    const { isBold = false, isStruck } = this.styles.get('table-cell', attributes['table:style-name'] ?? '')
    if (shown !== '' && !isStruck) {
      const times = Math.min(repeated(attributes['table:number-columns-repeated']), maxRepeated)
      for (let offset = 0; offset < times; offset++) {
        const column = this.column + offset
        this.cells.push({
          column,
          columns: 1,
          text: shown,
          isNumber: numberTypes.has(type),
          isDate: dateTypes.has(type),
          isBold,
        })
      }
      this.addMerged(attributes)
    }
    this.skipCell()
  }

  private addMerged(attributes: XmlAttributes): void {
    const columns = repeated(attributes['table:number-columns-spanned'])
    const rows = repeated(attributes['table:number-rows-spanned'])
    if (columns === 1 && rows === 1) return
    this.merged.push({
      firstRow: this.rowIndex,
      lastRow: this.rowIndex + rows - 1,
      firstColumn: this.column,
      lastColumn: this.column + columns - 1,
    })
  }

  private closeRow(): void {
    const sheet = this.sheets.at(-1)
    const times = Math.min(this.rowRepeated, maxRepeated)
    for (let offset = 0; offset < times && this.cells.length > 0 && sheet !== undefined && !sheet.isCut; offset++) {
      const cells = this.cells.filter(({ text }) => {
        if (!sheet.isCut && !this.budget.take(text)) sheet.isCut = true
        return !sheet.isCut
      })
      if (cells.length > 0)
        sheet.rows.push({ index: this.rowIndex + offset, cells: cells.map((cell) => ({ ...cell })) })
    }
    this.rowIndex += this.rowRepeated
  }
}

function repeated(value: string | undefined): number {
  const number = Number(value ?? 1)
  return Number.isInteger(number) && number > 1 ? number : 1
}
