import type { AnswerUnit } from './answer-units.ts'
import { type CitedText, escapeCitationMarkers } from './citations.ts'
import { readListMarker } from './list-marker.ts'
import { escapeMarkdown } from './markdown-text.ts'
import { areRowsOfOneTable, readTableRow, type TableCell } from './table-row.ts'

/** Renders the units as Markdown: sentences as text, items as lists, rows as tables. */
export function quoteUnits(units: readonly AnswerUnit[]): CitedText[] {
  const pieces: CitedText[] = []
  let previousNumber: number | undefined
  for (let index = 0; index < units.length; index += 1) {
    const unit = units[index]!
    const previous = units[index - 1]
    if (unit.kind === 'item') {
      const { piece, number } = quoteItem(unit, previous, units[index + 1], previousNumber)
      pieces.push(piece)
      previousNumber = number
      continue
    }
    previousNumber = undefined
    if (unit.kind === 'row') {
      const table = takeTable(units.slice(index))
      pieces.push(...quoteTable(table))
      index += table.length - 1
    } else if (unit.kind === 'heading') pieces.push(quoteHeading(unit, previous))
    else pieces.push(quoteSentence(unit, previous))
  }
  return pieces
}

/** A heading states nothing: it has no source of its own. */
function quoteHeading({ text }: AnswerUnit, previous: AnswerUnit | undefined): CitedText {
  return { text: `${quoteText(text, undefined, 0)}:`, passages: [], startsParagraph: previous !== undefined }
}

/** A list or table stands apart from the text after it; labels stand on lines of their own. */
function quoteSentence({ text, kind, passage, shortAnswer }: AnswerUnit, previous: AnswerUnit | undefined): CitedText {
  return {
    text: quoteText(text, shortAnswer, 0),
    quote: text,
    passages: [passage],
    startsParagraph: previous !== undefined && (kind === 'label' || ['item', 'row', 'label'].includes(previous.kind)),
  }
}

/**
 * Renders an item, and returns its number if the next item can go on from it. A number that neither begins a list nor goes
 * on is text, because Markdown counts again from the first item.
 */
function quoteItem(
  unit: AnswerUnit,
  previous: AnswerUnit | undefined,
  next: AnswerUnit | undefined,
  previousNumber: number | undefined,
): { piece: CitedText; number: number | undefined } {
  const { text, passage, shortAnswer } = unit
  const marker = readListMarker(text)
  const number = itemNumber(text)
  const isSameList = previous?.kind === 'item' && previous.rank === unit.rank
  const before = isSameList ? previousNumber : undefined
  const isApart = previous?.kind === 'row' || (previous?.kind === 'item' && !isSameList)
  const pieceOf = (quoted: string, startsParagraph: boolean) => ({
    text: quoted,
    quote: text,
    passages: [passage],
    startsLine: true,
    startsParagraph,
  })
  if (number === undefined) {
    // Sentences have no indentation: a bullet after a step belongs to the step.
    const indent = before === undefined ? '' : ' '.repeat(`${before}. `.length)
    const quoted = `${indent}${marker.replace('•', '-')}${quoteText(text, shortAnswer, marker.length)}`
    return { piece: pieceOf(quoted, isApart), number: before }
  }
  const goesOn = before !== undefined && number === before + 1
  const begins =
    before === undefined && (number === 1 || (next?.kind === 'item' && itemNumber(next.text) === number + 1))
  if (!goesOn && !begins) {
    return { piece: pieceOf(quoteText(text, shortAnswer, 0), isApart || isSameList), number: undefined }
  }
  // Only a list that begins with 1 can follow a line of text at once (CommonMark 5.2).
  const needsGap = isApart || (begins && previous !== undefined && (number !== 1 || isSameList))
  return { piece: pieceOf(marker + quoteText(text, shortAnswer, marker.length), needsGap), number }
}

function itemNumber(text: string): number | undefined {
  const digits = /\d+/.exec(readListMarker(text))?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Escapes the text from `start` on, with the short answer in bold. */
function quoteText(text: string, shortAnswer: AnswerUnit['shortAnswer'], start: number): string {
  const quote = (part: string) => escapeMarkdown(escapeCitationMarkers(part))
  const bold = shortAnswer && wholeWords(text, shortAnswer, start)
  if (!bold) return quote(text.slice(start))
  // A letter stands for the bold words: what touches them is not at the end of a line.
  const before = quote(`${text.slice(start, bold.start)}x`).slice(0, -1)
  const after = quote(`x${text.slice(bold.end)}`).slice(1)
  return `${before}**${quote(text.slice(bold.start, bold.end))}**${after}`
}

const maxBoldWords = 12

/** Widens a span to whole words without punctuation at its ends; undefined if nothing or too much would be bold. */
function wholeWords(text: string, span: { start: number; end: number }, from: number) {
  let { start, end } = span
  while (start > from && !/\s/.test(text[start - 1]!)) start--
  while (end < text.length && !/\s/.test(text[end]!)) end++
  while (start < end && /[\s("“‘'[*_`~]/.test(text[start]!)) start++
  while (end > start && /[\s.,;:!?)"”’'\]*_`~]/.test(text[end - 1]!)) end--
  // "(FOIA)" within the span: the closing bracket belongs to it.
  if (text[end] === ')' && text.slice(start, end).includes('(')) end++
  const words = text.slice(start, end)
  const isMarkupFree = !/[*_`~<>\\[\]]/.test(words)
  const count = words.split(/\s+/).length
  return start >= from && words !== '' && isMarkupFree && count <= maxBoldWords ? { start, end } : undefined
}

function takeTable(units: readonly AnswerUnit[]): AnswerUnit[] {
  const first = units[0]!
  const end = units.findIndex(
    (unit) => unit.rank !== first.rank || unit.kind !== 'row' || !areRowsOfOneTable(unit.text, first.text),
  )
  return units.slice(0, end < 0 ? units.length : end)
}

/** Renders rows as a table; the citation of a row stands in its last cell. */
function quoteTable(rows: readonly AnswerUnit[]): CitedText[] {
  const cells = rows.map(({ text }) => numberRepeated(readTableRow(text)))
  const columns = [...new Set(cells.flatMap((row) => row.map(({ column }) => column)))]
  const isNamed = columns.length > 1
  const width = isNamed ? columns.length : Math.max(...cells.map((row) => row.length))
  const header = isNamed ? columns.map(quoteCell) : new Array<string>(width).fill('')
  const head = [`| ${header.join(' | ')} |`, `|${' --- |'.repeat(width)}`].join('\n')
  return rows.map((unit, index) => {
    const row = cells[index]!
    const values = isNamed
      ? columns.map((column) => row.find((cell) => cell.column === column)?.value ?? '')
      : Array.from({ length: width }, (_, at) => row[at]?.value ?? '')
    const line = `| ${values.map(quoteCell).join(' | ')}`
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

/** Keeps columns of one name apart: a header over two rows repeats the names of the lower one. */
function numberRepeated(row: readonly TableCell[]): TableCell[] {
  const counts = new Map<string, number>()
  return row.map(({ column, value }) => {
    const count = (counts.get(column) ?? 0) + 1
    counts.set(column, count)
    return { column: column === '' || count === 1 ? column : `${column} (${count})`, value }
  })
}

function quoteCell(text: string): string {
  return escapeMarkdown(escapeCitationMarkers(text)).replaceAll('|', '\\|').replaceAll('\n', ' ')
}
