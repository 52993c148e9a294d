import { type InlineNode, parseInline } from './parse-inline.ts'
import { isDelimiterRow, splitTableRow } from './parse-table.ts'

export type AnswerBlock =
  | { kind: 'paragraph' | 'heading'; inline: InlineNode[] }
  | AnswerList
  | AnswerTable
  | { kind: 'code'; text: string }

export interface AnswerList {
  kind: 'list'
  isOrdered: boolean
  start: number
  items: ListItem[]
}

export interface ListItem {
  inline: InlineNode[]
  /** The lists below the item. */
  children: AnswerList[]
}

export interface AnswerTable {
  kind: 'table'
  /** Empty cells in a table without column names. */
  header: InlineNode[][]
  /** Each row has as many cells as the header. */
  rows: InlineNode[][][]
}

const listItemPattern = /^(\s*)(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/

/**
 * Parses the Markdown subset of answers: paragraphs, lists, tables, headings, code, bold, italic, escaped characters, and
 * citations such as [1]. A number without a source stays text. Only citations lead anywhere: a link that a stored answer
 * of an older version quotes is shown as text with its address.
 */
export function parseAnswer(answer: string, sourceCount: number, { isStreaming = false } = {}): AnswerBlock[] {
  const blocks: AnswerBlock[] = []
  let paragraph: string[] = []
  let code: string[] | undefined
  let table: AnswerTable | undefined
  const inlineOf = (text: string) => parseInline(text, sourceCount)
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', inline: inlineOf(paragraph.join(' ')) })
    paragraph = []
  }
  const lines = answer.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as string
    if (/^\s*```/.test(line)) {
      if (code) blocks.push({ kind: 'code', text: code.join('\n') })
      else endParagraph()
      code = code ? undefined : []
      continue
    }
    if (code) {
      code.push(line)
      continue
    }
    const cells = splitTableRow(line)
    if (!cells) table = undefined
    else if (table) {
      table.rows.push(table.header.map((_, column) => inlineOf(cells[column] ?? '')))
      continue
    } else if (startsTable(cells, lines.slice(index + 1), isStreaming)) {
      endParagraph()
      table = { kind: 'table', header: cells.map(inlineOf), rows: [] }
      blocks.push(table)
      // The row of dashes.
      index += 1
      continue
    }
    const item = listItemPattern.exec(line)
    const heading = /^\s*#{1,6}\s+(.*)$/.exec(line)
    if (line.trim() === '') endParagraph()
    else if (heading) {
      endParagraph()
      blocks.push({ kind: 'heading', inline: inlineOf(heading[1] ?? '') })
    } else if (item) {
      endParagraph()
      const [, indent = '', number, text = ''] = item
      addListItem(blocks, { isIndented: indent.length >= 2, number, inline: inlineOf(text) })
    } else paragraph.push(line.trim())
  }
  // While an answer is streaming, its last block is still open.
  if (code) blocks.push({ kind: 'code', text: code.join('\n') })
  endParagraph()
  return blocks
}

/** Tells whether the cells are a table's header. While an answer is streaming, the rest of the table may still come. */
function startsTable(cells: readonly string[], [next, ...more]: readonly string[], isStreaming: boolean): boolean {
  if (next === undefined) return isStreaming
  const isHalfWritten = isStreaming && more.length === 0
  return isDelimiterRow(next, cells.length) || (isHalfWritten && /^[\s|:-]*$/.test(next))
}

/** Adds an item to the list that ends the blocks, or below the last item of that list if it is indented. */
function addListItem(
  blocks: AnswerBlock[],
  { isIndented, number, inline }: { isIndented: boolean; number: string | undefined; inline: InlineNode[] },
): void {
  const isOrdered = number !== undefined
  const last = blocks.at(-1)
  const parent = isIndented && last?.kind === 'list' ? last.items.at(-1) : undefined
  const siblings: AnswerBlock[] = parent?.children ?? blocks
  const list = siblings.at(-1)
  if (list?.kind === 'list' && list.isOrdered === isOrdered) list.items.push({ inline, children: [] })
  else siblings.push({ kind: 'list', isOrdered, start: Number(number ?? 1), items: [{ inline, children: [] }] })
}
