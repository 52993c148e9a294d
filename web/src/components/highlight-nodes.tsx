import { cloneElement, Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'
import { findSupportingSpans, type Support, type TextSpan } from './highlight.ts'

/**
 * Marks the text that supports an answer in rendered Markdown. Works on the elements, so that a sentence is found across
 * links, bold words and list items. The text of a table row is compared as the index has it: "Site: Kobe; Days: 20",
 * and without struck out words, which it leaves out.
 */
export function highlightNodes(root: ReactNode, support: Support): { nodes: ReactNode; isFound: boolean } {
  const pieces = collectText(root)
  let length = 0
  const starts = pieces.map(({ text }) => {
    const start = length
    length += text.length
    return start
  })
  const [spans = []] = findSupportingSpans([pieces.map(({ text }) => text).join('')], support)
  if (spans.length === 0) return { nodes: root, isFound: false }

  const shown = pieces.flatMap(({ text, isShown }, index) => (isShown ? [{ text, start: starts[index] ?? 0 }] : []))
  let next = 0
  const mark = (node: ReactNode, key?: number): ReactNode => {
    if (isText(node)) {
      const { text, start } = shown[next] as { text: string; start: number }
      next += 1
      return <MarkedText key={key} text={String(node)} spans={clipSpans(spans, start, text.length)} />
    }
    if (Array.isArray(node)) return node.map((child: ReactNode, index) => mark(child, index))
    if (!isValidElement(node) || !hasChildren(node)) return node
    const children = mark(node.props.children)
    return cloneElement(node, {}, ...(Array.isArray(children) ? children : [children]))
  }
  return { nodes: mark(root), isFound: true }
}

interface TextPiece {
  /** Empty for struck out words. */
  text: string
  /** False: a separator or a column name, which the row doesn't show. */
  isShown: boolean
}

function collectText(root: ReactNode): TextPiece[] {
  const pieces: TextPiece[] = []
  let columnNames: string[] = []
  const addHidden = (text: string) => pieces.push({ text, isShown: false })
  const visit = (node: ReactNode, isStruck = false): void => {
    if (isText(node)) pieces.push({ text: isStruck ? '' : String(node), isShown: true })
    else if (Array.isArray(node)) for (const child of node) visit(child, isStruck)
    else if (isValidElement(node) && hasChildren(node)) {
      const { children } = node.props
      if (node.type === 'thead') columnNames = cellsOf(children).map(plainText)
      if (node.type === 'tr' && cellsOf(node).some(({ type }) => type === 'td')) visitRow(cellsOf(node))
      else visit(children, isStruck || node.type === 's')
      if (node.type !== Fragment && isBlock(node)) addHidden('\n')
    }
  }
  const visitRow = (cells: ElementWithChildren[]) => {
    for (const [column, cell] of cells.entries()) {
      const name = columnNames[column] ?? ''
      addHidden(`${column > 0 ? '; ' : ''}${name && `${name}: `}`)
      visit(cell)
    }
  }
  visit(root)
  return pieces
}

type ElementWithChildren = ReactElement<{ children: ReactNode }>

function hasChildren(node: ReactElement): node is ElementWithChildren {
  return typeof node.props === 'object' && node.props !== null && 'children' in node.props
}

function isText(node: ReactNode): node is string | number {
  return typeof node === 'string' || typeof node === 'number'
}

function isBlock({ type }: ReactElement): boolean {
  return typeof type === 'string' && !['em', 'strong', 's', 'code', 'a', 'span', 'td', 'th'].includes(type)
}

/** Returns the cells of a row, or of the rows of a table's head. */
function cellsOf(node: ReactNode): ElementWithChildren[] {
  if (Array.isArray(node)) return node.flatMap(cellsOf)
  if (!isValidElement(node) || !hasChildren(node)) return []
  return node.type === 'td' || node.type === 'th' ? [node] : cellsOf(node.props.children)
}

function plainText(node: ReactNode): string {
  if (isText(node)) return String(node)
  if (Array.isArray(node)) return node.map(plainText).join('')
  return isValidElement(node) && hasChildren(node) ? plainText(node.props.children) : ''
}

/** Returns the parts of the spans within a piece of the text, as offsets in the piece. */
export function clipSpans(spans: readonly TextSpan[], start: number, length: number): TextSpan[] {
  return spans
    .map((span) => ({ start: Math.max(0, span.start - start), end: Math.min(length, span.end - start) }))
    .filter((span) => span.start < span.end)
}

/** Shows a text with its spans marked. */
export function MarkedText({ text, spans }: { text: string; spans: readonly TextSpan[] }) {
  const ends = [0, ...spans.map((span) => span.end)]
  return (
    <>
      {spans.map((span, index) => (
        <Fragment key={span.start}>
          {text.slice(ends[index], span.start)}
          <mark>{text.slice(span.start, span.end)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
