/** Returns the cells of a table row that begins with a pipe; undefined for other lines. The last cell may be half-written. */
export function splitTableRow(line: string): string[] | undefined {
  const row = line.trim()
  if (!row.startsWith('|')) return undefined
  // An escaped pipe belongs to its cell.
  const cells = row.match(/(?<=\|)(?:\\.|\\$|[^\\|])*/g) ?? []
  const isClosed = cells.at(-1) === ''
  return (isClosed ? cells.slice(0, -1) : cells).map((cell) => cell.trim())
}

/** Tells whether the line is the row of dashes below a header with so many columns. */
export function isDelimiterRow(line: string, columns: number): boolean {
  const cells = splitTableRow(line)
  return cells?.length === columns && cells.every((cell) => /^:?-+:?$/.test(cell))
}
