/** A part of an answer. Everything is rendered as text nodes; nothing becomes markup. */
export type InlineNode =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'citation'; number: number }

export type AnswerBlock =
  | { kind: 'paragraph'; inline: InlineNode[] }
  | { kind: 'heading'; inline: InlineNode[] }
  | { kind: 'list'; isOrdered: boolean; items: InlineNode[][] }
  | { kind: 'code'; text: string }

const listItemPattern = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/

/**
 * Parses the Markdown subset of answers: paragraphs, lists, headings, code, bold, italic, links, and citations such as
 * [1]. A number without a source stays text.
 */
export function parseAnswer(answer: string, sourceCount: number): AnswerBlock[] {
  const blocks: AnswerBlock[] = []
  let paragraph: string[] = []
  let code: string[] | undefined
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', inline: parseInline(paragraph.join(' '), sourceCount) })
    paragraph = []
  }
  for (const line of answer.split('\n')) {
    if (/^\s*```/.test(line)) {
      if (code) blocks.push({ kind: 'code', text: code.join('\n') })
      else endParagraph()
      code = code ? undefined : []
      continue
    }
    if (code) {
      code.push(line)
      continue
    }
    const item = listItemPattern.exec(line)
    const heading = /^\s*#{1,6}\s+(.*)$/.exec(line)
    if (line.trim() === '') endParagraph()
    else if (heading) {
      endParagraph()
      blocks.push({ kind: 'heading', inline: parseInline(heading[1] ?? '', sourceCount) })
    } else if (item) {
      endParagraph()
      const isOrdered = item[1] !== undefined
      const last = blocks.at(-1)
      const inline = parseInline(item[2] ?? '', sourceCount)
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(inline)
      else blocks.push({ kind: 'list', isOrdered, items: [inline] })
    } else paragraph.push(line.trim())
  }
  // While an answer is streaming, its last block is still open.
  if (code) blocks.push({ kind: 'code', text: code.join('\n') })
  endParagraph()
  return blocks
}

const inlinePattern =
  /\[(\d{1,3})\]|\*\*(.+?)\*\*|`([^`]+)`|\[([^\]]+)\]\(([^()\s]+)\)|(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g

export function parseInline(text: string, sourceCount: number): InlineNode[] {
  const pieces: InlineNode[] = []
  let at = 0
  for (const found of text.matchAll(inlinePattern)) {
    const [whole, number, strong, code, label, href, emphasis] = found
    const piece = toInlineNode({ number, strong, code, label, href, emphasis }, sourceCount)
    if (!piece) continue
    if (found.index > at) pieces.push({ kind: 'text', text: text.slice(at, found.index) })
    pieces.push(piece)
    at = found.index + whole.length
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) })
  return pieces
}

function toInlineNode(
  found: Record<'number' | 'strong' | 'code' | 'label' | 'href' | 'emphasis', string | undefined>,
  sourceCount: number,
): InlineNode | undefined {
  if (found.number !== undefined) {
    const number = Number(found.number)
    return number >= 1 && number <= sourceCount ? { kind: 'citation', number } : undefined
  }
  if (found.strong !== undefined) return { kind: 'strong', text: found.strong }
  if (found.code !== undefined) return { kind: 'code', text: found.code }
  if (found.emphasis !== undefined) return { kind: 'emphasis', text: found.emphasis }
  if (found.label !== undefined && found.href !== undefined)
    return { kind: 'link', text: found.label, href: found.href }
  return undefined
}

/** Returns the sentences of the answer that cite a source. */
export function sentencesCiting(answer: string, number: number): string[] {
  const found: string[] = []
  // The text between two groups of numbers is supported by the second group.
  for (const match of answer.matchAll(/([^[\]]+?)((?:\s*\[\d{1,3}\])+)/g)) {
    const numbers = [...(match[2] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))
    if (numbers.includes(number)) found.push((match[1] ?? '').replace(/[*`#]/g, '').trim())
  }
  return found
}
