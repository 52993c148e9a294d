import { endsSentence } from '../../ingest/sentence-end.ts'
import type { CitedText } from '../citations.ts'
import { type AnswerUnit, isListPart, isRowOf } from './answer-units.ts'
import { isInline, quoteCode } from './quote-code.ts'
import { isSingleLine, quoteList, quoteSingleLine } from './quote-list.ts'
import { endWithColon, quoteText } from './quote-text.ts'
import { type CellSpan, findCells } from './table-row.ts'
import { isSameCode, runAtStart } from './unit-run.ts'

/**
 * Renders the units as Markdown: sentences as text, items as lists, rows as tables, code as blocks. An item that stands
 * alone is text, too, together with the line that announces it.
 */
export function quoteUnits(units: readonly AnswerUnit[]): CitedText[] {
  const pieces: CitedText[] = []
  // A list or table stands apart from the text after it; labels stand on lines of their own.
  let isApart = false
  const addText = (piece: CitedText, startsParagraph: boolean) => {
    pieces.push({ ...piece, startsParagraph: pieces.length > 0 && startsParagraph })
  }
  for (let index = 0; index < units.length; ) {
    const unit = units[index]!
    const rest = units.slice(index)
    const introduction = isIntroduction(unit) ? unit : undefined
    const list = listAtStart(introduction ? rest.slice(1) : rest)
    if (list[0]?.kind === 'item' && isSingleLine(list)) {
      const piece = quoteSingleLine(introduction, list)
      addText(piece, isApart || unit.kind === 'label')
      isApart = !endsSentence(list.at(-1)!.text)
      index += list.length + (introduction ? 1 : 0)
    } else if (unit.kind === 'item') {
      pieces.push(
        ...quoteList(list, { isApart, isFirst: pieces.length === 0, isAnnounced: isIntroduction(units[index - 1]) }),
      )
      isApart = true
      index += list.length
    } else if (unit.kind === 'code') {
      const code = runAtStart(rest, (other) => isSameCode(other, unit))
      const isCited = [units[index - 1], rest[code.length]].some((other) => isCitedText(other, unit))
      const quoted = quoteCode(unit, { isFirst: pieces.length === 0, isCited })
      pieces.push(...quoted)
      isApart = !isInline(quoted)
      index += code.length
    } else if (unit.kind === 'row') {
      const table = runAtStart(rest, (other) => isRowOf(other, unit))
      pieces.push(...quoteTable(table))
      isApart = true
      index += table.length
    } else {
      const isHeading = unit.kind === 'heading'
      const isAbove = ['item', 'row', 'code'].includes(rest[1]?.kind ?? '')
      addText(quoteLine(unit, isAbove), isApart || isHeading || unit.kind === 'label')
      isApart = unit.kind === 'label'
      index += 1
    }
  }
  return pieces
}

/** Tells whether the unit is a line that says what follows it. */
function isIntroduction(unit: AnswerUnit | undefined): boolean {
  return unit !== undefined && ['lead-in', 'label', 'heading'].includes(unit.kind)
}

/** A heading states nothing, nor does the case of the next sentence ("Found again: …"): they have no source of their own. */
function quoteLine({ text, kind, passage, shortAnswer }: AnswerUnit, isAbove: boolean): CitedText {
  if (kind === 'heading') return { text: endWithColon(quoteText(text)), passages: [] }
  if (kind === 'question') return { text: endWithColon(quoteText(withoutQuestionMark(text))), passages: [] }
  const quoted = quoteText(text, shortAnswer)
  return { text: kind === 'label' && isAbove ? endWithColon(quoted) : quoted, quote: text, passages: [passage] }
}

function withoutQuestionMark(text: string): string {
  return text.replace(/(?<![?？])[?？]+(?=["”’)*]*$)/, '')
}

/** Tells whether the unit is text with a number of the same passage. */
function isCitedText(unit: AnswerUnit | undefined, { passage }: AnswerUnit): boolean {
  return unit?.passage === passage && !['code', 'heading', 'question'].includes(unit.kind)
}

/** Returns the items at the beginning that come from one passage or its section, with their code. */
function listAtStart(units: readonly AnswerUnit[]): AnswerUnit[] {
  return runAtStart(units, (unit) => isListPart(unit) && unit.rank === units[0]!.rank)
}

/** Renders rows as a table; the citation of a row stands in its last cell. */
function quoteTable(rows: readonly AnswerUnit[]): CitedText[] {
  const cells = rows.map(({ text }) => numberRepeated(findCells(text)))
  const columns = [...new Set(cells.flatMap((row) => row.map(({ column }) => column)))]
  const isNamed = columns.length > 1
  const width = isNamed ? columns.length : Math.max(...cells.map((row) => row.length))
  const header = isNamed ? columns.map((column) => quoteCell(quoteText(column))) : new Array<string>(width).fill('')
  const head = [`| ${header.join(' | ')} |`, `|${' --- |'.repeat(width)}`].join('\n')
  return rows.map((unit, index) => {
    const row = cells[index]!
    const quoted = Array.from({ length: width }, (_, at) => {
      const cell = isNamed ? row.find(({ column }) => column === columns[at]) : row[at]
      return cell ? quoteCell(quoteValue(unit, cell)) : ''
    })
    const line = `| ${quoted.join(' | ')}`
    return {
      text: index === 0 ? `${head}\n${line}` : line,
      quote: unit.text,
      closing: ' |',
      passages: [unit.passage],
      startsLine: true,
      startsParagraph: index === 0,
    }
  })
}

/** Escapes the value of a cell, with the short answer in bold if it stands there. */
function quoteValue({ text, shortAnswer }: AnswerUnit, { start, end }: CellSpan): string {
  const isHere = shortAnswer && start <= shortAnswer.start && shortAnswer.end <= end
  return quoteText(text, isHere ? shortAnswer : undefined, start, end)
}

/** Keeps columns of one name apart: a header over two rows repeats the names of the lower one. */
function numberRepeated(row: readonly CellSpan[]): CellSpan[] {
  const counts = new Map<string, number>()
  return row.map((cell) => {
    const count = (counts.get(cell.column) ?? 0) + 1
    counts.set(cell.column, count)
    return { ...cell, column: cell.column === '' || count === 1 ? cell.column : `${cell.column} (${count})` }
  })
}

function quoteCell(markdown: string): string {
  return withoutLineEscape(markdown).replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** A cell can't begin a list, heading or quotation: "-" and "1." need no escape there. */
function withoutLineEscape(markdown: string): string {
  return markdown.replace(/^\\(?=[-+#>=:])|(?<=^\d{1,9})\\(?=[.)])/, '')
}
