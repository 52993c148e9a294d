import { stemsOf } from '../../ingest/analyze.ts'
import { wideReach } from '../../search/read-section.ts'
import { containsName } from '../question/contains-name.ts'
import { asksToCompare, lastQuestion } from '../question/question-intent.ts'
import { countShared } from '../set-similarity.ts'
import { type AnswerUnit, isRowOf, isSamePlace } from './answer-units.ts'
import { findDescribedRows } from './described-rows.ts'
import { limitAfter, limitingWords } from './expand-list.ts'
import { findExtremeRows } from './extreme-row.ts'
import { withReferent } from './refers-back.ts'
import { namesQuantityOf, namesRow, readTableRow } from './table-row.ts'
import { runAround } from './unit-run.ts'

/**
 * Returns the row that answers; of a comparison, every row or the rows that the question names. Every row, too, if the best
 * unit is one of several that answer, or another row of the table is quoted: two of five rows would look like all.
 */
export function expandRow(
  question: string,
  row: AnswerUnit,
  siblings: readonly AnswerUnit[],
  at: number,
  chosen: readonly AnswerUnit[],
): AnswerUnit[] {
  const { units: table, end } = runAround(siblings, at, (other) => isRowOf(other, row))
  const withLine = (rows: readonly AnswerUnit[]) => [...lineAbove(siblings[end - table.length - 1], rows), ...rows]
  const asked = askedRows(question, row, table)
  if (asked) return withLine(asked)
  const isOpen = chosen.length === 0 ? isUndecided(question, row, table) : chosen.some((other) => isRowOf(row, other))
  if (!isOpen || table.length > maxUndecidedRows) return withLine([row])
  return [...withLine(table), ...limitAfter(siblings, end)]
}

/** Returns the line that announces the table at this place, with the rows that the question asks for or all of them. */
export function expandTable(question: string, siblings: readonly AnswerUnit[], at: number): AnswerUnit[] {
  const first = siblings[at]!
  const { units: table, end } = runAround(siblings, at, (other) => isRowOf(other, first))
  const [best = first] = [...table].sort((a, b) => b.score - a.score)
  const rows = askedRows(question, best, table) ?? (table.length <= maxTableRows ? table : [best])
  return [
    ...withReferent(siblings, at - 1),
    ...rows,
    ...(rows.length === table.length ? limitAfter(siblings, end) : []),
  ]
}

/**
 * Returns the rows that the question names, describes or compares, that a quantity of it fits, or that have the highest or
 * lowest figure; undefined if there are none.
 */
function askedRows(question: string, row: AnswerUnit, table: readonly AnswerUnit[]): AnswerUnit[] | undefined {
  const rowsNamedBy = (part: string) =>
    closestOfOneName(
      part,
      table.filter(({ text }) => namesRow(part, text)),
    )
  const namedLast = rowsNamedBy(lastQuestion(question))
  const named = namedLast.length > 0 ? namedLast : rowsNamedBy(question)
  if (named.length > 0 && named.length <= maxTableRows) {
    // Of "nights and Sundays", a row with the title "night, 22 to 6" is named only in part.
    const isJoined = /\s(?:and|or|und|oder|et|ou|y|o)\s/i.test(question)
    const isAsked = (other: AnswerUnit) => named.includes(other) || other === row || namesHead(question, other.text)
    return isJoined ? table.filter(isAsked) : named
  }
  const extreme = isWholeTable(row, table)
    ? findExtremeRows(
        question,
        table.map(({ text }) => text),
        row.passage.document.language,
      )
    : []
  if (extreme.length > 0) return extreme.map((position) => table[position]!)
  if (named.length > 0) return [row]
  const described = isSingledOut(question, row, othersOf(row, table)) ? [] : describedRows(question, row, table)
  if (described.length > 0 && described.length <= maxTableRows) return described
  const fitting = table.filter(({ text }) => namesQuantityOf(question, text))
  if (fitting.length > 0 && fitting.length < table.length && fitting.length <= maxTableRows) return fitting
  if (asksToCompare(question)) return table.length <= maxTableRows ? [...table] : [row]
  return undefined
}

