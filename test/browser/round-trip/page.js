// Runs in Chromium: the editor of the app with an edit session on a note in memory.
import { EditorView } from '@codemirror/view'
import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MarkdownEditor } from '../../../web/src/editor/markdown-editor.tsx'
import { createEditSession } from '../../../web/src/notes/edit-session.ts'

const host = document.createElement('div')
document.body.append(host)
let root
let session
let saved
let saves

globalThis.roundTrip = {
  /** Opens a text as the content of a note. */
  open(content) {
    saved = content
    saves = 0
    const note = (text) => ({ id: 'note', title: 'Note', content: text, lastEditedAt: new Date(saves).toISOString() })
    session = createEditSession(
      { id: 'session', noteId: 'note' },
      { note: note(content) },
      {
        read: async () => note(saved),
        save: async ({ markdown }) => {
          saves += 1
          saved = markdown
          return note(markdown)
        },
        keep: async () => true,
        forget() {},
        onSaved() {},
        now: Date.now,
      },
    )
    root?.unmount()
    root = createRoot(host)
    flushSync(() =>
      root.render(
        createElement(MarkdownEditor, {
          label: 'Content',
          text: content,
          revision: 0,
          onChange: (text) => session.change({ content: text }),
          onFiles() {},
          onFormats() {},
          findNotes: async () => [],
        }),
      ),
    )
  },
  /** Puts the cursor behind this part of the text. */
  placeCursor(before) {
    const content = document.querySelector('[data-testid="editor"]').shadowRoot.querySelector('.cm-content')
    const view = EditorView.findFromDOM(content)
    view.dispatch({ selection: { anchor: before.replace(/\r\n?/g, '\n').length }, scrollIntoView: true })
    view.focus()
  },
  /** Saves, and returns what the note holds then. */
  async save() {
    await session.flush()
    return { saved, saves }
  },
}
