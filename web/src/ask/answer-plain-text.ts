import { type AnswerBlock, type AnswerList, type AnswerTable, parseAnswer } from './parse-answer.ts'
import type { InlineNode } from './parse-inline.ts'

/** Any bracketed number counts as a citation: the answers shown here are checked by the service. */
const maxSourceCount = 999

/**
 * Returns the answer as plain text to copy. Tabs separate the cells of a table, so that it can be pasted into a
 * spreadsheet.
 */
export function answerAsPlainText(answer: string): string {
  return parseAnswer(answer, maxSourceCount).map(blockText).join('\n\n')
}

/** Returns the sentences, list items and table rows of the answer that cite a source, worded as in the source. */
export function sentencesCiting(answer: string, number: number): string[] {
  return parseAnswer(answer, maxSourceCount)
    .flatMap(blockLines)
    .flatMap((line) => findCitedParts(line, number))
}

function blockText(block: AnswerBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return inlineText(block.inline)
    case 'code':
      return block.text
    case 'list':
      return listText(block, '')
    case 'table':
      return tableText(block)
  }
}

function listText({ isOrdered, start, items }: AnswerList, indent: string): string {
  return items
    .flatMap(({ inline, children }, index) => {
      const marker = isOrdered ? `${start + index}.` : '-'
      const inner = `${indent}${' '.repeat(marker.length + 1)}`
      const below = children.map((child) =>
        child.kind === 'list' ? listText(child, inner) : child.text.replace(/^(?=.)/gm, inner),
      )
      return [`${indent}${marker} ${inlineText(inline)}`, ...below]
    })
    .join('\n')
}

function tableText({ header, rows }: AnswerTable): string {
  const lines = [header, ...rows].map((cells) => cells.map(inlineText).join('\t'))
  return lines.filter((line) => line.trim() !== '').join('\n')
}

function inlineText(nodes: readonly InlineNode[]): string {
  return nodes.map((node) => (node.kind === 'citation' ? `[${node.number}]` : node.text)).join('')
}

function blockLines(block: AnswerBlock): InlineNode[][] {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [block.inline]
    case 'code':
      return []
    case 'list':
      return block.items.flatMap(({ inline, children }) => [inline, ...children.flatMap(blockLines)])
    case 'table':
      return block.rows.map((cells) => rowLine(block.header, cells))
  }
}

/** Returns a row as the text of a passage holds it: "Site: Kobe; Days: 20". */
function rowLine(header: AnswerTable['header'], cells: readonly InlineNode[][]): InlineNode[] {
  return cells.flatMap((cell, column): InlineNode[] => {
    if (cell.every(({ kind }) => kind === 'citation')) return cell
    const name = inlineText(header[column] ?? [])
    return [{ kind: 'text', text: `${column > 0 ? '; ' : ''}${name && `${name}: `}` }, ...cell]
  })
}

/** The text between two groups of citations is supported by the second group. */
function findCitedParts(line: readonly InlineNode[], number: number): string[] {
  const found: string[] = []
  let text = ''
  let isCited = false
  const endPart = () => {
    if (isCited && text.trim() !== '') found.push(text.trim())
    text = ''
    isCited = false
  }
  for (const [index, node] of line.entries()) {
    if (node.kind === 'citation') {
      isCited ||= node.number === number
      continue
    }
    const isGroupOver = line[index - 1]?.kind === 'citation' && node.text.trim() !== ''
    if (isGroupOver) endPart()
    text += node.text
  }
  endPart()
  return found
}
