import { markdown, markdownLanguage } from '@codemirror/lang-markdown'
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state'

/** Runs the command on a text with `¦` for cursors and `⟦ ⟧` for selections, and returns it in the same notation. */
export function runCommand(command: StateCommand, notation: string): string {
  const ranges: { anchor: number; head: number }[] = []
  let doc = ''
  let anchor = 0
  for (const character of notation) {
    if (character === '¦') ranges.push({ anchor: doc.length, head: doc.length })
    else if (character === '⟦') anchor = doc.length
    else if (character === '⟧') ranges.push({ anchor, head: doc.length })
    else doc += character
  }
  let state = EditorState.create({
    doc,
    selection: EditorSelection.create(ranges.map((range) => EditorSelection.range(range.anchor, range.head))),
    extensions: [markdown({ base: markdownLanguage }), EditorState.allowMultipleSelections.of(true)],
  })
  command({
    state,
    dispatch: (transaction) => {
      state = transaction.state
    },
  })
  const marks = state.selection.ranges.flatMap(({ empty, from, to }): [at: number, mark: string][] =>
    empty
      ? [[from, '¦']]
      : [
          [from, '⟦'],
          [to, '⟧'],
        ],
  )
  return marks.toReversed().reduce((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), state.sliceDoc())
}
