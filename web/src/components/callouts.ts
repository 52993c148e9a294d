import type { Token } from 'markdown-it'
import { calloutText } from '../messages/callout.ts'
import { withoutStart } from './inline-tokens.ts'

/** The kinds of callouts that GitHub, GitLab and Obsidian know too. */
const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const

export type CalloutKind = (typeof calloutKinds)[number]

/** Returns the kind of callout that the first line of a quotation names: `[!NOTE]`. */
export function findCalloutKind(firstLine: string): CalloutKind | undefined {
  const name = /^\s*\[!([a-z]+)\][ \t]*$/i.exec(firstLine)?.[1]?.toLowerCase()
  return calloutKinds.find((kind) => kind === name)
}

/** Returns what a quotation with a label shows: the label, and the tokens without its line. */
export function findCallout(
  inside: readonly Token[],
): { kind: CalloutKind; label: string; inside: Token[] } | undefined {
  const inline = inside[1]
  if (inside[0]?.type !== 'paragraph_open' || inline?.type !== 'inline') return undefined
  const [firstLine = ''] = inline.content.split('\n')
  const kind = findCalloutKind(firstLine)
  if (!kind) return undefined
  const lineBreak = inline.children?.findIndex(({ type }) => type === 'softbreak' || type === 'hardbreak') ?? -1
  const rest = lineBreak < 0 ? inside.slice(3) : withoutStart(inside, 1, inline.children?.slice(lineBreak + 1) ?? [])
  return { kind, label: calloutText(kind), inside: rest }
}
