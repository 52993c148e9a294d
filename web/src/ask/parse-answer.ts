/** A part of an answer. Everything is rendered as text nodes; nothing becomes markup. */
export type InlineNode =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'citation'; number: number }

export type AnswerBlock =
  | { kind: 'paragraph'; inline: InlineNode[] }
  | { kind: 'heading'; inline: InlineNode[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: InlineNode[][] }
  | { kind: 'code'; text: string }

const listItemPattern = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/

/**
 * Parses the Markdown subset of answers: paragraphs, lists, headings, code, bold, italic, escaped characters, and
 * citations such as [1]. A number without a source stays text. Only citations lead anywhere: a link that a stored answer
 * of an older version quotes is shown as text with its address.
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
      else blocks.push({ kind: 'list', isOrdered, start: Number(item[1] ?? 1), items: [inline] })
    } else paragraph.push(line.trim())
  }
  // While an answer is streaming, its last block is still open.
  if (code) blocks.push({ kind: 'code', text: code.join('\n') })
  endParagraph()
  return blocks
}

const inlinePattern =
  /\\([!-/:-@[-`{-~])|\[(\d{1,3})\]|\*\*(.+?)\*\*|`([^`]+)`|!?\[([^\]]*)\]\(([^()\s]+)\)|(?<![\w*])\*([^*\s][^*]*)(?<!\\)\*(?![\w*])/g

export function parseInline(text: string, sourceCount: number): InlineNode[] {
  const pieces: InlineNode[] = []
  let at = 0
  const push = (piece: InlineNode) => {
    const last = pieces.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text
    else pieces.push(piece)
  }
  for (const found of text.matchAll(inlinePattern)) {
    const [whole, escaped, number, strong, code, label, href, emphasis] = found
    const piece = toInlineNode({ escaped, number, strong, code, label, href, emphasis }, sourceCount)
    if (!piece) continue
    if (found.index > at) push({ kind: 'text', text: text.slice(at, found.index) })
    push(piece)
    at = found.index + whole.length
  }
  if (at < text.length) push({ kind: 'text', text: text.slice(at) })
  return pieces
}

function toInlineNode(
  found: Record<'escaped' | 'number' | 'strong' | 'code' | 'label' | 'href' | 'emphasis', string | undefined>,
  sourceCount: number,
): InlineNode | undefined {
  if (found.escaped !== undefined) return { kind: 'text', text: found.escaped }
  if (found.number !== undefined) {
    const number = Number(found.number)
    return number >= 1 && number <= sourceCount ? { kind: 'citation', number } : undefined
  }
  if (found.strong !== undefined) return { kind: 'strong', text: unescapeMarkdown(found.strong) }
  if (found.code !== undefined) return { kind: 'code', text: found.code }
  if (found.emphasis !== undefined) return { kind: 'emphasis', text: unescapeMarkdown(found.emphasis) }
  if (found.label !== undefined && found.href !== undefined)
    return { kind: 'text', text: `${found.label} (${found.href})`.trimStart() }
  return undefined
}

/** Returns the sentences of the answer that cite a source. */
export function sentencesCiting(answer: string, number: number): string[] {
  const found: string[] = []
  // The text between two groups of numbers is supported by the second group.
  const parts = answer.split(/((?:\s*(?<!\\)\[\d{1,3}\])+)/)
  for (let index = 1; index < parts.length; index += 2) {
    const numbers = [...(parts[index] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))
    const text = unescapeMarkdown(parts[index - 1] ?? '').replace(/[*`#]/g, '')
    if (numbers.includes(number) && text.trim() !== '') found.push(text.trim())
  }
  return found
}

/** Returns the answer as plain text: escaped characters become themselves. */
export function unescapeMarkdown(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
