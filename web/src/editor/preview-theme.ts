import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

const mono = 'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace'

/** Sizes and spaces as the reader has them (`.prose` in styles.css). */
const look = EditorView.theme({
  '.cm-h1, .cm-h2, .cm-h3, .cm-h4, .cm-h5, .cm-h6': { fontWeight: '640', lineHeight: '1.3', paddingTop: '0.5em' },
  '.cm-h1': { fontSize: '1.4rem' },
  '.cm-h2': { fontSize: '1.2rem' },
  '.cm-h3': { fontSize: '1.05rem' },
  '.cm-inline-code': {
    fontFamily: mono,
    fontSize: '0.875em',
    padding: '0.1em 0.3em',
    borderRadius: '0.3rem',
    backgroundColor: 'var(--sunken)',
  },
  '.cm-code': {
    fontFamily: mono,
    fontSize: '0.875rem',
    lineHeight: '1.55',
    padding: '0 1rem',
    backgroundColor: 'var(--sunken)',
  },
  '.cm-link': {
    color: 'var(--accent)',
    textDecoration: 'underline',
    textDecorationColor: 'color-mix(in srgb, var(--accent) 40%, transparent)',
    textUnderlineOffset: '3px',
  },
  '.cm-bullet': { color: 'var(--quiet)', display: 'inline-block', width: '0.6em' },
  '.cm-task': {
    width: '1rem',
    height: '1rem',
    margin: '0 0.15rem 0 0',
    verticalAlign: '-0.15em',
    accentColor: 'var(--accent)',
    cursor: 'pointer',
  },
  '.cm-image': { maxWidth: '100%', maxHeight: '60vh', borderRadius: '0.5rem', verticalAlign: 'top' },
  '.cm-quote': { borderInlineStart: '3px solid var(--line)', paddingInlineStart: '1rem', color: 'var(--quiet)' },
  '.cm-callout': {
    borderInlineStart: '3px solid var(--accent)',
    paddingInlineStart: '1rem',
    paddingInlineEnd: '1rem',
    backgroundColor: 'var(--accent-soft)',
  },
  '.cm-callout-warning, .cm-callout-important': {
    borderInlineStartColor: 'var(--warn)',
    backgroundColor: 'var(--warn-soft)',
  },
  '.cm-callout-caution': { borderInlineStartColor: 'var(--alarm)', backgroundColor: 'var(--alarm-soft)' },
  '.cm-callout-label': { fontWeight: '640', color: 'var(--accent)' },
  '.cm-callout-warning .cm-callout-label, .cm-callout-important .cm-callout-label': { color: 'var(--warn)' },
  '.cm-callout-caution .cm-callout-label': { color: 'var(--alarm)' },
  '.cm-rule': {
    display: 'inline-block',
    width: '100%',
    borderTop: '1px solid var(--line)',
    verticalAlign: 'middle',
  },
  '.cm-table-source': { fontFamily: mono, fontSize: '0.875rem', backgroundColor: 'var(--sunken)', padding: '0 0.7rem' },
  '.cm-table': { overflowX: 'auto', padding: '0.3rem 0', cursor: 'text' },
  '.cm-table table': { width: '100%', borderCollapse: 'collapse', fontSize: '0.9375rem' },
  '.cm-table th, .cm-table td': {
    padding: '0.45rem 0.7rem',
    borderBottom: '1px solid var(--line)',
    textAlign: 'start',
    verticalAlign: 'top',
    height: '1.6em',
  },
  '.cm-table th': { minWidth: '6.5rem', fontWeight: '620' },
})

/** Colours of code, the same as in the reader (`.code-*` in styles.css). */
const codeColours = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--code-string)' },
  { tag: [tags.comment, tags.meta], color: 'var(--quiet)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.null], color: 'var(--code-number)' },
  { tag: [tags.definition(tags.variableName), tags.function(tags.variableName)], color: 'var(--code-name)' },
  { tag: [tags.typeName, tags.className, tags.tagName, tags.attributeName], color: 'var(--code-name)' },
  { tag: tags.inserted, color: 'var(--code-string)' },
  { tag: tags.deleted, color: 'var(--alarm)' },
])

export const previewTheme: Extension = [look, syntaxHighlighting(codeColours)]
