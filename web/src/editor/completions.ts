import { autocompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { completeNoteLink, type FindNotes } from './note-links.ts'
import { completeBlock } from './slash-menu.ts'

/** Offers blocks after `/` and notes after `[[`. */
export function completions(findNotes: FindNotes): Extension {
  const completeNote = completeNoteLink(findNotes)
  return [
    autocompletion({
      // One source: with two, each key that is typed disables the menu until the other source has answered, and Enter
      // would start a new line instead of choosing.
      override: [(context) => completeBlock(context) ?? completeNote(context)],
      icons: false,
      interactionDelay: 0,
      maxRenderedOptions: 20,
    }),
    look,
  ]
}

const look = EditorView.theme({
  '.cm-tooltip.cm-tooltip-autocomplete': {
    border: '1px solid var(--line)',
    borderRadius: '0.75rem',
    backgroundColor: 'var(--raised)',
    boxShadow: 'var(--shadow)',
    padding: '0.25rem',
    zIndex: '30',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'inherit',
    maxHeight: '16rem',
    minWidth: '14rem',
    maxWidth: 'min(26rem, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    padding: '0.35rem 0.75rem',
    borderRadius: '0.5rem',
    fontSize: '0.875rem',
    color: 'var(--ink)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent-soft) !important',
    color: 'var(--accent-strong) !important',
  },
  '.cm-completionDetail': { color: 'var(--quiet)', fontStyle: 'normal', fontSize: '0.8125rem' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '640' },
})
