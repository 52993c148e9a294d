import { stemsOf } from '../../ingest/analyze.ts'
import { extremeOf } from '../question/question-intent.ts'
import { readTableRow, type TableCell } from './table-row.ts'

/**
 * Returns the positions of the rows with the highest or lowest figure, as the question asks, in the column that it names.
 * Returns none if the question asks for no extreme, or it is not certain which column it means.
 */
export function findExtremeRows(question: string, rows: readonly string[], language?: string): number[] {
  const direction = extremeOf(question)
  if (direction === undefined) return []
  const table = rows.map(readTableRow)
  const compared = table.flatMap((cells, position) => (isSummary(cells[0]) ? [] : [{ cells, position }]))
  const column = compared.length > 1 ? comparedColumn(question, compared, language) : undefined
  if (column === undefined) return []
  const figures = compared.map(({ cells, position }) => ({ position, figure: figureIn(cells, column) }))
  const known = figures.flatMap(({ position, figure }) => (figure === undefined ? [] : [{ position, figure }]))
  const extreme = Math[direction](...known.map(({ figure }) => figure))
  const found = known.filter(({ figure }) => figure === extreme).map(({ position }) => position)
  return found.length < known.length ? found : []
}

function isSummary(cell: TableCell | undefined): boolean {
  return /^(?:(?:grand |sub)?totals?|sum|all|average|mean|summe|gesamt|alle|durchschnitt|total général|somme|moyenne|tous|suma|todos|media|promedio)$/i.test(
    cell?.value.trim() ?? '',
  )
}

/** Returns the column of figures that shares the most words with the question; without one, the only one or the total. */
function comparedColumn(
  question: string,
  rows: readonly { cells: readonly TableCell[] }[],
  language: string | undefined,
): string | undefined {
  const names = [...new Set(rows.flatMap(({ cells }) => cells.slice(1).map(({ column }) => column)))].filter(
    (name) => name !== '' && isFigureColumn(name, rows),
  )
  const asked = new Set(stemsOf(question, language))
  const ranked = names
    .map((name) => {
      const stems = [...new Set(stemsOf(name, language))]
      const shared = stems.filter((stem) => asked.has(stem)).length
      return { name, fit: shared === 0 ? 0 : shared + shared / stems.length }
    })
    .sort((a, b) => b.fit - a.fit)
  const [best, second] = ranked
  if (best && best.fit > (second?.fit ?? 0)) return best.name
  if (best && best.fit > 0) return undefined
  return names.length === 1
    ? names[0]
    : names.find((name) => /^(?:totals?|overall|sum|gesamt|summe|somme|suma)$/i.test(name))
}

/** A column that a row has twice has no name of its own. */
function isFigureColumn(column: string, rows: readonly { cells: readonly TableCell[] }[]): boolean {
  if (rows.some(({ cells }) => cells.filter((cell) => cell.column === column).length > 1)) return false
  const figures = rows.filter(({ cells }) => figureIn(cells, column) !== undefined).length
  return figures >= 2 && figures >= 0.8 * rows.length
}

/** Reads "1,599.99", "12 553", "€4,890", "(81)" (negative) and "5.39E-05"; undefined for text. */
function figureIn(cells: readonly TableCell[], column: string): number | undefined {
  const text = cells.find((cell) => cell.column === column)?.value.trim() ?? ''
  const [, sign = '', digits, exponent = ''] =
    /^[^\p{L}\p{N}]*?([-−(]?)[€$£¥]?\s?(\d[\d.,'’\s]*)(e[-+]?\d+)?/iu.exec(text) ?? []
  if (digits === undefined) return undefined
  // The last separator is a decimal point unless three digits follow it.
  const plain = digits
    .trim()
    .replace(/[,'’\s](?=\d{3}(?:\D|$))/g, '')
    .replace(/\.(?=\d{3}(?:\.|$).*[,.])/g, '')
    .replace(',', '.')
  const figure = Number(`${plain.replace(/[.,]$/, '')}${exponent}`)
  return Number.isFinite(figure) ? (sign === '' ? figure : -figure) : undefined
}
