/** A cell of a table row as the text of a passage holds it. */
export interface TableCell {
  /** '' in a table without column names. */
  column: string
  value: string
}

export function isTableRow(text: string): boolean {
  return readTableRow(text).length > 1
}

/** Returns the cells of "Site: Kobe; Days: 20", or of "Kobe | 20 | 5" in a table without column names; none for other text. */
export function readTableRow(text: string): TableCell[] {
  const parts = text.split('; ')
  const isNamed = parts.length > 1 && parts.every((part, index) => index > 0 || namedCell.test(part))
  if (isNamed && parts.filter((part) => namedCell.test(part)).length > parts.length / 2) return joinUnnamedParts(parts)
  const plain = text.split(' | ')
  return plain.length > 2 ? plain.map((value) => ({ column: '', value })) : []
}

const namedCell = /^([^:|.!?]{1,60}): (.+)$/s

/** A part without a column name belongs to the value before it, which contains a semicolon. */
function joinUnnamedParts(parts: readonly string[]): TableCell[] {
  const cells: TableCell[] = []
  for (const part of parts) {
    const [, column, value] = namedCell.exec(part) ?? []
    const last = cells.at(-1)
    if (column !== undefined && value !== undefined) cells.push({ column, value })
    else if (last) last.value += `; ${part}`
  }
  return cells
}

/** Tells whether two rows belong to the same table: empty cells are left out, so the first column decides. */
export function areRowsOfOneTable(a: string, b: string): boolean {
  const [first, ...more] = readTableRow(a)
  const [otherFirst, ...otherMore] = readTableRow(b)
  if (!first || !otherFirst || first.column !== otherFirst.column) return false
  if (first.column === '') return more.length === otherMore.length
  const columns = new Set(more.map(({ column }) => column))
  return otherMore.some(({ column }) => columns.has(column))
}
