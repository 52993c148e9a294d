import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

/** What the text at the cursor is. */
export type Format =
  | 'bold'
  | 'italic'
  | 'heading'
  | 'bulletList'
  | 'numberedList'
  | 'taskList'
  | 'quote'
  | 'code'
  | 'link'
  | 'table'

const formatOfNode: Record<string, Format> = {
  StrongEmphasis: 'bold',
  Emphasis: 'italic',
  BulletList: 'bulletList',
  OrderedList: 'numberedList',
  Task: 'taskList',
  Blockquote: 'quote',
  InlineCode: 'code',
  FencedCode: 'code',
  Link: 'link',
  Table: 'table',
}

/** Returns the formats at the cursor, in a fixed order. */
export function findFormats(state: EditorState): Format[] {
  const formats = new Set<Format>()
  const { head } = state.selection.main
  for (const side of [-1, 1] as const) {
    for (let node: ReturnType<typeof step> = syntaxTree(state).resolveInner(head, side); node; node = step(node)) {
      const format = node.name.includes('Heading') ? 'heading' : formatOfNode[node.name]
      if (format) formats.add(format)
    }
  }
  if (formats.has('taskList')) formats.delete('bulletList')
  return [...formats].sort()
}

function step(node: ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>) {
  return node.parent
}
