import { history, moveLineDown, moveLineUp, redo, standardKeymap, undo } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { defaultHighlightStyle, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, type KeyBinding, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { toggleBold, toggleItalic } from './markdown-emphasis.ts'
import { openUploadPlace, type UploadPlace, uploadPlaces } from './upload-place.ts'

export interface MarkdownEditorHandle {
  /** Opens a place for uploads at the cursor; undefined while the editor is not there. */
  openUploadPlace(): UploadPlace | undefined
}

const editorTheme = EditorView.theme({
  '&': { fontSize: '16px', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.7', minHeight: '50vh' },
  '.cm-content': { padding: '0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--mark) !important',
  },
  '.cm-placeholder': { color: 'var(--quiet)' },
})

const markdownHighlightStyle = HighlightStyle.define([
  { tag: tags.heading1, fontWeight: '650', fontSize: '1.35em' },
  { tag: tags.heading2, fontWeight: '640', fontSize: '1.18em' },
  { tag: tags.heading, fontWeight: '630' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--quiet)' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono, monospace)', fontSize: '0.92em' },
  { tag: tags.processingInstruction, color: 'var(--quiet)' },
])

/**
 * The keys of a text field, and those of a word processor. CodeMirror's default keymap is made for source code: there,
 * Ctrl+I, Alt+L and Ctrl+U change the selection, and the next key would replace the selected text.
 */
const editorKeymap: readonly KeyBinding[] = [
  { key: 'Mod-b', run: toggleBold },
  { key: 'Mod-i', run: toggleItalic },
  { key: 'Mod-z', run: undo, preventDefault: true },
  { key: 'Mod-Shift-z', run: redo, preventDefault: true },
  { key: 'Mod-y', run: redo, preventDefault: true },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  ...standardKeymap,
]

/** Takes files that are dropped or pasted. Pasted text stays text, also where programs add a picture of it. */
function fileEvents(onFiles: (files: File[], place: UploadPlace) => void) {
  return EditorView.domEventHandlers({
    drop(event, view) {
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length === 0) return false
      event.preventDefault()
      event.stopPropagation()
      const position = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.selection.main.to
      onFiles(files, openUploadPlace(view, position))
      return true
    },
    paste(event, view) {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.clipboardData?.types.includes('text/plain')) return false
      event.preventDefault()
      onFiles(files, openUploadPlace(view, view.state.selection.main.to))
      return true
    },
  })
}

/**
 * CodeMirror in a shadow root. There it uses constructed style sheets, which the Content-Security-Policy allows; in the
 * page itself it would insert a style element, which the policy forbids.
 */
export function MarkdownEditor({
  label,
  text,
  revision,
  onChange,
  onFiles,
  ref,
}: {
  label: string
  /** The text to start with. */
  text: string
  /** A new number replaces what the editor holds by `text`. */
  revision: number
  onChange: (text: string) => void
  /** Called with files that were dropped on the text or pasted into it. */
  onFiles: (files: File[], place: UploadPlace) => void
  ref: Ref<MarkdownEditorHandle>
}) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latestOnChange = useRef(onChange)
  latestOnChange.current = onChange
  const latestOnFiles = useRef(onFiles)
  latestOnFiles.current = onFiles
  useImperativeHandle(ref, () => ({
    openUploadPlace: () => view.current && openUploadPlace(view.current, view.current.state.selection.main.to),
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once and keeps its own text
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          history(),
          keymap.of(editorKeymap),
          markdown(),
          syntaxHighlighting(markdownHighlightStyle),
          syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true' }),
          placeholder('Write in Markdown'),
          editorTheme,
          uploadPlaces,
          fileEvents((files, place) => latestOnFiles.current(files, place)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latestOnChange.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    editor.focus()
    return () => editor.destroy()
  }, [])

  // Not whenever `text` differs: it can lag behind the editor, and would take back what was typed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new revision replaces the text
  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [revision])

  return <div ref={host} data-testid="editor" />
}
