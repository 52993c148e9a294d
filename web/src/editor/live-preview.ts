import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Extension, type Range, RangeSet, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { findAttachmentPath } from '../components/attachment-path.ts'
import { findCalloutKind } from '../components/callouts.ts'
import { calloutText } from '../messages/callout.ts'
import { previewTheme } from './preview-theme.ts'
import {
  BulletWidget,
  CalloutLabelWidget,
  ImageWidget,
  RuleWidget,
  TableWidget,
  TaskWidget,
} from './preview-widgets.ts'
import { readTable } from './table-cells.ts'

type SyntaxNode = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>

/**
 * Shows Markdown as it will read: markers are hidden where the cursor isn't. Decorations only change how the text looks;
 * the text itself stays as it was written.
 */
export function livePreview(): Extension {
  return [inlinePreview, tablePreview, previewTheme]
}

const inlinePreview = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorateVisible(view)
    }

    update(update: ViewUpdate) {
      const isParsed = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.selectionSet || update.viewportChanged || isParsed)
        this.decorations = decorateVisible(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function decorateVisible({ state, visibleRanges }: EditorView): DecorationSet {
  const decorations: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ node }) => {
        const found = decorate(state, node)
        decorations.push(...found.decorations)
        return found.isWhole !== true
      },
    })
  }
  return Decoration.set(decorations, true)
}

interface Decorated {
  decorations: Range<Decoration>[]
  /** The nodes inside stay as they are. */
  isWhole?: boolean
}

const hidden = Decoration.replace({})
const nothing: Decorated = { decorations: [] }

function decorate(state: EditorState, node: SyntaxNode): Decorated {
  const { name, from, to } = node
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1]
  if (heading) return { decorations: decorateLines(state, node, `cm-h${heading}`) }
  switch (name) {
    case 'HeaderMark': {
      const isAtx = node.parent?.name.startsWith('ATX') === true
      if (!isAtx || isOnSelectedLine(state, from)) return nothing
      const isOpening = from === node.parent?.from
      const end = isOpening && state.sliceDoc(to, to + 1) === ' ' ? to + 1 : to
      return { decorations: [hidden.range(from, end)] }
    }
    case 'EmphasisMark':
    case 'StrikethroughMark':
      return { decorations: isSelected(state, node.parent ?? node) ? [] : [hidden.range(from, to)] }
    case 'CodeMark':
      if (node.parent?.name !== 'InlineCode') return nothing
      return { decorations: isSelected(state, node.parent) ? [] : [hidden.range(from, to)] }
    case 'InlineCode':
      return { decorations: [Decoration.mark({ class: 'cm-inline-code' }).range(from, to)] }
    case 'Escape':
      return { decorations: isSelected(state, node) ? [] : [hidden.range(from, from + 1)] }
    case 'Link':
      return decorateLink(state, node)
    case 'Image':
      return decorateImage(state, node)
    case 'Blockquote':
      return { decorations: decorateQuote(state, node) }
    case 'QuoteMark':
      return { decorations: isOnSelectedLine(state, from) ? [] : [hidden.range(from, skipSpace(state, to))] }
    case 'ListMark':
      return { decorations: decorateListMark(state, node) }
    case 'TaskMarker': {
      if (isSelected(state, node)) return nothing
      const isDone = state.sliceDoc(from + 1, from + 2) !== ' '
      const label = state.sliceDoc(to, state.doc.lineAt(to).to).trim()
      return { decorations: [Decoration.replace({ widget: new TaskWidget(isDone, label) }).range(from, to)] }
    }
    case 'FencedCode':
    case 'CodeBlock':
      return { decorations: decorateLines(state, node, 'cm-code') }
    case 'HorizontalRule':
      if (isOnSelectedLine(state, from)) return nothing
      return { decorations: [Decoration.replace({ widget: new RuleWidget() }).range(from, to)] }
    case 'Table':
      return { decorations: decorateLines(state, node, 'cm-table-source') }
    default:
      return nothing
  }
}

/** Shows the text of a link without brackets and address. */
function decorateLink(state: EditorState, node: SyntaxNode): Decorated {
  const url = node.getChild('URL')
  const [open, close] = node.getChildren('LinkMark')
  if (!url || !open || !close || open.to === close.from || isSelected(state, node)) return nothing
  const address = state.sliceDoc(url.from, url.to)
  return {
    decorations: [
      hidden.range(open.from, open.to),
      Decoration.mark({ class: 'cm-link', attributes: { title: address } }).range(open.to, close.from),
      hidden.range(close.from, node.to),
    ],
  }
}

