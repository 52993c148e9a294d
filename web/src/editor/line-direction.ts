import type { Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** Writes each line in the direction of its own text, as the reader of a note does with each paragraph. */
export function lineDirection(): Extension {
  return [EditorView.perLineTextDirection.of(true), directedLines]
}

const directedLine = Decoration.line({ attributes: { dir: 'auto' } })

const directedLines = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = directVisibleLines(view)
    }

    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = directVisibleLines(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function directVisibleLines({ state, visibleRanges }: EditorView): DecorationSet {
  const starts = new Set<number>()
  for (const { from, to } of visibleRanges)
    for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
      starts.add(line.from)
      if (line.to >= to) break
    }
  return Decoration.set([...starts].map((start) => directedLine.range(start)))
}
