/** A part of an answer's line. Everything is rendered as text nodes; nothing becomes markup. */
export type InlineNode =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'citation'; number: number }

const inlinePattern =
  /\\([!-/:-@[-`{-~])|\[(\d{1,3})\]|\*\*(.+?)\*\*|`([^`]+)`|!?\[([^\]]*)\]\(([^()\s]+)\)|(?<![\w*])\*([^*\s][^*]*)(?<!\\)\*(?![\w*])|(?<![\w_])_([^_\s][^_]*)(?<![\s\\])_(?![\w_])/g

export function parseInline(text: string, sourceCount: number): InlineNode[] {
  const pieces: InlineNode[] = []
  let at = 0
  const push = (piece: InlineNode) => {
    const last = pieces.at(-1)
    if (piece.kind === 'text' && last?.kind === 'text') last.text += piece.text
    else pieces.push(piece)
  }
  for (const found of text.matchAll(inlinePattern)) {
    const [whole, escaped, number, strong, code, label, href, starred, underlined] = found
    const emphasis = starred ?? underlined
    const parsed = toInlineNodes({ escaped, number, strong, code, label, href, emphasis }, sourceCount)
    if (!parsed) continue
    if (found.index > at) push({ kind: 'text', text: text.slice(at, found.index) })
    for (const piece of parsed) push(piece)
    at = found.index + whole.length
  }
  if (at < text.length) push({ kind: 'text', text: text.slice(at) })
  return pieces
}

function toInlineNodes(
  found: Record<'escaped' | 'number' | 'strong' | 'code' | 'label' | 'href' | 'emphasis', string | undefined>,
  sourceCount: number,
): InlineNode[] | undefined {
  if (found.escaped !== undefined) return [{ kind: 'text', text: found.escaped }]
  if (found.number !== undefined) {
    const number = Number(found.number)
    return number >= 1 && number <= sourceCount ? [{ kind: 'citation', number }] : undefined
  }
  if (found.strong !== undefined) return strongNodes(found.strong)
  if (found.code !== undefined) return [{ kind: 'code', text: found.code }]
  if (found.emphasis !== undefined) return [{ kind: 'emphasis', text: unescapeMarkdown(found.emphasis) }]
  if (found.label !== undefined && found.href !== undefined)
    return [{ kind: 'text', text: `${found.label} (${found.href})`.trimStart() }]
  return undefined
}

/** Code within bold text is code. */
function strongNodes(text: string): InlineNode[] {
  return text.split(/(`[^`]+`)/).flatMap((part): InlineNode[] => {
    if (part === '') return []
    return part.length > 2 && part.startsWith('`')
      ? [{ kind: 'code', text: part.slice(1, -1) }]
      : [{ kind: 'strong', text: unescapeMarkdown(part) }]
  })
}

/** Returns the text that the Markdown shows: escaped characters become themselves. */
function unescapeMarkdown(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])/g, '$1')
}
