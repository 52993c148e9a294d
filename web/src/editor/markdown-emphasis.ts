import { ensureSyntaxTree, syntaxTree } from '@codemirror/language'
import {
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type SelectionRange,
  type StateCommand,
} from '@codemirror/state'

type Tree = ReturnType<typeof syntaxTree>
type SyntaxNode = ReturnType<Tree['resolveInner']>

/** An emphasis of Markdown: the name of its syntax node, and the marker that the commands write. */
interface EmphasisKind {
  node: 'StrongEmphasis' | 'Emphasis'
  marker: '**' | '*'
}

interface Span {
  from: number
  to: number
}

export const toggleBold: StateCommand = toggleEmphasis({ node: 'StrongEmphasis', marker: '**' })
export const toggleItalic: StateCommand = toggleEmphasis({ node: 'Emphasis', marker: '*' })

/** Returns the command that emphasizes every selection, or the word at every cursor; a second call removes the emphasis. */
function toggleEmphasis(kind: EmphasisKind): StateCommand {
  return ({ state, dispatch }) => {
    if (state.readOnly) return false
    const tree = ensureSyntaxTree(state, state.selection.ranges.at(-1)?.to ?? 0) ?? syntaxTree(state)
    const update = state.changeByRange((range) => {
      if (range.empty) return toggleAtCursor(state, tree, kind, range.head)
      return toggleSelection(state, tree, kind, range)
    })
    dispatch(state.update(update, { scrollIntoView: true, userEvent: 'input' }))
    return true
  }
}

function toggleAtCursor(state: EditorState, tree: Tree, kind: EmphasisKind, cursor: number) {
  const { marker } = kind
  const around = emphasisAround(tree, kind, { from: cursor, to: cursor })
  const close = around?.lastChild
  // Right before the closing marker, as after typing the emphasized words: go on behind it.
  if (close && cursor === close.from) return { range: EditorSelection.cursor(close.to) }
  if (around) return apply(state, removeMarkers(around), cursor, cursor)
  const stars = Math.min(starsBefore(state, cursor), starsAfter(state, cursor))
  if (marker === '**' ? stars >= 2 : stars % 2 === 1) {
    const empty = { from: cursor - marker.length, to: cursor + marker.length }
    return { changes: empty, range: EditorSelection.cursor(empty.from) }
  }
  const word = state.wordAt(cursor)
  if (word) return apply(state, addMarkers(tree, kind, word), cursor, cursor, cursor === word.from ? 1 : -1)
  return {
    changes: { from: cursor, insert: marker + marker },
    range: EditorSelection.cursor(cursor + marker.length),
  }
}

function toggleSelection(state: EditorState, tree: Tree, kind: EmphasisKind, range: SelectionRange) {
  const spans = emphasizableSpans(state, range)
  const emphasized = spans.map((span) => ({ span, around: emphasisAround(tree, kind, span) }))
  const isRemoval = emphasized.every(({ around }) => around)
  const changes = emphasized.flatMap(({ span, around }) => {
    if (!around) return addMarkers(tree, kind, span)
    return isRemoval ? removeFromSpan(state, around, span) : []
  })
  return apply(state, changes, range.anchor, range.head)
}

/** Returns the changes with the selection after them: markers that border the selection stay outside of it. */
function apply(state: EditorState, changes: ChangeSpec[], anchor: number, head: number, side?: -1 | 1) {
  const set = state.changes(changes)
  const isForward = anchor <= head
  return {
    changes: set,
    range: EditorSelection.range(
      set.mapPos(anchor, side ?? (isForward ? 1 : -1)),
      set.mapPos(head, side ?? (isForward ? -1 : 1)),
    ),
  }
}

/** Returns the text of each selected line without list, heading and quotation marks: emphasis can't span blocks. */
function emphasizableSpans(state: EditorState, range: SelectionRange): Span[] {
  const spans: Span[] = []
  for (let at = range.from; at <= range.to; ) {
    const line = state.doc.lineAt(at)
    const blockMark = /^\s*(?:(?:[-*+]|\d+[.)]|#{1,6}|>)\s+)*/.exec(line.text)?.[0].length ?? 0
    const span = trim(state, {
      from: Math.max(range.from, line.from + blockMark),
      to: Math.min(range.to, line.to),
    })
    if (span.from < span.to) spans.push(span)
    at = line.to + 1
  }
  return spans
}

/** Emphasis can't begin or end with white space. */
function trim(state: EditorState, { from, to }: Span): Span {
  const text = from < to ? state.sliceDoc(from, to) : ''
  return { from: from + text.length - text.trimStart().length, to: to - (text.length - text.trimEnd().length) }
}

/** Returns the innermost emphasis of this kind that contains the span. */
function emphasisAround(tree: Tree, { node: name }: EmphasisKind, { from, to }: Span): SyntaxNode | undefined {
  for (let node: SyntaxNode | null = tree.resolveInner(from, 1); node; node = node.parent) {
    const isInside = from === to ? node.from < from && to < node.to : node.from <= from && to <= node.to
    if (node.name === name && isInside) return node
  }
  return undefined
}

/** Emphasizes the span as one, without the markers of the same kind inside of it. */
function addMarkers(tree: Tree, { node: name, marker }: EmphasisKind, span: Span): ChangeSpec[] {
  const inner: SyntaxNode[] = []
  tree.iterate({
    ...span,
    enter: ({ node }) => {
      const isInside = node.from < span.to && node.to > span.from
      if (node.name === name && isInside) inner.push(node)
    },
  })
  const from = Math.min(span.from, ...inner.map((node) => node.from))
  const to = Math.max(span.to, ...inner.map((node) => node.to))
  return [{ from, insert: marker }, ...inner.flatMap(removeMarkers), { from: to, insert: marker }]
}

function removeMarkers(emphasis: SyntaxNode): ChangeSpec[] {
  const { firstChild: open, lastChild: close } = emphasis
  return open && close ? [open, close].map(({ from, to }) => ({ from, to })) : []
}

/** Removes the emphasis from the span and keeps it on the words before and after. */
function removeFromSpan(state: EditorState, emphasis: SyntaxNode, span: Span): ChangeSpec[] {
  const { firstChild: open, lastChild: close } = emphasis
  if (!open || !close) return []
  const before = trim(state, { from: open.to, to: Math.max(open.to, span.from) })
  const after = trim(state, { from: Math.min(close.from, span.to), to: close.from })
  const marker = state.sliceDoc(open.from, open.to)
  return [
    before.from < before.to ? { from: before.to, insert: marker } : { from: open.from, to: open.to },
    after.from < after.to ? { from: after.from, insert: marker } : { from: close.from, to: close.to },
  ]
}

function starsBefore(state: EditorState, cursor: number): number {
  return /\**$/.exec(state.sliceDoc(Math.max(0, cursor - 3), cursor))?.[0].length ?? 0
}

function starsAfter(state: EditorState, cursor: number): number {
  return /^\**/.exec(state.sliceDoc(cursor, cursor + 3))?.[0].length ?? 0
}