/** Shows a picture instead of its source; with the cursor there, after it: a picture just uploaded is seen at once. */
function decorateImage(state: EditorState, node: SyntaxNode): Decorated {
  const url = node.getChild('URL')
  const [open, close] = node.getChildren('LinkMark')
  const path = url && findAttachmentPath(state.sliceDoc(url.from, url.to))
  if (!path || !open || !close) return nothing
  const alt = state.sliceDoc(open.to, close.from).replace(/\\(.)/g, '$1')
  const widget = new ImageWidget(path, alt)
  if (isSelected(state, node)) return { decorations: [Decoration.widget({ widget, side: 1 }).range(node.to)] }
  return {
    decorations: [Decoration.replace({ widget }).range(node.from, node.to)],
    isWhole: true,
  }
}

function decorateQuote(state: EditorState, node: SyntaxNode): Range<Decoration>[] {
  const first = state.doc.lineAt(node.from)
  const mark = /^[ \t]*>[ \t]?/.exec(first.text)?.[0] ?? ''
  const kind = findCalloutKind(first.text.slice(mark.length))
  if (!kind) return decorateLines(state, node, 'cm-quote')
  const lines = decorateLines(state, node, `cm-callout cm-callout-${kind}`)
  if (isOnSelectedLine(state, first.from)) return lines
  const label = new CalloutLabelWidget(calloutText(kind))
  return [...lines, Decoration.replace({ widget: label }).range(first.from + mark.length, first.to)]
}

function decorateListMark(state: EditorState, node: SyntaxNode): Range<Decoration>[] {
  const item = node.parent
  if (item?.parent?.name !== 'BulletList' || isSelected(state, node)) return []
  if (item.getChild('Task')) return [hidden.range(node.from, skipSpace(state, node.to))]
  return [Decoration.replace({ widget: new BulletWidget() }).range(node.from, node.to)]
}

function decorateLines(state: EditorState, { from, to }: SyntaxNode, className: string): Range<Decoration>[] {
  const lines: Range<Decoration>[] = []
  for (let at = from; at <= to; ) {
    const line = state.doc.lineAt(at)
    lines.push(Decoration.line({ class: className }).range(line.from))
    at = line.to + 1
  }
  return lines
}

/** Shows tables without the cursor as tables. They span lines, so the state has to know of them before the layout. */
const tablePreview = StateField.define<DecorationSet>({
  create: findTables,
  update(tables, transaction) {
    const { startState, state } = transaction
    const isParsed = syntaxTree(startState) !== syntaxTree(state)
    return transaction.docChanged || transaction.selection || isParsed ? findTables(state) : tables
  },
  provide: (field) => EditorView.decorations.from(field),
})

function findTables(state: EditorState): DecorationSet {
  const tables: Range<Decoration>[] = []
  for (let node = syntaxTree(state).topNode.firstChild; node; node = node.nextSibling) {
    if (node.name !== 'Table' || isSelected(state, node)) continue
    const table = readTable(state, node)
    if (!table) continue
    const widget = new TableWidget(state.sliceDoc(table.from, table.to), table)
    tables.push(Decoration.replace({ widget, block: true }).range(table.from, table.to))
  }
  return RangeSet.of(tables)
}

/** Returns the start of the table that the cursor would skip on its way from one line to another. */
export function findSkippedTable(
  state: EditorState,
  from: number,
  to: number,
): { from: number; to: number } | undefined {
  let found: { from: number; to: number } | undefined
  state.field(tablePreview).between(Math.min(from, to), Math.max(from, to), (start, end) => {
    // The nearest to the cursor.
    if (!found || from > to) found = { from: start, to: end }
  })
  return found
}

function isSelected(state: EditorState, { from, to }: { from: number; to: number }): boolean {
  return state.selection.ranges.some((range) => range.from <= to && range.to >= from)
}

function isOnSelectedLine(state: EditorState, position: number): boolean {
  return isSelected(state, state.doc.lineAt(position))
}

function skipSpace(state: EditorState, position: number): number {
  return state.sliceDoc(position, position + 1) === ' ' ? position + 1 : position
}
