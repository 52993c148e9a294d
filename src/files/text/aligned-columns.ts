interface Cell {
  text: string
  start: number
  end: number
}

/** Returns the table whose rows begin at a line: cells below each other, with tabs or two spaces and more between them. */
export function alignedTable(
  lines: readonly string[],
  from: number,
): { rows: string[][]; lineCount: number } | undefined {
  const first = lines[from] as string
  const columns = cellsOf(first)
  if (columns.length < 2 || isRule(columns.map(({ text }) => text))) return undefined
  const rows: string[][] = []
  let end = from
  for (; end < lines.length; end++) {
    const line = lines[end] as string
    const row = first.includes('\t') ? tabbedRow(line, columns.length) : alignedRow(line, columns)
    if (row === undefined) break
    if (!isRule(row)) rows.push(row)
  }
  return isTable(rows) ? { rows, lineCount: end - from } : undefined
}

/** Tells whether a row is drawn: "-----  ----". */
function isRule(row: readonly string[]): boolean {
  return row.every((cell) => !/[^-=_]/.test(cell))
}

/** Two lines of prose can have two spaces at the same place. */
function isTable(rows: readonly (readonly string[])[]): boolean {
  const isList = rows.every(([name = '']) => name.endsWith(':'))
  return rows.length > 2 || (rows.length === 2 && (isList || (rows[0] as string[]).length > 2))
}

function cellsOf(line: string): Cell[] {
  if (line.includes('\t')) return line.split('\t').map((text) => ({ text: text.trim(), start: 0, end: 0 }))
  return [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }))
}

function tabbedRow(line: string, count: number): string[] | undefined {
  const cells = cellsOf(line)
  return cells.length === count && cells.filter(({ text }) => text !== '').length > 1
    ? cells.map(({ text }) => text)
    : undefined
}

/** Returns the cells of a line by the columns that they stand in: each begins or ends where its column does. */
function alignedRow(line: string, columns: readonly Cell[]): string[] | undefined {
  const cells = cellsOf(line)
  if (cells.length < 2 || cells.length > columns.length) return undefined
  const row = columns.map(() => '')
  for (const { text, start, end } of cells) {
    const column = columns.findIndex((of) => of.start === start || of.end === end)
    if (column === -1 || row[column] !== '') return undefined
    row[column] = text
  }
  return row
}
