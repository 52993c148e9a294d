import { claimTerms } from './claim-terms.ts'
import { type Clause, hasNamedCells, readClauses, readNamedCells } from './clauses.ts'
import { coveredShare, type EvidenceUnit } from './evidence.ts'
import { readFigures } from './figures.ts'
import { readNames } from './names.ts'

/**
 * Tells whether a table row has a figure that the evidence's row about the same thing doesn't have: 27 days in the row of
 * Leipzig, which are those of Groningen. In a column that the evidence doesn't have only figures that stand in other rows and
 * nowhere else are foreign: others can come from other text.
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
  const valuesOf = (some: readonly EvidenceUnit[]) =>
    new Set(some.flatMap(({ figures }) => figures).map(({ value }) => value))
  const isRow = ({ text }: EvidenceUnit) => hasNamedCells(text)
  const elsewhere = valuesOf(units.filter((unit) => !isRow(unit)))
  const inOtherRows = valuesOf(units.filter((unit) => isRow(unit) && !rows.includes(unit)))
  return cells.some(({ name, value }) => {
    const hasColumn = columns.some((column) => isSameColumn(column.name, name) && readFigures(column.value).length > 0)
    return readFigures(value).some(
      (figure) =>
        !known.has(figure.value) &&
        // Writers also rename columns: "Ext." for "Extension".
        (hasColumn || (!elsewhere.has(figure.value) && inOtherRows.has(figure.value))),
    )
  })
}

/**
 * Tells whether a table row has a name or literal that the evidence has only in a row about another thing, whatever the columns
 * are called: the e-mail address of legal in the row of payroll.
 */
export function hasForeignNames(
  statement: string,
  { units, context }: { units: readonly EvidenceUnit[]; context: string },
  language: string,
): boolean {
  const [label, ...cells] = readNamedCells(statement)
  if (!label) return false
  const key = (text: string) => [...claimTerms(text, language)].sort().join(' ')
  const rows = units.map(({ text }) => ({ text, label: readNamedCells(text)[0] }))
  const own = rows.filter((row) => row.label && key(row.label.value) === key(label.value))
  if (own.length === 0) return false
  const others = rows.filter((row) => row.label && !own.includes(row)).map(({ text }) => text)
  const known = [context, ...own.map(({ text }) => text), ...rows.filter((row) => !row.label).map(({ text }) => text)]
  return cells.some(({ value }) =>
    [...readNames(value, language), ...readLiterals(value)].some(
      (name) => !containsWord(known, name) && containsWord(others, name),
    ),
  )
}

/** Returns e-mail addresses, and numbers of three digits and more, such as extensions. */
function readLiterals(text: string): string[] {
  return text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.,])\d{3,}(?![\w.,])/g) ?? []
}

function containsWord(texts: readonly string[], word: string): boolean {
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'iu',
  )
  return texts.some((text) => pattern.test(text))
}

/** A part with these words doesn't name the column that it is about. */
const beyond = /\b(?:more than|over|above|beyond|exceed\w*|heavier|longer|larger|respectively)\b/i

/**
 * Tells whether a sentence gives a figure of one column of a row for another column, which it names: €25, which is for "Up
 * to 10 kg", for up to 2 kg. The row is the one whose label it names.
 */
export function hasExchangedCells(statement: string, units: readonly EvidenceUnit[], language: string): boolean {
  if (hasNamedCells(statement) || beyond.test(statement)) return false
  const terms = claimTerms(statement, language)
  const parts = readClauses(statement, language).filter(({ figures }) => figures.length > 0)
  if (parts.length === 0) return false
  const rows = units.flatMap(({ text }) => {
    const [label, ...cells] = readNamedCells(text)
    return label && coveredShare(claimTerms(label.value, language), terms) === 1 ? [cells] : []
  })
  return rows.length > 0 && rows.every((cells) => parts.some((part) => isOfOtherColumn(part, cells)))

  function isOfOtherColumn(part: Clause, cells: readonly { name: string; value: string }[]): boolean {
    const values = new Set(part.figures.map(({ value }) => value))
    const read = cells.map(({ name, value }) => ({
      terms: claimTerms(name, language),
      named: readFigures(name).map((figure) => figure.value),
      figures: new Set(readFigures(value).map((figure) => figure.value)),
    }))
    const [column, another] = read.filter(
      (cell) => coveredShare(cell.terms, part.terms) === 1 && cell.named.every((value) => values.has(value)),
    )
    if (!column || another) return false
    const given = [...values].filter((value) => !column.named.includes(value))
    return (
      given.some(
        (value) => !column.figures.has(value) && read.some((cell) => cell !== column && cell.figures.has(value)),
      ) && !given.some((value) => column.figures.has(value))
    )
  }
}
