import { clauseNumberSource } from '../../ingest/list-marker.ts'
import type { Code, Paragraph, TextLine } from './blocks.ts'
import { type Box, enclose, median } from './geometry.ts'
import type { Line } from './lines.ts'
import { startsItem } from './list-markers.ts'

const sentenceEnd = /[.!?:;…。！？][)\]"'”’»]*$/

/** "1.2 Warehouse staff cannot work remotely." */
const startsClause = new RegExp(`^${clauseNumberSource}\\s+\\p{Lu}`, 'u')

/** Cuts the lines of a column into paragraphs and code. */
export function paragraphsOf(
  lines: readonly Line[],
  rules: readonly Box[],
  column: { left: number; right: number },
): (Paragraph | Code)[] {
  const groups: Line[][] = []
  const leading = typicalLeading(lines)
  lines.forEach((line, index) => {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group && before && !breaks(before, line, lines[index + 1], { leading, column, first: group[0] as Line }))
      group.push(line)
    else groups.push([line])
  })
  return groups.map((group) => {
    const text = group.map((line) => textLine(line, rules))
    if (group.length > 1 && group.every((line) => line.monospace)) return { kind: 'code', lines: text }
    return { kind: 'paragraph', lines: text, column, ...enclose(group) }
  })
}

interface Setting {
  leading: number
  column: { left: number; right: number }
  /** First line of the paragraph. */
  first: Line
}

function breaks(before: Line, line: Line, next: Line | undefined, { leading, column, first }: Setting): boolean {
  const distance = line.baseline - before.baseline
  const size = Math.max(before.size, line.size)
  if (before.monospace && line.monospace) return distance > 2.2 * size
  if (before.monospace !== line.monospace) return true
  if (Math.abs(before.size - line.size) > 0.08 * size) return true
  if (distance > 1.25 * leading + 0.5 && distance > 1.3 * size) return true
  if (distance < -0.5 * size || distance > 2.6 * size) return true
  if (before.bold !== line.bold && first.bold !== line.bold) return true
  if (startsItem(first.text)) {
    if (line.left < first.left - 0.5 * size) return !continuesFlush(before, line, { leading, column, first })
    // Further lines of an item stand below its text, or below its marker at most.
    if (!startsItem(line.text)) return line.left < first.left + 0.5 * size && endsShort(before, line, column)
  }
  if (/^[•●▪■◦○‣➢]/.test(line.text)) return true
  if ((startsClause.test(line.text) || startsWithLabel(line)) && sentenceEnd.test(before.text)) return true
  if (startsItem(line.text))
    return (
      !/-$/.test(before.text) &&
      (endsShort(before, line, column) || sentenceEnd.test(before.text) || startsItem(first.text))
    )
  if (isCentred(before, line, column)) return false
  return endsShort(before, line, column) || isIndented(before, line, next)
}

/** Says whether a line begins with a name in bold: "Decision: the test moves". */
function startsWithLabel({ words, bold }: Line): boolean {
  const last = words.slice(0, maxLabelWords).findIndex(({ text }) => text.endsWith(':'))
  return !bold && last >= 0 && words.slice(0, last + 1).every(({ style }) => style.bold)
}

const maxLabelWords = 4

/** Says whether the line continues an item that is set like a paragraph: only its first line is indented. */
function continuesFlush(before: Line, line: Line, { column, first }: Setting): boolean {
  const isFlush = ({ left }: Line) => left < column.left + 0.5 * line.size
  if (!isFlush(line) || startsItem(line.text) || endsShort(before, line, column)) return false
  return before === first ? !sentenceEnd.test(before.text) : isFlush(before)
}

/** Says whether the first word of the line would have fitted behind the line before: then the break is meant. */
function endsShort(before: Line, line: Line, column: { left: number; right: number }): boolean {
  const word = line.words[0]
  if (!word || /[-\u2010\u00ad]$/.test(before.text)) return false
  const wordEnd = line.words.findIndex(
    (_, index) => (line.words[index + 1]?.left ?? Infinity) - (line.words[index] as Box).right > 0.15 * line.size,
  )
  const width = (line.words[wordEnd] ?? word).right - word.left
  const free = column.right - before.right
  const margin = sentenceEnd.test(before.text) ? 0.5 : 2.5
  return free > width + margin * line.size && free > 0.08 * (column.right - column.left)
}

/** Says whether the line has the indent of a first line. */
function isIndented(before: Line, line: Line, next: Line | undefined): boolean {
  const indent = line.left - before.left
  if (indent < 0.8 * line.size || indent > 6 * line.size) return false
  const returns =
    next !== undefined && line.left - next.left > 0.8 * line.size && next.baseline - line.baseline < 2 * line.size
  return returns || sentenceEnd.test(before.text)
}

function isCentred(before: Line, line: Line, column: { left: number; right: number }): boolean {
  const middle = (column.left + column.right) / 2
  const off = (box: Box) => Math.abs((box.left + box.right) / 2 - middle)
  const indented = (box: Box) => box.left - column.left > line.size
  return off(before) < 0.5 * line.size && off(line) < 0.5 * line.size && (indented(before) || indented(line))
}

/** Returns the usual distance of baselines, in the size that most lines have. */
function typicalLeading(lines: readonly Line[]): number {
  const distances = lines.slice(1).flatMap((line, index) => {
    const before = lines[index] as Line
    const distance = line.baseline - before.baseline
    const same = Math.abs(before.size - line.size) < 0.05 * line.size
    return same && distance > 0.5 * line.size && distance < 2.2 * line.size ? [distance] : []
  })
  return distances.length > 0 ? median(distances) : 1.3 * median(lines.map((line) => line.size))
}

export function textLine(line: Line, rules: readonly Box[]): TextLine {
  const { left, top, right, bottom, text, size, bold, monospace } = line
  return {
    left,
    top,
    right,
    bottom,
    text,
    size,
    bold,
    italic: line.style.italic,
    monospace,
    underlined: isUnderlined(line, rules),
  }
}

function isUnderlined(line: Line, rules: readonly Box[]): boolean {
  const width = line.right - line.left
  return rules.some((rule) => {
    const below = rule.top - line.baseline
    if (below < -0.05 * line.size || below > 0.35 * line.size) return false
    const shared = Math.min(rule.right, line.right) - Math.max(rule.left, line.left)
    return shared > 0.8 * width && rule.right - rule.left < 1.1 * width + 2
  })
}
