import { isLeadIn } from '../../ingest/sentence-end.ts'
import { splitSentences } from '../../ingest/sentences.ts'
import type { CitedText } from '../citations.ts'
import { readItemNumber, readListMarker } from '../list-marker.ts'
import type { AnswerUnit } from './answer-units.ts'
import { quoteItemCode } from './quote-code.ts'
import { endWithColon, quoteText } from './quote-text.ts'

/** An item with the items below it. */
interface ListNode {
  unit: AnswerUnit
  number: number | undefined
  children: ListNode[]
}

/** Tells whether the items are a chain in which each item has one item below it, or one item: text says that better than a list. */
export function isSingleLine(items: readonly AnswerUnit[]): boolean {
  return items.every(({ kind }) => kind === 'item') && isChain(nest(items))
}

function isChain(nodes: readonly ListNode[]): boolean {
  return nodes.length === 0 || (nodes.length === 1 && isChain(nodes[0]!.children))
}

/** Renders an item as text after the lines that announce it: "You get: a phone." */
export function quoteSingleLine(introduction: AnswerUnit | undefined, items: readonly AnswerUnit[]): CitedText {
  const units = [...(introduction ? [introduction] : []), ...items]
  const lines = units.map((unit, index) => {
    const text = quoteText(unit.text, unit.shortAnswer, quotedFrom(unit, units[index + 1] !== undefined))
    return index === units.length - 1 ? text : endWithColon(text)
  })
  const passages = units.filter(({ kind }) => kind !== 'heading').map(({ passage }) => passage)
  return { text: lines.join(' '), quote: items.at(-1)!.text, passages: [...new Set(passages)] }
}

/** Returns where the quoted text of a unit begins: of an item that announces the next one, only its last sentence belongs to it. */
function quotedFrom({ text, passage, kind, shortAnswer }: AnswerUnit, isFollowed: boolean): number {
  if (kind !== 'item') return 0
  const start = readListMarker(text).length
  if (!isFollowed || !isLeadIn(text)) return start
  const cut = start + (splitSentences(text.slice(start), passage.document.language).at(-1)?.start ?? 0)
  return shortAnswer && shortAnswer.start < cut ? start : cut
}

/** Renders items as a list, with the items below an item indented. One item with all others below it is the line above the list. */
export function quoteList(
  items: readonly AnswerUnit[],
  { isApart, isFirst, isAnnounced }: { isApart: boolean; isFirst: boolean; isAnnounced: boolean },
): CitedText[] {
  const nodes = nest(items)
  const top = nodes.length === 1 && !isAnnounced ? nodes[0]! : undefined
  const [first, ...others] = quoteLevel(top?.children ?? nodes, '')
  // Only a list that begins with 1 can follow a line of text at once (CommonMark 5.2).
  const canFollowText = /^(?:-|1\.) /.test(first!.text)
  if (!top) return [{ ...first!, startsParagraph: !isFirst && (isApart || !canFollowText) }, ...others]
  const line = {
    text: quoteText(top.unit.text, top.unit.shortAnswer, readListMarker(top.unit.text).length),
    quote: top.unit.text,
    passages: [top.unit.passage],
    startsParagraph: !isFirst,
  }
  return [line, { ...first!, startsParagraph: !canFollowText }, ...others]
}

function quoteLevel(nodes: readonly ListNode[], indent: string): CitedText[] {
  return nodes.flatMap(({ unit, number, children }, index) => {
    if (unit.kind === 'code') return [quoteItemCode(unit, indent)]
    const marker = number !== undefined && isCounted(nodes, index, indent !== '') ? `${number}. ` : '- '
    const content = quoteText(unit.text, unit.shortAnswer, readListMarker(unit.text).length)
    const piece = { text: `${indent}${marker}${content}`, quote: unit.text, passages: [unit.passage], startsLine: true }
    return [piece, ...quoteLevel(children, indent + ' '.repeat(marker.length))]
  })
}

/**
 * Tells whether the numbers around an item go up by one: Markdown counts from the first item of a list. A nested list follows
 * the text of its item at once, so it must begin with 1 (CommonMark 5.2).
 */
function isCounted(nodes: readonly ListNode[], index: number, isNested: boolean): boolean {
  let first = index
  while (nodes[first - 1]?.number !== undefined) first--
  if (isNested && nodes[first]!.number !== 1) return false
  for (let at = first + 1; nodes[at]?.number !== undefined; at += 1)
    if (nodes[at]!.number !== nodes[at - 1]!.number! + 1) return false
  return true
}

/** Puts items below the nearest item that they stand below in the source. */
function nest(items: readonly AnswerUnit[]): ListNode[] {
  const roots: ListNode[] = []
  const open: ListNode[] = []
  for (const [index, unit] of items.entries()) {
    // The block stands in each of its lines.
    if (unit.kind === 'code' && unit.code === items[index - 1]?.code) continue
    while (open.length > 0 && !unit.above.includes(open.at(-1)!.unit.position)) open.pop()
    const node: ListNode = { unit, number: unit.kind === 'item' ? readItemNumber(unit.text) : undefined, children: [] }
    const siblings = open.at(-1)?.children ?? roots
    siblings.push(node)
    open.push(node)
  }
  return roots
}
