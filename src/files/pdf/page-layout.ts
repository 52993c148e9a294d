import { cutTables } from './aligned-tables.ts'
import type { Block, Paragraph, Table } from './blocks.ts'
import { columnsOf, type Placed } from './columns.ts'
import { type Box, median } from './geometry.ts'
import { joinRow, type Line, rowsOf, segmentsOf } from './lines.ts'
import { paragraphsOf } from './paragraphs.ts'
import { ruledTables } from './ruled-tables.ts'

type Item = Placed & { line?: Line; table?: Table }

/** Lays out the segments of one upright page: tables, columns, paragraphs, in reading order. */
export function layOutPage(segments: readonly Line[], rules: readonly Box[]): Block[] {
  const words = segments.flatMap((segment) => segment.words)
  const tables = ruledTables(words, rules)
  const inTables = new Set(tables.flatMap((table) => [...table.words]))
  const free = inTables.size === 0 ? segments : segmentsOf(words.filter((word) => !inTables.has(word)))
  const items: Item[] = [
    ...free.map(({ left, top, right, bottom }, index) => ({ left, top, right, bottom, line: free[index] as Line })),
    ...tables.map(({ left, top, right, bottom, table }) => ({ left, top, right, bottom, table })),
  ]
  return footnotesLast(columnsOf(items).flatMap((column) => layOutColumn(column, rules)))
}

function layOutColumn(items: readonly Item[], rules: readonly Box[]): Block[] {
  const lines = items.flatMap((item) => item.line ?? [])
  const column = { left: Math.min(...lines.map((line) => line.left)), right: usualRight(lines) }
  const blocks: Block[] = []
  let run: Line[] = []
  const flush = () => {
    let text: Line[] = []
    const flushText = () => {
      blocks.push(...paragraphsOf(text, rules, column))
      text = []
    }
    for (const part of cutTables(rowsOf(run))) {
      if ('table' in part) {
        flushText()
        blocks.push(part.table)
      } else text.push(...part.rows.map(joinRow))
    }
    flushText()
    run = []
  }
  for (const item of items) {
    if (item.line) run.push(item.line)
    else if (item.table) {
      flush()
      blocks.push(item.table)
    }
  }
  flush()
  return blocks
}

/** Returns the right edge that full lines of a column reach; single lines may stick out. */
function usualRight(lines: readonly Line[]): number {
  const sorted = lines.map((line) => line.right).sort((a, b) => b - a)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.1))] ?? 0
}

const footnoteMarker = /^(?:\d{1,3}|[*†‡§¶∗])\s*(?:[.)]\s*)?(?=[\p{L}"“(])/u

/** Moves footnotes behind the text: small print at the bottom of a column that starts with a mark. */
function footnotesLast(blocks: Block[]): Block[] {
  const size = median(
    blocks.flatMap((block) => (block.kind === 'paragraph' ? block.lines.map((line) => line.size) : [])),
  )
  const bottom = Math.max(0, ...blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.bottom] : [])))
  const notes: Paragraph[] = []
  const text: Block[] = []
  let inNotes = false
  for (const block of blocks) {
    const small = block.kind === 'paragraph' && (block.lines[0]?.size ?? 0) < 0.92 * size && block.bottom > 0.5 * bottom
    inNotes = small && (inNotes || footnoteMarker.test(block.lines[0]?.text ?? ''))
    if (inNotes && block.kind === 'paragraph') notes.push({ ...block, footnote: true })
    else text.push(block)
  }
  return [...text, ...notes]
}
