import type { BlockList } from './block.ts'
import { TableRows } from './table-rows.ts'
import type { Attributes } from './walk-tags.ts'

/** Follows the tags of nested tables, and gives each the text of its cells. */
export class OpenTables {
  private open: TableRows[] = []
  private tableCount = 0
  /** The cell that is read; cells of layout tables are none. */
  private cell: { isHeader: boolean; columns: number; rows: number } | undefined
  private readonly layoutTables: ReadonlySet<number>
  private readonly out: BlockList

  /** `layoutTables`: the numbers of tables whose cells are no data. */
  constructor(out: BlockList, layoutTables: ReadonlySet<number>) {
    this.out = out
    this.layoutTables = layoutTables
  }

  isInCell(): boolean {
    return this.cell !== undefined
  }

  /** The cell before the tag must have ended. */
  openTag(tag: string, attributes: Attributes): void {
    const table = this.open.at(-1)
    switch (tag) {
      case 'table':
        table?.treatAsLayout()
        this.openTable()
        break
      case 'thead':
        if (table !== undefined) table.inHead = true
        break
      case 'tbody':
      case 'tfoot':
        if (table !== undefined) table.inHead = false
        break
      case 'tr':
        table?.endRow()
        break
      case 'td':
      case 'th':
        if (table?.isLayout === false) {
          this.cell = {
            isHeader: tag === 'th',
            columns: parseSpan(attributes.colspan),
            rows: parseSpan(attributes.rowspan),
          }
        }
        break
    }
  }

  closeTag(tag: string): void {
    const table = this.open.at(-1)
    switch (tag) {
      case 'thead':
        table?.endRow()
        if (table !== undefined) table.inHead = false
        break
      case 'tr':
        table?.endRow()
        break
      case 'table':
        this.open.pop()?.end()
        break
    }
  }

  /** Ends the cell with its text. One in bold as a whole can be the name of a column. */
  endCell(text: string, isBold: boolean): void {
    const { isHeader, columns, rows } = this.cell!
    this.cell = undefined
    this.open.at(-1)?.addCell({ text, isHeader: isHeader || isBold, columns, rows })
  }

  /** Reads the table around the cell as a layout table from here on: the cell becomes ordinary text. */
  leaveCell(): void {
    this.open.at(-1)?.treatAsLayout()
    this.cell = undefined
  }

  /** Ends tables that were left open. */
  end(): void {
    while (this.open.length > 0) this.open.pop()!.end()
  }

  private openTable(): void {
    const table = new TableRows(this.out)
    if (this.layoutTables.has(this.tableCount++)) table.treatAsLayout()
    this.open.push(table)
  }
}

function parseSpan(value: string | undefined): number {
  const number = Number.parseInt(value ?? '1', 10)
  return number >= 1 && number <= 1_000 ? number : 1
}
