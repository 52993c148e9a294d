import { claimTerms } from './claim-terms.ts'
import { readNamedCells } from './clauses.ts'
import { coveredShare, type EvidenceUnit } from './evidence.ts'
import { readFigures } from './figures.ts'

/**
 * Tells whether a table row has a figure that the evidence's row about the same thing doesn't have: 27 days in the row of
 * Leipzig, which are those of Groningen. Only columns that both rows have are compared: others can come from other text.
 */
export function hasForeignFigures(
  statement: string,
  units: readonly EvidenceUnit[],
  { question, language }: { question: string; language: string },
): boolean {
  const [label, ...cells] = readNamedCells(statement)
  if (!label) return false
  const contains = (one: string, other: string) =>
    coveredShare(claimTerms(other, language), claimTerms(one, language)) === 1
  const isSame = (one: string, other: string) => contains(one, other) && contains(other, one)
  // Writers shorten names of columns: "Paid holiday" for "Paid holiday, full time".
  const isSameColumn = (one: string, other: string) => contains(one, other) || contains(other, one)
  const rows = units.filter((unit) => isSame(readNamedCells(unit.text)[0]?.value ?? '', label.value))
  if (rows.length === 0) return false
  const columns = rows.flatMap(({ text }) => readNamedCells(text).slice(1))
  const known = new Set([...rows.flatMap(({ figures }) => figures), ...readFigures(question)].map(({ value }) => value))
  return cells.some(
    ({ name, value }) =>
      columns.some((column) => isSameColumn(column.name, name) && readFigures(column.value).length > 0) &&
      readFigures(value).some((figure) => !known.has(figure.value)),
  )
}
