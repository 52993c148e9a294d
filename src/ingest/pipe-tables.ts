/**
 * Completes a table that begins at a line: CommonMark readers need a row of names and a separator with as many columns. A
 * table without names gets an empty row of names.
 */
export function normalizeTable(lines: string[], index: number): void {
  if (isRow(lines[index - 1]?.split('\n').at(-1))) return
  const line = lines[index] as string
  const next = lines[index + 1]
  const indent = line.slice(0, line.length - line.trimStart().length)
  if (!isRow(line)) return
  if (isSeparator(line)) lines[index] = `${indent}${emptyRow(countColumns(line))}\n${line}`
  else if (isSeparator(next)) {
    const columns = countColumns(line)
    if (countColumns(next as string) !== columns) lines[index + 1] = `${indent}${separator(columns)}`
  } else if (isRow(next)) {
    const columns = countColumns(line)
    lines[index] = `${indent}${emptyRow(columns)}\n${indent}${separator(columns)}\n${line}`
  }
}

const emptyRow = (columns: number) => `|${'  |'.repeat(columns)}`
const separator = (columns: number) => `|${'---|'.repeat(columns)}`

function isRow(line: string | undefined): boolean {
  return line !== undefined && /^\s*\|.*\|\s*$/.test(line)
}

function isSeparator(line: string | undefined): boolean {
  return line !== undefined && line.length < 2000 && /^\s*\|(?:[ \t]*:?-+:?[ \t]*\|)+\s*$/.test(line)
}

function countColumns(row: string): number {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/).length
}
