import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, WidgetType } from '@codemirror/view'

/** A place in the text where links to uploaded files are inserted. Until then a label shows there, which is not text. */
export interface UploadPlace {
  show(label: string): void
  /** Inserts text there; what was typed meanwhile stays. Returns whether it could: not after the editor was closed. */
  insert(text: string): boolean
  close(): void
}

let lastId = 0

/** Opens a place at a position. It moves with the text around it, so typing goes on while files are uploaded. */
export function openUploadPlace(view: EditorView, position: number): UploadPlace {
  lastId += 1
  const id = lastId
  const currentPosition = () => view.state.field(places).get(id)?.position ?? Math.min(position, view.state.doc.length)
  return {
    show(label) {
      if (view.dom.isConnected) view.dispatch({ effects: setPlace.of({ id, position: currentPosition(), label }) })
    },
    insert(text) {
      if (!view.dom.isConnected) return false
      const from = currentPosition()
      const label = view.state.field(places).get(id)?.label ?? ''
      const { main } = view.state.selection
      const isCursorHere = main.empty && main.head === from
      const line = view.state.doc.lineAt(from)
      // Before a line it gets a paragraph of its own: joined, a heading or a list would no longer be one.
      const below = from === line.from && line.text.trim() !== '' ? '\n\n' : ''
      view.dispatch({
        changes: { from, insert: text + below },
        ...(isCursorHere && { selection: { anchor: from + text.length + below.length } }),
        effects: setPlace.of({ id, position: from + text.length, label }),
        userEvent: 'input.upload',
      })
      return true
    },
    close() {
      if (view.dom.isConnected) view.dispatch({ effects: closePlace.of(id) })
    },
  }
}

interface Place {
  position: number
  label: string
}

const setPlace = StateEffect.define<Place & { id: number }>()
const closePlace = StateEffect.define<number>()

const places = StateField.define<ReadonlyMap<number, Place>>({
  create: () => new Map(),
  update(before, transaction) {
    if (before.size === 0 && transaction.effects.length === 0) return before
    const after = new Map<number, Place>()
    // What is typed at the place comes after it.
    for (const [id, { position, label }] of before)
      after.set(id, { position: transaction.changes.mapPos(position, -1), label })
    for (const effect of transaction.effects) {
      if (effect.is(setPlace)) after.set(effect.value.id, effect.value)
      if (effect.is(closePlace)) after.delete(effect.value)
    }
    return after
  },
  provide: (field) =>
    EditorView.decorations.from(field, (shown) =>
      Decoration.set(
        [...shown.values()].map(({ position, label }) =>
          Decoration.widget({ widget: new UploadLabel(label), side: -1 }).range(position),
        ),
        true,
      ),
    ),
})

class UploadLabel extends WidgetType {
  readonly label: string

  constructor(label: string) {
    super()
    this.label = label
  }

  override eq(other: UploadLabel): boolean {
    return other.label === this.label
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span')
    element.className = 'cm-upload'
    element.textContent = this.label
    return element
  }
}

/** Shows the open places of an editor. */
export const uploadPlaces: Extension = [
  places,
  EditorView.baseTheme({
    '.cm-upload': {
      padding: '1px 8px',
      borderRadius: '6px',
      backgroundColor: 'var(--accent-soft)',
      color: 'var(--accent)',
      fontSize: '0.875em',
    },
  }),
]
