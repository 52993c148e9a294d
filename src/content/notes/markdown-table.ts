import type { InlineText } from './markdown-inline.ts'

/** Writes a table in GitHub Flavored Markdown. The first row becomes the header row, which the syntax requires. */
export function createMarkdownTable(inline: InlineText) {
  let depth = 0
  let rows: string[][] = []
  let alignments: string[] = []
  let isInCell = false
  let columns = 1

  const endCell = (): void => {
    if (depth !== 1) return
    const text = inline
      .flush()
      .replace(/(?<!<br>)(?:<br>)+$/, '')
      .replaceAll('|', '\\|')
    if (!isInCell && text === '') return
    isInCell = false
    const row = rows.at(-1) ?? addRow()
    row.push(text, ...Array<string>(columns - 1).fill(''))
    columns = 1
  }
  const addRow = (): string[] => {
    const row: string[] = []
    rows.push(row)
    return row
  }

  return {
    isOpen: () => depth > 0,
    open(): void {
      depth += 1
    },
    startRow(): void {
      if (depth !== 1) return
      endCell()
      addRow()
    },
    startCell(attributes: Record<string, string>): void {
      // A table inside a cell becomes one line of text.
      if (depth > 1) {
        inline.add(' ')
        return
      }
      endCell()
      isInCell = true
      columns = /^[1-9]\d?$/.test(attributes.colspan ?? '') ? Number(attributes.colspan) : 1
      const column = rows.at(-1)?.length ?? 0
      alignments[column] ??= attributes.align ?? /text-align:\s*(\w+)/.exec(attributes.style ?? '')?.[1] ?? ''
    },
    endCell,
    endRow: endCell,
    breakLine(): void {
      if (!inline.isEmpty() && !inline.endsWith('<br>')) inline.lineBreak('<br>')
    },
    /** Returns the lines of the table; none for a table inside another one. */
    close(): string[] {
      if (depth === 1) endCell()
      depth = Math.max(0, depth - 1)
      if (depth > 0) return []
      const [header, ...body] = rows.filter((row) => row.length > 0)
      const width = rows.reduce((max, row) => Math.max(max, row.length), 0)
      const delimiters = Array.from({ length: width }, (_, column) => delimiterCells[alignments[column] ?? ''] ?? '---')
      rows = []
      alignments = []
      if (!header) return []
      // Only the header needs all columns: filling up every row would multiply a hostile table.
      const filled = [...header, ...Array<string>(width - header.length).fill('')]
      return [filled, delimiters, ...body].map(formatTableRow)
    },
  }
}

const delimiterCells: Record<string, string> = { left: ':--', right: '--:', center: ':-:' }

function formatTableRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}
