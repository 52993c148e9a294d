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

/**
 * Completes a table without outer bars and separator that begins at a line, as pasted text has it: "Type | Name", "A | blog"; also
 * with tabs instead of bars. Its first row names the columns unless a figure stands in it.
 */
export function closeOpenTable(lines: string[], index: number): void {
  const delimiter = delimiterOf(lines[index])
  if (delimiter === undefined || delimiterOf(lines[index - 1]) !== undefined) return
  if ([index - 1, index, index + 1].some((at) => isSeparatorRow(lines[at]))) return
  const rows: string[][] = []
  for (let at = index; delimiterOf(lines[at]) === delimiter; at++) {
    const cells = (lines[at] as string).split(delimiter).map((cell) => cell.trim().replaceAll('|', '\\|'))
    if (rows.length > 0 && cells.length !== rows[0]!.length) break
    rows.push(cells)
  }
  if (rows.length < 2) return
  for (const [at, cells] of rows.entries()) lines[index + at] = `| ${cells.join(' | ')} |`
  const columns = rows[0]!.length
  const hasNames = !rows[0]!.some((cell) => /^\W*\d/.test(cell))
  if (hasNames) lines[index] += `\n${separator(columns)}`
  else lines[index] = [emptyRow(columns), separator(columns), lines[index]].join('\n')
}

const bar = /(?:^|\s)\|(?:\s|$)/
const tab = /\t+/

/** Returns the delimiter of the cells of the line; undefined if it is no such row, but an item, a whole row, or code with a bar. */
function delimiterOf(line: string | undefined): RegExp | undefined {
  if (line === undefined || line.length > maxRowLength || isRow(line)) return undefined
  const delimiter = /\S\t+\S/.test(line) ? tab : line.includes(' | ') ? bar : undefined
  if (delimiter === undefined || /^\s*(?:[-*+>#]|\d{1,9}[.)])\s|^ {4}|^\t/.test(line)) return undefined
  const isCode = (cell: string) => (cell.match(/`/g)?.length ?? 0) % 2 === 1
  return line.split(delimiter).some(isCode) ? undefined : delimiter
}

const maxRowLength = 2000

/** Tells whether the line separates the names of a table from its rows. */
export function isSeparatorRow(line: string | undefined): boolean {
  return line !== undefined && line.length < maxRowLength && /^[\s|:]*-[\s|:-]*$/.test(line)
}

const emptyRow = (columns: number) => `|${'  |'.repeat(columns)}`
const separator = (columns: number) => `|${'---|'.repeat(columns)}`

function isRow(line: string | undefined): boolean {
  return line !== undefined && /^\s*\|.*\|\s*$/.test(line)
}

function isSeparator(line: string | undefined): boolean {
  return line !== undefined && line.length < maxRowLength && /^\s*\|(?:[ \t]*:?-+:?[ \t]*\|)+\s*$/.test(line)
}

function countColumns(row: string): number {
  return row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/).length
}