function othersOf(row: AnswerUnit, table: readonly AnswerUnit[]): AnswerUnit[] {
  return table.filter((other) => !isSamePlace(other, row))
}

function describedRows(question: string, row: AnswerUnit, table: readonly AnswerUnit[]): AnswerUnit[] {
  const texts = table.map(({ text }) => text)
  return findDescribedRows(question, row.text, texts, row.passage.document.language).map((index) => table[index]!)
}

/** Tells whether the question contains the first cell up to a comma or bracket: "night" of "night, 22 to 6". */
function namesHead(question: string, row: string): boolean {
  const [head = ''] = (readTableRow(row)[0]?.value ?? '').split(/(?<!\s)\s*[,(]/)
  return head.length > 1 && containsName(question, head)
}

/** Returns the line above a table if it announces several rows, or says how one is to be read: "A guest gets at most:" */
function lineAbove(line: AnswerUnit | undefined, rows: readonly AnswerUnit[]): AnswerUnit[] {
  if (line?.kind !== 'lead-in' || line.words > maxLineWords) return []
  return rows.length > 1 || limitingWords.test(line.text) || bounds.test(line.text) ? [line] : []
}

const maxLineWords = 25
const bounds =
  /\b(?:up to|at (?:most|least)|per|each|every|from|until|max(?:imum)?|min(?:imum)?|before|after|within)\b/i
const maxTableRows = 20

/** Returns the rows; of several with one name, those that have the most words of the rest of the question. */
function closestOfOneName(question: string, rows: readonly AnswerUnit[]): AnswerUnit[] {
  const nameOf = ({ text }: AnswerUnit) => readTableRow(text)[0]!.value.toLowerCase()
  const restOf = ({ text }: AnswerUnit) =>
    readTableRow(text)
      .slice(1)
      .map(({ value }) => value)
      .join('\n')
  const asked = new Set(stemsOf(question))
  const shared = new Map(
    rows.map((row) => [row, countShared(asked, new Set(stemsOf(restOf(row), row.passage.document.language)))]),
  )
  return rows.filter((row) =>
    rows.every((other) => nameOf(other) !== nameOf(row) || shared.get(other)! <= shared.get(row)!),
  )
}

/** How much lower than the best row another one of its table can score to answer as well. */
const equalRowGap = 0.8
/** The same if no word of the question stands in the best row alone. */
const openRowGap = 3.5
const maxUndecidedRows = 10

/** Tells whether another row answers as well: which one holds depends on what the question leaves open. */
function isUndecided(question: string, row: AnswerUnit, table: readonly AnswerUnit[]): boolean {
  const others = othersOf(row, table)
  if (namesPartOf(question, row) && !others.some((other) => namesPartOf(question, other))) return false
  const gap = isSingledOut(question, row, others) ? equalRowGap : openRowGap
  return others.some(({ evidence, score }) => evidence > 0 && score > row.score - gap)
}

/** Tells whether the question contains one of several things in a cell: "expenses" of "expenses, invoices, payroll". */
function namesPartOf(question: string, { text }: AnswerUnit): boolean {
  const lists = readTableRow(text).map(({ value }) => value.split(', '))
  return lists.some((parts, index) => index > 0 && parts.length > 1 && parts.some((part) => namesWords(question, part)))
}

function namesWords(question: string, part: string): boolean {
  return /\p{L}{3}/u.test(part) && containsName(question, part)
}

/** Tells whether a word of the question stands in the row and in no other one of its table. */
function isSingledOut(question: string, row: AnswerUnit, others: readonly AnswerUnit[]): boolean {
  const stemsIn = (text: string) => stemsOf(text, row.passage.document.language)
  const inOthers = new Set(others.flatMap(({ text }) => stemsIn(text)))
  const own = new Set(stemsIn(row.text).filter((stem) => !inOthers.has(stem)))
  return stemsIn(question).some((stem) => own.has(stem))
}

/** Tells whether the table is there from its first to its last row: the section is read only so far. */
function isWholeTable(row: AnswerUnit, table: readonly AnswerUnit[]): boolean {
  return table.every(({ passage }) => Math.abs(passage.ordinal - row.passage.ordinal) < wideReach)
}
