import { indentLess, indentMore, moveLineDown, moveLineUp, redo, standardKeymap, undo } from '@codemirror/commands'
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { EditorSelection } from '@codemirror/state'
import type { Command, KeyBinding } from '@codemirror/view'
import {
  insertLink,
  toggleBulletList,
  toggleCode,
  toggleHeading,
  toggleNumberedList,
  toggleQuote,
  toggleTask,
  toggleTaskList,
} from './block-commands.ts'
import { findSkippedTable } from './live-preview.ts'
import { toggleBold, toggleItalic } from './markdown-emphasis.ts'
import { cellBelow, nextCell, previousCell } from './table-commands.ts'

/**
 * The keys of a text field, and those of a word processor. CodeMirror's default keymap is made for source code: there,
 * Ctrl+I, Alt+L and Ctrl+U change the selection, and the next key would replace the selected text. Tab leaves the editor
 * except in a table; there, Escape and then Tab does.
 */
export const editorKeymap: readonly KeyBinding[] = [
  { key: 'Mod-b', run: toggleBold, preventDefault: true },
  { key: 'Mod-i', run: toggleItalic, preventDefault: true },
  { key: 'Mod-e', run: toggleCode, preventDefault: true },
  { key: 'Mod-Shift-k', run: insertLink, preventDefault: true },
  { key: 'Mod-Alt-2', run: toggleHeading(2) },
  { key: 'Mod-Alt-3', run: toggleHeading(3) },
  { key: 'Mod-Shift-7', run: toggleNumberedList },
  { key: 'Mod-Shift-8', run: toggleBulletList },
  { key: 'Mod-Shift-9', run: toggleTaskList },
  { key: 'Mod-Shift-.', run: toggleQuote },
  { key: 'Mod-Enter', run: toggleTask },
  { key: 'Tab', run: nextCell, shift: previousCell },
  { key: 'Enter', run: cellBelow },
  // Enter in an empty item ends the list.
  { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
  { key: 'Backspace', run: deleteMarkupBackward },
  { key: 'ArrowDown', run: enterTable(true) },
  { key: 'ArrowUp', run: enterTable(false) },
  { key: 'Mod-]', run: indentMore },
  { key: 'Mod-[', run: indentLess },
  { key: 'Mod-z', run: undo, preventDefault: true },
  { key: 'Mod-Shift-z', run: redo, preventDefault: true },
  { key: 'Mod-y', run: redo, preventDefault: true },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  ...standardKeymap,
]

/** Goes into a table that is shown as such, instead of over it. */
function enterTable(isForward: boolean): Command {
  return (view) => {
    const { main } = view.state.selection
    if (!main.empty) return false
    const next = view.moveVertically(main, isForward)
    const table = findSkippedTable(view.state, main.head, next.head)
    if (!table) return false
    const anchor = isForward ? table.from : table.to
    view.dispatch({ selection: EditorSelection.cursor(anchor), scrollIntoView: true, userEvent: 'select' })
    return true
  }
}
