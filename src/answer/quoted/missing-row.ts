import { stemsOf } from '../../ingest/analyze.ts'
import type { AnswerUnit } from './answer-units.ts'
import { readTableRow } from './table-row.ts'

/** "max dose of aspirin", "hours in psychiatry": a name would have a capital letter, and is looked for elsewhere. */
const rowAtEnd = /(?<!\p{L})(?<column>\p{L}+) (?:of|in) (?:the |our |an? )?(?<thing>\p{Ll}+(?: \p{Ll}+)?)[?.!\s]*$/u
/** The same as keywords: "hourly rate plumber". */
const keywords = /^(?<column>\p{L}+(?: \p{L}+)?) (?<thing>\p{L}+)$/u
/** A row for all that has no row of its own. */
const rowForOthers = /\b(?:others?|else|elsewhere|rest|remaining|any|all|every|default)\b/i

/**
 * Tells whether the question asks for the row of something that the table and its passage lack: the manager of orthopaedics,
 * where the rows are surgery and maternity. Any of them would be wrong.
 */
export function asksForMissingRow(question: string, table: readonly AnswerUnit[]): boolean {
  const { column, thing } = (rowAtEnd.exec(question) ?? keywords.exec(question.trim()))?.groups ?? {}
  const [first] = table
  if (column === undefined || thing === undefined || first === undefined) return false
  const { document, heading, body } = first.passage
  const stemsIn = (text: string) => stemsOf(text, document.language)
  const titles = [...document.path, document.title, heading]
  const columns = table.flatMap(({ text }) => readTableRow(text).map((cell) => cell.column))
  const known = new Set(stemsIn([...titles, body, ...table.map(({ text }) => text)].join('\n')))
  const named = new Set(stemsIn([document.title, heading, ...columns].join('\n')))
  const [asked, askedColumn] = [stemsIn(thing), stemsIn(column)]
  if (asked.length === 0 || asked.some((stem) => known.has(stem)) || !askedColumn.some((stem) => named.has(stem)))
    return false
  return !table.some(({ text }) => rowForOthers.test(text))
}
