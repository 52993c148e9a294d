import { type Block, BlockList } from './block.ts'
import { cleanText } from './clean-text.ts'
import { decodeEntities } from './html-entities.ts'
import { parsePage } from './passage-pages.ts'

/**
 * Reads a document without a parser, in linear time, for documents that a parser cannot read before the deadline. Detects
 * headings and list items by the start of their lines; everything else becomes paragraphs.
 */
export function plainTextToBlocks(content: string, type: 'markdown' | 'html'): Block[] {
  const list = new BlockList()
  // Every second part is the number of the page that begins.
  const [beforePages = '', ...pages] = type === 'html' ? content.split(pageStart) : [content]
  addLines(list, beforePages, type)
  for (let index = 0; index < pages.length; index += 2) {
    list.page = parsePage(pages[index])
    addLines(list, pages[index + 1] ?? '', type)
  }
  return list.blocks
}

const pageStart = /<section data-page="(\d{1,6})">/

function addLines(list: BlockList, content: string, type: 'markdown' | 'html'): void {
  const lines: string[] = []
  const flush = () => {
    list.add('paragraph', lines.join(' '))
    lines.length = 0
  }
  for (const rawLine of cleanText(stripTags(content)).split('\n')) {
    const line = rawLine.replace(/[ \t]+/g, ' ').trim()
    const heading = type === 'markdown' ? /^(#{1,6}) (.*)$/.exec(line) : null
    if (line === '' || heading !== null || /^(?:[-*+]|\d{1,9}[.)]) /.test(line)) flush()
    if (heading !== null) list.addHeading(heading[1]!.length, heading[2]!)
    else if (line !== '') lines.push(line)
    // A paragraph per line would make a chunk of each; one for the whole file could only be cut blindly.
    if (lines.length >= 50) flush()
  }
  flush()
}

function stripTags(content: string): string {
  const text = dropElements(dropElements(content, 'script'), 'style')
    .replace(/<(?:br|\/?(?:p|div|li|tr|td|h[1-6]|table|ul|ol|section|pre))\b[^<>]*>/gi, '\n')
    .replace(/<[a-z/!?][^<>]*>/gi, ' ')
  return decodeEntities(text)
}

/** Each search starts where the last one ended: a million unclosed tags cost no more than one. */
function dropElements(content: string, tag: string): string {
  const lower = content.toLowerCase()
  // Lower-casing can change the length (İ); positions would then not fit.
  if (lower.length !== content.length || !lower.includes(`<${tag}`)) return content
  const parts: string[] = []
  let position = 0
  for (;;) {
    const open = lower.indexOf(`<${tag}`, position)
    if (open < 0) break
    parts.push(content.slice(position, open))
    const close = lower.indexOf(`</${tag}`, open)
    if (close < 0) return parts.join(' ')
    position = close
    if (parts.length > 10_000) break
  }
  parts.push(content.slice(position))
  return parts.join(' ')
}
