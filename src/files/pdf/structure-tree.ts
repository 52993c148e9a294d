import type { Block, Paragraph } from './blocks.ts'
import { columnsOf } from './columns.ts'
import { type Box, enclose } from './geometry.ts'
import { joinRow, type Line, rowsOf, segmentsOf } from './lines.ts'
import { listMarker } from './list-markers.ts'
import { splitOwnLines } from './own-lines.ts'
import { layOutPage } from './page-layout.ts'
import { textLine } from './paragraphs.ts'
import { cellLines, withoutEmpty } from './ruled-tables.ts'
import type { Word } from './words.ts'

/** An element of the structure tree of a page (PDF 32000-1, 14.8.4), or a reference to marked content. */
export interface StructureNode {
  role?: string
  children?: StructureNode[]
  type?: string
  id?: string
}

const heading = /^H([1-6])?$|^Title$/
const blockRole = /^(?:Part|Art|Sect|Div|BlockQuote|Aside|TOC|TOCI|L|LI|LBody|P|Table|Caption|Note|FENote|Figure)$/
/** Elements that hold blocks, and no text of their own. */
const groupRole = /^(?:Root|Document|Part|Art|Sect|Div|NonStruct|)$/
/** Share of the text of a page that tags must cover. */
const minCoverage = 0.85
/** Share of the text above which headings are tagged for their looks. */
const maxHeadingShare = 0.5
const maxDepth = 100

/** Says whether a structure tree has headings; tags without them are often written by a printer driver. */
export function hasHeadings(node: StructureNode | null, depth = 0): boolean {
  if (!node || depth > maxDepth) return false
  return heading.test(node.role ?? '') || (node.children ?? []).some((child) => hasHeadings(child, depth + 1))
}

/**
 * Returns the blocks of a page as its tags say, and the words that have no tag. `words` come in the order of the file.
 * Returns undefined if the tags cover too little of the page or call most of it a heading.
 */
export function taggedBlocks(
  tree: StructureNode,
  words: readonly Word[],
  rules: readonly Box[],
): { blocks: Block[]; rest: Word[] } | undefined {
  const byContent = new Map<number, Word[]>()
  for (const word of words) {
    if (word.contentId === undefined) continue
    const list = byContent.get(word.contentId)
    if (list) list.push(word)
    else byContent.set(word.contentId, [word])
  }
  const used = new Set<Word>()
  const take = (node: StructureNode): Word[] => {
    const found = contentIds(node).flatMap((id) => byContent.get(id) ?? [])
    return found.filter((word) => {
      const isNew = !used.has(word)
      used.add(word)
      return isNew
    })
  }
  const blocks = blocksOf(tree, { take, rules }, 0)
  const total = lengthOf(words)
  const headings = blocks.reduce((sum, block) => sum + (block.kind === 'heading' ? textLength(block.lines) : 0), 0)
  if (lengthOf([...used]) < minCoverage * total || (headings > maxHeadingShare * total && headings > 300))
    return undefined
  return { blocks, rest: words.filter((word) => !used.has(word)) }
}

interface Page {
  take(node: StructureNode): Word[]
  rules: readonly Box[]
}

function blocksOf(node: StructureNode, page: Page, depth: number): Block[] {
  if (depth > maxDepth) return []
  const role = node.role ?? ''
  const level = heading.exec(role)
  if (level) {
    const lines = linesOf(page.take(node), page)
    return lines.length > 0 ? [{ kind: 'heading', level: Math.min(4, Number(level[1] ?? 1)), large: false, lines }] : []
  }
  if (role === 'Table') return tableOf(node, page)
  if (role === 'LI') return itemOf(node, page, depth)
  if (!(node.children ?? []).some((child) => containsBlock(child))) return textBlock([node], role, page)
  const blocks: Block[] = []
  let inline: StructureNode[] = []
  for (const child of node.children ?? []) {
    if (!containsBlock(child)) {
      inline.push(child)
      continue
    }
    blocks.push(...textBlock(inline, role, page), ...blocksOf(child, page, depth + 1))
    inline = []
  }
  return [...blocks, ...textBlock(inline, role, page)]
}

/** Says whether an element is a block or has one inside, unlike links and spans. */
function containsBlock({ role = '', children = [] }: StructureNode, depth = 0): boolean {
  if (blockRole.test(role) || heading.test(role)) return true
  return depth < maxDepth && children.some((child) => containsBlock(child, depth + 1))
}

/**
 * Makes one block of elements within a line: text, links, spans. Browsers tag the boxes of a page like spans: text that is
 * in no paragraph is cut into paragraphs and tables by its place.
 */
function textBlock(nodes: readonly StructureNode[], role: string, page: Page): Block[] {
  const words = nodes.flatMap((node) => page.take(node))
  if (groupRole.test(role)) return layOutPage(segmentsOf(words), page.rules)
  const lines = linesOf(words, page)
  if (lines.length === 0) return []
  if (role === 'Code' || (lines.length > 1 && lines.every((line) => line.monospace))) return [{ kind: 'code', lines }]
  const isNote = role === 'Note' || role === 'FENote'
  return isNote ? [paragraph(lines, true)] : splitOwnLines(lines).map((part) => paragraph(part, false))
}

