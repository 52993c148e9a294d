import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import type { StateCommand } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { editorText } from '../messages/editor.ts'
import {
  insertCallout,
  insertCodeBlock,
  insertRule,
  insertTable,
  toggleBulletList,
  toggleHeading,
  toggleNumberedList,
  toggleQuote,
  toggleTaskList,
} from './block-commands.ts'

/** The blocks by the keys of their texts. */
const blocks: readonly (readonly [key: Parameters<typeof editorText>[0], command: StateCommand])[] = [
  ['heading2', toggleHeading(2)],
  ['heading3', toggleHeading(3)],
  ['bulletList', toggleBulletList],
  ['numberedList', toggleNumberedList],
  ['taskList', toggleTaskList],
  ['table', insertTable],
  ['callout', insertCallout],
  ['quote', toggleQuote],
  ['codeBlock', insertCodeBlock],
  ['rule', insertRule],
]

/** Offers blocks after a slash that begins a line or follows a space. */
export function completeBlock(context: CompletionContext): CompletionResult | null {
  const typed = context.matchBefore(/(?<=^|\s)\/[\p{L}\d ]{0,20}$/u)
  if (!typed) return null
  return {
    from: typed.from + 1,
    options: blocks.map(
      ([key, command], index): Completion => ({
        label: editorText(key),
        boost: -index,
        apply: (view, _, __, to) => runInstead(view, { from: typed.from, to }, command),
      }),
    ),
    validFor: /^[\p{L}\d ]{0,20}$/u,
  }
}

/** Removes what was typed for the menu, and runs the command in its place. */
function runInstead(view: EditorView, typed: { from: number; to: number }, command: StateCommand): void {
  view.dispatch({ changes: typed, selection: { anchor: typed.from }, userEvent: 'input.complete' })
  command(view)
}
