/**
 * Tells whether the first row of a table names its columns, in files that don't say so. Without names, a row is read as it
 * stands: the values of the first row would be wrong names for all others.
 */
export function hasHeaderRow(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...body] = rows
  if (body.length === 0) return true
  const columns = first.map((name, column) => ({
    name: name.trim(),
    cells: body.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== ''),
  }))
  if (isRun(columns.map(({ name }) => name))) return true
  return !columns.some(({ name, cells }) => isValue(name, cells))
}

/** Tells whether a table lists names with their values, like "Phone | 4477": two columns, and not figures below a name. */
export function isListOfPairs(rows: readonly (readonly string[])[]): boolean {
  const [first = [], ...body] = rows
  if (first.length !== 2) return false
  if (rows.every(([name = '']) => name.trimEnd().endsWith(':'))) return true
  return beginsWithFigure(first[1] ?? '') || !body.every((row) => beginsWithFigure(row[1] ?? ''))
}

/** Tells whether a cell of the first row is one more value of its column. */
function isValue(name: string, cells: readonly string[]): boolean {
  if (!/\d/.test(name) || cells.length === 0) return false
  const isAlike = (cell: string) => (/\p{L}/u.test(name) ? shape(cell) === shape(name) : beginsWithFigure(cell))
  return !isYear(name) && !isRange(name) && 2 * cells.filter(isAlike).length > cells.length
}

function beginsWithFigure(text: string): boolean {
  return /^[^\p{L}]*\d/u.test(text)
}

/** Returns the form of a text: "80 m" and "6 m" have the same, "0 to 30 days" has another. */
function shape(text: string): string {
  return text.replace(/\d+(?:[.,'’\s]\d+)*/g, '0').replace(/\p{L}+/gu, 'a')
}

export function isYear(text: string): boolean {
  return /^(?:19|20)\d\d$/.test(text)
}

/** Tells whether a text names a range: 31–60. */
function isRange(text: string): boolean {
  const ends = /^(\d+)\s*[-–—]\s*(\d+)$/.exec(text)
  return ends !== null && Number(ends[1]) < Number(ends[2])
}

/** Tells whether the columns are numbered: Month, 1, 2, 3. */
export function isRun(names: readonly string[]): boolean {
  const numbers = names.filter((name) => /\d/.test(name)).map(Number)
  return numbers.length > 2 && numbers.every((number, index) => number === (numbers[0] as number) + index)
}