function paragraph(lines: Paragraph['lines'], footnote: boolean): Paragraph {
  const box = enclose(lines)
  return { kind: 'paragraph', lines, column: box, ...box, ...(footnote ? { footnote } : {}) }
}

/** Makes an item of the label and the first paragraph; nested lists and further paragraphs follow it. */
function itemOf(node: StructureNode, page: Page, depth: number): Block[] {
  const [own, nested] = splitItem(node)
  const lines = linesOf(
    own.flatMap((child) => page.take(child)),
    page,
  )
  const rest = nested.flatMap((child) => blocksOf(child, page, depth + 1))
  const [first] = lines
  if (!first) return rest
  const marker = listMarker(first.text)
  const text = marker?.rest ?? first.text
  const number = marker?.number
  return [
    { kind: 'item', lines: [{ ...first, text }, ...lines.slice(1)], ...(number === undefined ? {} : { number }) },
    ...rest,
  ]
}

/** Separates the parts of a list item that are lists or tables themselves. */
function splitItem(node: StructureNode): [own: StructureNode[], nested: StructureNode[]] {
  const children = (node.children ?? []).flatMap((child) => (child.role === 'LBody' ? (child.children ?? []) : [child]))
  const isNested = ({ role }: StructureNode) => role === 'L' || role === 'Table'
  return [children.filter((child) => !isNested(child)), children.filter(isNested)]
}

function tableOf(node: StructureNode, page: Page): Block[] {
  const captions = (node.children ?? []).filter(({ role }) => role === 'Caption')
  const rowNodes = rowsIn(node)
  const rows = rowNodes.map((row) => (row.children ?? []).map((cell) => page.take(cell)))
  const table = withoutEmpty(alignCells(rows).map((row) => row.map(cellLines)))
  if (rowNodes[0]?.children?.every(({ role }) => role === 'TH')) table.hasHeader = true
  const caption = linesOf(
    captions.flatMap((child) => page.take(child)),
    page,
  )
  return [...(caption.length > 0 ? [paragraph(caption, false)] : []), ...(table.rows.length > 0 ? [table] : [])]
}

function rowsIn(node: StructureNode, depth = 0): StructureNode[] {
  if (depth > maxDepth) return []
  return (node.children ?? []).flatMap((child) => (child.role === 'TR' ? [child] : rowsIn(child, depth + 1)))
}

/**
 * Gives each row one cell per column. Rows have fewer cells where some are merged, and the tree does not say which: the
 * place of the text does.
 */
function alignCells(rows: readonly Word[][][]): Word[][][] {
  const width = Math.max(0, ...rows.map((row) => row.length))
  const complete = rows.filter((row) => row.length === width)
  const columns = Array.from({ length: width }, (_, column) => complete.flatMap((row) => row[column] ?? []))
  const lefts = columns.map((words) => Math.min(...words.map((word) => word.left)))
  const isOrdered = lefts.every((left, index) => index === 0 || left > (lefts[index - 1] as number))
  return rows.map((row) => {
    const aligned: Word[][] = Array.from({ length: width }, () => [])
    let next = 0
    row.forEach((cell, index) => {
      const left = width - (row.length - index)
      const column = isOrdered && row.length < width && cell.length > 0 ? columnAt(lefts, middleOf(cell)) : next
      next = Math.min(Math.max(next, column), left)
      aligned[next++] = cell
    })
    return aligned
  })
}

function middleOf(words: readonly Word[]): number {
  const { left, right } = enclose(words)
  return (left + right) / 2
}

/** Returns the last column that begins before a place. */
function columnAt(lefts: readonly number[], x: number): number {
  return Math.max(
    0,
    lefts.findLastIndex((left) => left <= x),
  )
}

function linesOf(words: readonly Word[], { rules }: Page): Paragraph['lines'] {
  return columnRuns(words).flatMap((run) => {
    const items = segmentsOf(run).map((line) => ({ ...line, line }))
    const rows = columnsOf(items).flatMap((column) => rowsOf(column.map(({ line }): Line => line)))
    return rows.map((row) => textLine(joinRow(row), rules)).filter((line) => line.text !== '')
  })
}

/** Cuts text where it goes on at the top of the next column: further up and beside all before it. */
function columnRuns(words: readonly Word[]): Word[][] {
  const runs: Word[][] = []
  let box: Box | undefined
  for (const word of words) {
    const before = runs.at(-1)?.at(-1)
    const isBeside = box !== undefined && (word.left > box.right || word.right < box.left)
    if (before && box && isBeside && word.bottom < before.top) {
      runs.push([word])
      box = word
    } else if (box) {
      runs.at(-1)?.push(word)
      box = enclose([box, word])
    } else {
      runs.push([word])
      box = word
    }
  }
  return runs
}

function contentIds(node: StructureNode, depth = 0): number[] {
  if (depth > maxDepth) return []
  const id = node.type === 'content' ? /_mc(\d+)$/.exec(node.id ?? '')?.[1] : undefined
  return [
    ...(id === undefined ? [] : [Number(id)]),
    ...(node.children ?? []).flatMap((child) => contentIds(child, depth + 1)),
  ]
}

function lengthOf(words: readonly Word[]): number {
  return words.reduce((sum, word) => sum + word.text.length, 0)
}

function textLength(lines: readonly { text: string }[]): number {
  return lines.reduce((sum, line) => sum + line.text.replace(/\s/g, '').length, 0)
}
