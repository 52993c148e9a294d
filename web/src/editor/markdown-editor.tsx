import { history } from '@codemirror/commands'
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type StateCommand } from '@codemirror/state'
import { EditorView, keymap, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { editorText } from '../messages/editor.ts'
import { completions } from './completions.ts'
import { editorKeymap } from './editor-keymap.ts'
import { type Format, findFormats } from './formats.ts'
import { lineDirection } from './line-direction.ts'
import { exactText, lineEndings, resetLineEndings } from './line-endings.ts'
import { livePreview } from './live-preview.ts'
import type { FindNotes } from './note-links.ts'
import { noteMarkdown } from './note-markdown.ts'
import { pasteHtml } from './paste-html.ts'
import { openUploadPlace, type UploadPlace, uploadPlaces } from './upload-place.ts'

export interface MarkdownEditorHandle {
  /** Opens a place for uploads at the cursor; undefined while the editor is not there. */
  openUploadPlace(): UploadPlace | undefined
  /** Runs a command of the toolbar and gives the focus back to the text. */
  run(command: StateCommand): void
  focus(): void
}

const editorTheme = EditorView.theme({
  '&': { fontSize: '1rem', backgroundColor: 'transparent', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'inherit', lineHeight: '1.68', minHeight: '50vh' },
  // A wide table scrolls by itself.
  '.cm-content': { minWidth: '0', padding: '0', caretColor: 'var(--accent)' },
  '.cm-line': { padding: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': {
    backgroundColor: 'var(--mark) !important',
  },
  '.cm-placeholder': { color: 'var(--quiet)' },
})

const markdownHighlightStyle = HighlightStyle.define([
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: tags.link, color: 'var(--accent)' },
  { tag: tags.url, color: 'var(--quiet)' },
  { tag: tags.processingInstruction, color: 'var(--quiet)' },
])

/**
 * Takes files that are dropped or pasted, and formatted text as Markdown. Pasted text stays text, also where programs add a
 * picture of it.
 */
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
      const html = event.clipboardData?.getData('text/html') ?? ''
      if (html !== '' && pasteHtml(view, html)) {
        event.preventDefault()
        return true
      }
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
  onFormats,
  findNotes,
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
  /** Called with the formats at the cursor when they change. */
  onFormats: (formats: readonly Format[]) => void
  findNotes: FindNotes
  ref: Ref<MarkdownEditorHandle>
}) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(undefined)
  const latest = useRef({ onChange, onFiles, onFormats, findNotes })
  latest.current = { onChange, onFiles, onFormats, findNotes }
  useImperativeHandle(ref, () => ({
    openUploadPlace: () => view.current && openUploadPlace(view.current, view.current.state.selection.main.to),
    run(command) {
      if (view.current) command(view.current)
      view.current?.focus()
    },
    focus: () => view.current?.focus(),
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is created once and keeps its own text
  useEffect(() => {
    const element = host.current
    if (!element) return
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    let reported = ''
    const reportFormats = (state: EditorState) => {
      const formats = findFormats(state)
      if (formats.join() === reported) return
      reported = formats.join()
      latest.current.onFormats(formats)
    }
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          history(),
          lineEndings(text),
          completions((query) => latest.current.findNotes(query)),
          keymap.of(editorKeymap),
          noteMarkdown,
          livePreview(),
          lineDirection(),
          syntaxHighlighting(markdownHighlightStyle),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true', spellcheck: 'true' }),
          placeholder(editorText('placeholder')),
          editorTheme,
          uploadPlaces,
          fileEvents((files, place) => latest.current.onFiles(files, place)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange(exactText(update.state))
            if (update.docChanged || update.selectionSet) reportFormats(update.state)
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
    if (!editor || exactText(editor.state) === text) return
    editor.dispatch({
      changes: { from: 0, to: editor.state.doc.length, insert: text },
      effects: resetLineEndings(text),
    })
  }, [revision])

  return <div ref={host} data-testid="editor" />
}
