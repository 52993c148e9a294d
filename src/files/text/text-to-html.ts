import { joinLines } from '../../ingest/line-breaks.ts'
import { findOwnParagraphs } from '../../ingest/own-paragraphs.ts'
import { hasHeaderRow, isListOfPairs } from '../header-row.ts'
import { escapeHtml, htmlTable } from '../html-writer.ts'
import { HtmlBlocksWriter } from '../office/html-blocks-writer.ts'
import { alignedTable } from './aligned-columns.ts'
import { findListMarkers, type LineMarker } from './list-markers.ts'

/** Returns plain text as HTML: underlined headings, lists, tables of aligned columns, and paragraphs. */
export function textToHtml(text: string): string {
  const blocks = new HtmlBlocksWriter(Number.POSITIVE_INFINITY)
  /** Indents of the open list items, outermost first. */
  let indents: number[] = []
  for (const part of findParts(text.split('\n').map((line) => line.trimEnd()))) {
    if (part.kind === 'item') {
      indents = [...indents.filter((indent) => indent < part.indent), part.indent]
      blocks.item(indents.length - 1, part.marker, linesToHtml(part.lines))
      continue
    }
    indents = []
    if (part.kind === 'heading') blocks.heading(part.level, escapeHtml(part.text))
    else if (part.kind === 'table') blocks.add(tableHtml(part.rows))
    else blocks.paragraph(linesToHtml(part.lines))
  }
  return blocks.toHtml()
}

type Part =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'table'; rows: string[][] }
  | ({ kind: 'item'; lines: string[] } & LineMarker)
  | { kind: 'text'; lines: string[] }

function findParts(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  const markers = findListMarkers(lines)
  const ownParagraphs = findOwnParagraphs(lines)
  let isNewParagraph = true
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] as string
    const last = parts.at(-1)
    const level: number = isNewParagraph ? headingLevel(line, lines[index + 1] ?? '') : 0
    const isSeparator = !/[^\s\-_=*~#]/.test(line)
    const item = isSeparator ? undefined : markers.get(index)
    const aligned = alignedTable(lines, index)
    // The marks of a list stand below each other like a column.
    const table = item !== undefined && aligned?.rows[0]?.length === 2 ? undefined : aligned
    if (level > 0) parts.push({ kind: 'heading', level, text: line.trim() })
    else if (table !== undefined) parts.push({ kind: 'table', rows: table.rows })
    else if (item !== undefined) parts.push({ kind: 'item', ...item, lines: [item.text] })
    else if (!isSeparator) {
      const goesOn = last?.kind === 'text' || (last?.kind === 'item' && !ownParagraphs.has(index))
      if (!isNewParagraph && goesOn) last.lines.push(line.trim())
      else parts.push({ kind: 'text', lines: [line.trim()] })
    }
    isNewParagraph = isSeparator || level > 0 || table !== undefined
    index += level > 0 ? 2 : (table?.lineCount ?? 1)
  }
  return parts
}

/** Returns the level of a heading that the next line underlines, or 0. */
function headingLevel(line: string, next: string): number {
  const text = line.trim()
  const underline = /^\s*(=+|-+)$/.exec(next)?.[1] ?? ''
  if (underline.length < 3 || !/\p{L}/u.test(text) || Math.abs(underline.length - text.length) > 3) return 0
  return underline.startsWith('=') ? 2 : 3
}

function tableHtml(rows: string[][]): string {
  const hasHeader = !isListOfPairs(rows) && hasHeaderRow(rows)
  return htmlTable(
    rows.map((row) => row.map(escapeHtml)),
    { hasHeader },
  )
}

function linesToHtml(lines: readonly string[]): string {
  return escapeHtml(joinLines(lines, lineBreak)).replaceAll(lineBreak, '<br>')
}

/** Unicode's own line separator, which HTML doesn't escape. */
const lineBreak = '\u2028'
