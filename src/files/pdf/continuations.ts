import type { Block, PageBlocks, Paragraph, TextLine } from './blocks.ts'
import { startsItem } from './list-markers.ts'

const finished = /[.!?:。！？…][)\]"'”’»\d]*$/

/**
 * Joins paragraphs that a column or page break divides, into the place where they begin. Footnotes, tables and
 * figures between do not end a paragraph.
 */
export function joinContinuations(pages: readonly PageBlocks[]): PageBlocks[] {
  let open: Paragraph | undefined
  let openPage = -1
  return pages.map(({ number, blocks }, pageIndex) => {
    let sinceBreak = pageIndex > 0
    const kept: Block[] = []
    for (const block of blocks) {
      if (block.kind === 'paragraph' && !block.footnote) {
        const atBreak =
          sinceBreak || (open !== undefined && openPage === pageIndex && block.top < open.top - open.lines.length)
        if (open && atBreak && continues(open, block)) {
          open.lines.push(...block.lines)
          open.column = block.column
          open.top = block.top
          open.bottom = block.bottom
          openPage = pageIndex
          sinceBreak = false
          continue
        }
        open = block
        openPage = pageIndex
        sinceBreak = false
      } else if (block.kind === 'heading' || block.kind === 'item' || block.kind === 'code') {
        if (block.kind !== 'item') open = undefined
        sinceBreak = false
      }
      kept.push(block)
    }
    return { number, blocks: kept }
  })
}

function continues(before: Paragraph, after: Paragraph): boolean {
  const last = before.lines.at(-1) as TextLine
  const [first] = after.lines as [TextLine]
  if (Math.abs(last.size - first.size) > 0.06 * last.size || last.bold !== first.bold) return false
  if (startsItem(first.text)) return false
  if (/[\p{L}][-\u2010\u00ad]$/u.test(last.text)) return true
  if (finished.test(last.text)) return false
  if (/^[\p{Ll}]/u.test(first.text)) return true
  // A capital or digit may still continue a sentence, if the line before runs to the edge of its column.
  return (
    before.lines.length > 1 &&
    last.right > before.column.right - 1.5 * last.size &&
    first.left < after.column.left + 0.5 * first.size
  )
}
