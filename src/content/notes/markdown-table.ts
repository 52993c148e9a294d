import type { InlineText } from './markdown-inline.ts'

/** The cells of a table (GitHub's extension of markdown). Its first row is the heading, since markdown wants one. */
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
      .replace(/(?:<br>)+$/, '')
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
      // A table inside a cell is told in one line.
      if (depth > 1) {
        inline.add(' ')
        return
      }
      endCell()
      isInCell = true
      columns = /^[1-9]\d?$/.test(attributes.colspan ?? '') ? Number(attributes.colspan) : 1
      const place = rows.at(-1)?.length ?? 0
      alignments[place] ??= attributes.align ?? /text-align:\s*(\w+)/.exec(attributes.style ?? '')?.[1] ?? ''
    },
    endCell,
    endRow: endCell,
    breakLine(): void {
      if (!inline.isEmpty() && !inline.endsWith('<br>')) inline.lineBreak('<br>')
    },
    /** The lines of the table; none while it is inside another one. */
    close(): string[] {
      if (depth === 1) endCell()
      depth = Math.max(0, depth - 1)
      if (depth > 0) return []
      const width = Math.max(0, ...rows.map((row) => row.length))
      const filled = rows.filter((row) => row.length > 0)
      const [head, ...body] = filled.map((row) =>
        formatTableRow([...row, ...Array<string>(width - row.length).fill('')]),
      )
      const rule = formatTableRow(
        Array.from({ length: width }, (_, place) => delimiterCells[alignments[place] ?? ''] ?? '---'),
      )
      rows = []
      alignments = []
      return head === undefined ? [] : [head, rule, ...body]
    },
  }
}

const delimiterCells: Record<string, string> = { left: ':--', right: '--:', center: ':-:' }

function formatTableRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`
}
