import type { InlineNode } from './parse-inline.ts'

/** A citation with the end of the text that it supports: no line break comes between them. */
export interface CitedEnd {
  kind: 'cited'
  parts: InlineNode[]
}

/** Letters that stay with a citation. Not the whole of a long word, which a narrow screen has to break. */
const maxJoinedLength = 12

/**
 * Groups citations with the last word before them and the punctuation after them. The browser may break a line before and
 * after each citation, so that it would stand alone on a line otherwise.
 */
export function joinCitations(nodes: readonly InlineNode[]): (InlineNode | CitedEnd)[] {
  const joined: (InlineNode | CitedEnd)[] = []
  for (const node of nodes) {
    const last = joined.at(-1)
    if (node.kind === 'citation') {
      if (last?.kind === 'cited') last.parts.push(node)
      else joined.push({ kind: 'cited', parts: [...takeLastWord(joined), node] })
    } else if (node.kind === 'text' && last?.kind === 'cited') {
      const [punctuation = ''] = /^(?:\s+$|[.,;:!?…)\]”’»]*)/u.exec(node.text) ?? []
      if (punctuation !== '') last.parts.push({ kind: 'text', text: punctuation })
      if (node.text.length > punctuation.length)
        joined.push({ kind: 'text', text: node.text.slice(punctuation.length) })
    } else joined.push(node)
  }
  return joined
}

/** Removes the last word from the end of the nodes, with the space after it, and returns it. */
function takeLastWord(nodes: (InlineNode | CitedEnd)[]): InlineNode[] {
  const last = nodes.at(-1)
  if (!last || last.kind === 'cited' || last.kind === 'citation') return []
  nodes.pop()
  if (last.text.trim() === '') return [...takeLastWord(nodes), last]
  // Half of a code would look like two.
  const length = last.kind === 'code' ? last.text.length : joinedLength(last.text)
  if (length > 2 * maxJoinedLength) {
    nodes.push(last)
    return []
  }
  if (last.text.length > length) nodes.push({ ...last, text: last.text.slice(0, -length) })
  return [{ ...last, text: last.text.slice(-length) }]
}

function joinedLength(text: string): number {
  const space = /\s*$/.exec(text)?.[0].length ?? 0
  const word = /\S*$/.exec(text.trimEnd())?.[0].length ?? 0
  return Math.min(word, maxJoinedLength) + space
}
