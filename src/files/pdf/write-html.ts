import { escapeHtml, htmlTable } from '../html-writer.ts'
import type { Block, ListItem, PageBlocks, TextLine } from './blocks.ts'
import { namesColumns } from './continued-tables.ts'
import { joinLines, type Vocabulary } from './hyphens.ts'

/**
 * Writes pages as HTML sections, as many as fit; a page without blocks with the HTML that was recognized on it. Returns the
 * number of the first page that does not fit.
 */
export function writeHtml(
  pages: readonly PageBlocks[],
  vocabulary: Vocabulary,
  maxLength: number,
  recognized: ReadonlyMap<number, string>,
): { content: string; leftOutFrom?: number } {
  const sections: string[] = []
  let length = 0
  for (const { number, blocks } of pages) {
    const body = blocks.length > 0 ? writeBlocks(blocks, vocabulary) : recognized.get(number)
    if (body === undefined) continue
    const section = `<section data-page="${number}">\n${body}\n</section>`
    length += section.length + 1
    if (length > maxLength) return { content: sections.join('\n'), leftOutFrom: number }
    sections.push(section)
  }
  return { content: sections.join('\n') }
}

function writeBlocks(blocks: readonly Block[], vocabulary: Vocabulary): string {
  const parts: string[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block
    if (block.kind === 'item') {
      const items = [block]
      while (isSameList(items.at(-1) as ListItem, blocks[index + 1])) items.push(blocks[++index] as ListItem)
      parts.push(writeList(items, vocabulary))
    } else if (block.kind === 'heading') {
      parts.push(`<h${block.level}>${inline(block.lines, vocabulary)}</h${block.level}>`)
    } else if (block.kind === 'table') {
      const rows = block.rows.map((row) => row.map((cell) => joinAll(cell, vocabulary)))
      parts.push(
        htmlTable(
          rows.map((row) => row.map(escapeHtml)),
          { hasHeader: namesColumns(block) },
        ),
      )
    } else if (block.kind === 'code') {
      parts.push(`<pre><code>${escapeHtml(codeText(block.lines))}</code></pre>`)
    } else {
      parts.push(`<p>${inline(block.lines, vocabulary)}</p>`)
    }
  }
  return parts.join('\n')
}

function isSameList(last: ListItem, next: Block | undefined): boolean {
  if (next?.kind !== 'item') return false
  return last.number === undefined ? next.number === undefined : next.number === last.number + 1
}

function writeList(items: readonly ListItem[], vocabulary: Vocabulary): string {
  const start = items[0]?.number
  const tag = start === undefined ? 'ul' : 'ol'
  const attribute = start === undefined || start === 1 ? '' : ` start="${start}"`
  const lines = items.map((item) => `<li>${inline(item.lines, vocabulary)}</li>`)
  return `<${tag}${attribute}>\n${lines.join('\n')}\n</${tag}>`
}

function inline(lines: readonly TextLine[], vocabulary: Vocabulary): string {
  return escapeHtml(
    joinAll(
      lines.map((line) => line.text),
      vocabulary,
    ),
  )
}

export function joinAll(lines: readonly string[], vocabulary: Vocabulary): string {
  return lines.reduce((text, line) => joinLines(text, line, vocabulary), '').replaceAll('\u00ad', '')
}

/** Keeps the indents of code, in steps of the width of a character. */
function codeText(lines: readonly TextLine[]): string {
  const left = Math.min(...lines.map((line) => line.left))
  return lines
    .map(
      (line) => ' '.repeat(Math.min(40, Math.max(0, Math.round((line.left - left) / (0.6 * line.size))))) + line.text,
    )
    .join('\n')
}
