import { containsStemsOf, stemsOf } from '../../ingest/analyze.ts'
import { countWords } from '../../ingest/count-words.ts'
import { containsName, containsPhrase } from '../question/contains-name.ts'
import { readTableRow, type TableCell } from './table-row.ts'

/**
 * Returns the positions of the rows that the question describes by what they contain: "Cork" of "Who is based in Cork?", or
 * "none" in the column that "Which country has no carry-over?" names. Returns none if it describes no row, or all.
 */
export function findDescribedRows(question: string, row: string, rows: readonly string[], language: string): number[] {
  if (!asksForRows.test(question)) return []
  const table = rows.map((text) => readTableRow(text))
  const values = readTableRow(row).filter((cell, index) => index > 0 && isNamedValue(question, cell))
  const isDescribed =
    values.length > 0
      ? (cells: readonly TableCell[]) => values.every((value) => cells.some((cell) => hasValue(cell, value)))
      : verdictTest(question, table, language)
  if (!isDescribed) return []
  const found = table.flatMap((cells, position) => (isDescribed(cells) ? [position] : []))
  return found.length < rows.length ? found : []
}

const asksForRows = /(?<!\p{L})(?:which|who|welche[rsnm]?|wer|quel(?:le)?s?|qui|quién(?:es)?|cuál(?:es)?)(?!\p{L})/iu
const maxValueWords = 4

function isNamedValue(question: string, { column, value }: TableCell): boolean {
  return column !== '' && /\p{L}/u.test(value) && countWords(value) <= maxValueWords && containsName(question, value)
}

function hasValue(cell: TableCell, { column, value }: TableCell): boolean {
  return cell.column === column && containsPhrase(cell.value, value)
}

/** Returns a test for rows with a yes, or a no if the question denies, in the column that it names; undefined without one. */
function verdictTest(
  question: string,
  table: readonly (readonly TableCell[])[],
  language: string,
): ((cells: readonly TableCell[]) => boolean) | undefined {
  const asked = new Set(stemsOf(question, language))
  const columns = new Set(table.flatMap((cells) => cells.slice(1).map(({ column }) => column)))
  const [column, other] = [...columns].filter((name) => name !== '' && containsStemsOf(asked, name, language))
  if (column === undefined || other !== undefined) return undefined
  // An empty cell says neither yes nor no.
  const saysNo = (cells: readonly TableCell[], isNo: boolean) =>
    cells.some((cell) => cell.column === column && no.test(cell.value) === isNo)
  const denies = denial.test(question)
  return table.some((cells) => saysNo(cells, true)) ? (cells) => saysNo(cells, denies) : undefined
}

/** A cell that says that there is nothing. */
const no = /^(?:no|none|nothing|never|nein|keine?|nie|non|aucune?|jamais|ninguno|ninguna|nunca|n\/a|[✗✘❌×–—-]|0)$/iu
const denial =
  /(?<!\p{L})(?:no|not|none|without|lacks?|\p{L}+n['’]t|nicht|kein\p{L}*|ohne|pas|sans|aucune?|sin)(?!\p{L})/iu
