import type { AnswerUnit } from './answer-units.ts'
import { type CitedText, escapeCitationMarkers } from './citations.ts'
import { readListMarker } from './list-marker.ts'
import { escapeMarkdown } from './markdown-text.ts'
import { areRowsOfOneTable, readTableRow } from './table-row.ts'

/** Renders the units as Markdown: sentences as text, items as lists, rows as tables. */
export function quoteUnits(units: readonly AnswerUnit[]): CitedText[] {
  const pieces: CitedText[] = []
  let index = 0
  while (index < units.length) {
    const unit = units[index]!
    const previous = units[index - 1]
    if (unit.kind === 'row') {
      const table = takeTable(units.slice(index))
      pieces.push(...quoteTable(table))
      index += table.length
      continue
    }
    pieces.push(quoteUnit(unit, previous))
    index += 1
  }
  return pieces
}

function quoteUnit(unit: AnswerUnit, previous: AnswerUnit | undefined): CitedText {
  const { passage, text, kind } = unit
  const marker = readListMarker(text)
  const number = itemNumber(marker)
  const isAfterGap = number !== undefined && itemNumber(readListMarker(previous?.text ?? '')) !== number - 1
  // A list begins with 1 or goes on; any other number stays as text, so that readers do not count from it.
  const isText = kind !== 'item' || (isAfterGap && number !== 1)
  const body =
    isText && kind === 'item' ? quoteText(text, unit.shortAnswer, 0) : quoteText(text, unit.shortAnswer, marker.length)
  return {
    text: isText && kind === 'item' ? body : marker + body,
    passages: [passage],
    startsLine: kind === 'item',
    startsParagraph: startsParagraph(unit, previous),
  }
}

/** A list or table stands apart from other text, except from the line that announces it; labels stand on lines of their own. */
function startsParagraph(unit: AnswerUnit, previous: AnswerUnit | undefined): boolean {
  if (!previous) return false
  if (unit.kind === 'item') return previous.kind === 'row' || (previous.kind === 'item' && previous.rank !== unit.rank)
  return previous.kind === 'item' || previous.kind === 'row' || previous.kind === 'label' || unit.kind === 'label'
}

function itemNumber(marker: string): number | undefined {
  const digits = /\d+/.exec(marker)?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** Escapes the text from `start` on, with the short answer in bold. */
function quoteText(text: string, shortAnswer: AnswerUnit['shortAnswer'], start: number): string {
  const bold = shortAnswer && wholeWords(text, shortAnswer, start)
  const quote = (part: string) => escapeMarkdown(escapeCitationMarkers(part))
  if (!bold) return quote(text.slice(start))
  // Escaped as a whole, then marked: an escape never depends on the marks around it.
  const before = text.slice(start, bold.start)
  const words = text.slice(bold.start, bold.end)
  const after = text.slice(bold.end)
  return `${keepSpaces(before, quote)}**${quote(words)}**${keepSpaces(after, quote)}`
}

/** Markdown escaping trims lines; the spaces around the bold words must stay. */
function keepSpaces(part: string, quote: (part: string) => string): string {
  const [, left = '', middle = '', right = ''] = /^(\s*)(.*?)(\s*)$/s.exec(part) ?? []
  return left + quote(middle) + right
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
  const cells = rows.map(({ text }) => readTableRow(text))
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
      closing: ' |',
      passages: [unit.passage],
      startsLine: true,
      startsParagraph: index === 0,
    }
  })
}

function quoteCell(text: string): string {
  return escapeMarkdown(escapeCitationMarkers(text)).replaceAll('|', '\\|').replaceAll('\n', ' ')
}
