import type { Block, Heading, Paragraph, TextLine } from './blocks.ts'

/** How most of the text of a document is set. */
export interface BodyStyle {
  size: number
  bold: boolean
}

const maxLength = 220
const maxLines = 5
const numbering =
  /^(?:(?:chapter|section|part|appendix|article|kapitel|abschnitt|teil|chapitre|partie|annexe|capítulo)\s+)?((?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2}){0,4})[.):]?\s+(?=[\p{Lu}\p{Lo}"“«(])/u
const multiPart = /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+\S/

function bodyStyle(blocks: Iterable<Block>): BodyStyle {
  const lengths = new Map<string, number>()
  for (const block of blocks) {
    if (block.kind === 'table' || block.kind === 'code') continue
    for (const line of block.lines) {
      const key = `${line.size.toFixed(1)} ${line.bold}`
      lengths.set(key, (lengths.get(key) ?? 0) + line.text.length)
    }
  }
  let best = { key: '0 false', length: -1 }
  for (const [key, length] of lengths) if (length > best.length) best = { key, length }
  const [size, bold] = best.key.split(' ')
  return { size: Number(size), bold: bold === 'true' }
}

/** Returns blocks with paragraphs that look like headings made headings. Levels follow size, then weight. */
export function withHeadings(pages: readonly Block[][]): Block[][] {
  const body = bodyStyle(pages.flat())
  const found = new Map<Block, string>()
  for (const page of pages) {
    page.forEach((block, index) => {
      if (block.kind === 'paragraph' && !block.footnote && looksLikeHeading(block, body, page[index + 1]))
        found.set(block, rankOf(block, body))
    })
  }
  const ranks = [...new Set(found.values())].sort().reverse()
  return pages.map((page) =>
    mergeHeadings(
      page.map((block) => {
        const rank = found.get(block)
        return rank === undefined || block.kind !== 'paragraph'
          ? block
          : asHeading(block, levelOf(block, ranks.indexOf(rank)), body)
      }),
    ),
  )
}

function looksLikeHeading(block: Paragraph, body: BodyStyle, next: Block | undefined): boolean {
  const text = block.lines.map((line) => line.text).join(' ')
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (
    text.length > maxLength ||
    block.lines.length > maxLines ||
    letters < 2 ||
    letters < 0.4 * text.replace(/\s/g, '').length
  )
    return false
  if (/^\p{Ll}/u.test(text) && !/^\p{Ll}\p{Lu}/u.test(text)) return false
  const [first] = block.lines as [TextLine]
  const ratio = first.size / body.size
  if (/[.;,]$/.test(text) && !(ratio > 1.3 && text.length < 80)) return false
  if (ratio >= 1.12) return ratio >= 1.25 || text.length < 120
  if (ratio < 0.85) return false
  const bold = block.lines.every((line) => line.bold)
  const underlined = block.lines.every((line) => line.underlined)
  const capitals = isCapitals(text)
  const numbered = numbering.test(text) || multiPart.test(text)
  if (next === undefined && !numbered && !bold) return false
  if (/:$/.test(text) && !numbered && (!bold || text.length > 60)) return false
  if (bold && !body.bold) return text.length < 140
  if (underlined) return text.length < 100
  if (ratio < 0.97) return false
  if (numbered && capitals) return text.length < 100
  return capitals && text.length < 80 && letters > 4 && block.lines.length <= 2 && ratio >= 0.99 && !body.bold
}

function isCapitals(text: string): boolean {
  return /\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text)
}

/** Returns a key whose order is that of importance. */
function rankOf(block: Paragraph, body: BodyStyle): string {
  const [first] = block.lines as [TextLine]
  const size = Math.round(Math.max(first.size / body.size, 0.9) * 20)
  const text = block.lines.map((line) => line.text).join(' ')
  return `${String(size).padStart(4, '0')} ${first.bold ? 1 : 0} ${isCapitals(text) ? 1 : 0}`
}

function levelOf(block: Paragraph, rank: number): number {
  const numbers = numbering.exec(block.lines[0]?.text ?? '')?.[1] ?? /^[\d.]+/.exec(block.lines[0]?.text ?? '')?.[0]
  const depth = numbers ? numbers.replace(/\.$/, '').split('.').length : 0
  const level = depth > 1 ? Math.max(depth + 1, Math.min(rank + 1, depth + 1)) : rank + 1
  return Math.min(4, Math.max(1, level))
}

function asHeading(block: Paragraph, level: number, body: BodyStyle): Heading {
  return { kind: 'heading', level, lines: block.lines, large: (block.lines[0]?.size ?? 0) > 1.12 * body.size }
}

/** Joins the lines of a heading that were cut apart because they end short. */
function mergeHeadings(blocks: Block[]): Block[] {
  const merged: Block[] = []
  for (const block of blocks) {
    const before = merged.at(-1)
    if (block.kind === 'heading' && before?.kind === 'heading' && continuesHeading(before, block)) {
      before.lines.push(...block.lines)
      before.level = Math.min(before.level, block.level)
    } else merged.push(block)
  }
  return merged
}

function continuesHeading(before: Heading, block: Heading): boolean {
  const last = before.lines.at(-1) as TextLine
  const [first] = block.lines as [TextLine]
  if (Math.abs(last.size - first.size) > 0.05 * first.size) return false
  if (before.level !== block.level && !before.large) return false
  if (numbering.test(first.text) || /^\d/.test(first.text)) return false
  const distance = first.bottom - last.bottom
  if (distance <= 0 || distance > 1.45 * first.size) return false
  return before.lines.length + block.lines.length <= maxLines && first.size > 0
}
