import { type InlineNode, parseInline } from './parse-inline.ts'
import { isDelimiterRow, splitTableRow } from './parse-table.ts'

export type AnswerBlock =
  | { kind: 'paragraph'; inline: InlineNode[] }
  | { kind: 'heading'; level: number; inline: InlineNode[] }
  | AnswerList
  | AnswerTable
  | AnswerCode

export interface AnswerCode {
  kind: 'code'
  text: string
}

export interface AnswerList {
  kind: 'list'
  isOrdered: boolean
  start: number
  items: ListItem[]
}

export interface ListItem {
  inline: InlineNode[]
  /** The lists and the code below the item. */
  children: (AnswerList | AnswerCode)[]
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
  let code: { lines: string[]; fence: string; indent: string } | undefined
  let table: AnswerTable | undefined
  const openLists: OpenLists = []
  const inlineOf = (text: string) => parseInline(text, sourceCount)
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', inline: inlineOf(paragraph.join(' ')) })
    paragraph = []
  }
  const endCode = () => {
    if (!code) return
    const block: AnswerCode = { kind: 'code', text: code.lines.join('\n') }
    const item = code.indent === '' ? undefined : openItem(blocks, openLists)
    const siblings: AnswerBlock[] = item?.children ?? blocks
    siblings.push(block)
    code = undefined
  }
  const lines = answer.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as string
    if (code) {
      if (line.trim() === code.fence) endCode()
      else code.lines.push(line.startsWith(code.indent) ? line.slice(code.indent.length) : line)
      continue
    }
    const [, indent = '', fence] = /^(\s*)(`{3,})[^`]*$/.exec(line) ?? []
    if (fence) {
      endParagraph()
      code = { lines: [], fence, indent }
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
    const heading = /^\s*(#{1,6})\s+(.*)$/.exec(line)
    if (line.trim() === '') endParagraph()
    else if (heading) {
      endParagraph()
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, inline: inlineOf(heading[2] ?? '') })
    } else if (item) {
      endParagraph()
      const [, indent = '', number, text = ''] = item
      addListItem(blocks, openLists, { indent: indent.length, number, inline: inlineOf(text) })
    } else paragraph.push(line.trim())
  }
  // While an answer is streaming, its last block is still open.
  endCode()
  endParagraph()
  return blocks
}

/** Tells whether the cells are a table's header. While an answer is streaming, the rest of the table may still come. */
function startsTable(cells: readonly string[], [next, ...more]: readonly string[], isStreaming: boolean): boolean {
  if (next === undefined) return isStreaming
  const isHalfWritten = isStreaming && more.length === 0
  return isDelimiterRow(next, cells.length) || (isHalfWritten && /^[\s|:-]*$/.test(next))
}

/** The lists that an indented item can continue, outermost first. */
type OpenLists = { indent: number; list: AnswerList }[]

/** Returns the last item, if nothing follows its list. */
function openItem(blocks: readonly AnswerBlock[], open: OpenLists): ListItem | undefined {
  return blocks.at(-1) === open[0]?.list ? open.at(-1)?.list.items.at(-1) : undefined
}

/** Adds an item to the list of its indentation, below the last item of the list around it, or begins a list. */
function addListItem(
  blocks: AnswerBlock[],
  open: OpenLists,
  { indent, number, inline }: { indent: number; number: string | undefined; inline: InlineNode[] },
): void {
  const isOrdered = number !== undefined
  // Text, a table or code after a list ends it, and so do its subitems.
  if (blocks.at(-1) !== open[0]?.list) open.length = 0
  while (open.length > 0 && indent < open.at(-1)!.indent) open.pop()
  const last = open.at(-1)
  const isNested = last !== undefined && indent >= last.indent + 2
  if (last && !isNested && last.list.isOrdered === isOrdered) {
    last.list.items.push({ inline, children: [] })
    return
  }
  const list: AnswerList = { kind: 'list', isOrdered, start: Number(number ?? 1), items: [{ inline, children: [] }] }
  if (last && !isNested) open.pop()
  const parent = open.at(-1)?.list.items.at(-1)
  if (parent) parent.children.push(list)
  else blocks.push(list)
  open.push({ indent, list })
}
