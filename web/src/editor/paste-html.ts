import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { pastedMarkdown } from './pasted-html.ts'

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/** Inserts formatted text as Markdown. Returns false where plain text belongs: in code and tables, or without formats. */
export function pasteHtml(view: EditorView, html: string): boolean {
  const { state } = view
  const { from, to } = state.selection.main
  if (isInCodeOrTable(state, from)) return false
  const markdown = pastedMarkdown(html)
  if (markdown === undefined) return false
  const isBlock = /\n|^(?:#|[-*>|] |\d+[.)] )/.test(markdown)
  const before = state.doc.sliceString(state.doc.lineAt(from).from, from)
  const after = state.doc.sliceString(to, state.doc.lineAt(to).to)
  const lead = isBlock && before.trim() !== '' ? '\n\n' : ''
  const tail = isBlock && after.trim() !== '' ? '\n\n' : ''
  view.dispatch({
    ...state.replaceSelection(state.toText(lead + markdown + tail)),
    userEvent: 'input.paste',
    scrollIntoView: true,
  })
  return true
}

function isInCodeOrTable(state: EditorState, position: number): boolean {
  let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1)
  while (node && !/Code|Table/.test(node.name)) node = node.parent
  return node !== null
}
