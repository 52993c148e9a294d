import { type Block, BlockList, type DisplayedLine } from './block.ts'
import { withoutDialogueMark } from './dialogue-marks.ts'
import { joinBrokenLines } from './html-text.ts'
import { findMessageHeads, isChatRemark } from './message-heads.ts'
import { isLeadIn } from './sentence-end.ts'
import { findTypedItems, hasMark } from './typed-lists.ts'

/** A line of a paragraph, or a block of another kind. */
interface Piece {
  block: Block
  line: (DisplayedLine & { startsParagraph: boolean }) | undefined
}

/**
 * Reads the headings and lists that a page has only for the eye: lines in bold, and lines that begin with a bullet or a
 * number, whether they are paragraphs or end with a line break.
 */
export function readTypedStructure(blocks: Block[]): Block[] {
  const pieces = readPieces(blocks)
  const items = findTypedItems(pieces.map(({ line }) => line?.text))
  const list = new BlockList()
  for (let at = 0; at < pieces.length; ) {
    const { block, line } = pieces[at] as Piece
    list.page = block.page
    const item = items.get(at)
    const heading = item === undefined ? headingText(pieces, at, items) : undefined
    let end = at + 1
    if (line === undefined) list.repeat(block)
    else if (item !== undefined) list.addItem('  '.repeat(item.depth), item.marker, item.text, block.links)
    else if (heading !== undefined) list.addHeading(typedLevel, heading)
    else {
      while (pieces[end]?.line?.startsParagraph === false && !items.has(end) && !headingText(pieces, end, items)) end++
      const lines = pieces.slice(at, end).map((piece) => piece.line!.text)
      const entries = findEntries(lines)
      const text = lines.slice(0, lines.length - entries.length)
      list.add('paragraph', joinBrokenLines(text.join('\n')), { links: block.links })
      for (const entry of entries) list.addItem('', '- ', entry, block.links)
    }
    at = end
  }
  return list.blocks
}

/** Below every heading that is marked as one. */
const typedLevel = 6

function readPieces(blocks: readonly Block[]): Piece[] {
  const pieces: Piece[] = []
  for (const block of blocks) {
    if (block.kind !== 'paragraph') {
      pieces.push({ block, line: undefined })
      continue
    }
    let startsParagraph = true
    for (const line of block.lines ?? [{ text: block.text, isBold: false }]) {
      const previous = startsParagraph ? undefined : pieces.at(-1)?.line
      // An empty line, an icon or a line of stars separates paragraphs.
      startsParagraph = !/[\p{L}\p{N}]/u.test(line.text)
      if (startsParagraph) continue
      if (previous && isWrapped(line.text) && hasMark(previous.text)) previous.text += ` ${line.text}`
      else pieces.push({ block, line: { ...line, startsParagraph: previous === undefined } })
    }
  }
  const texts = pieces.map(({ line }) => line?.text ?? '')
  const unmarked = pieces.map(({ block, line }, index) => {
    return { block, line: line && { ...line, text: withoutDialogueMark(texts, index) ?? line.text } }
  })
  return separateMessagePieces(unmarked)
}

/** Makes the head of each message of a chat a paragraph, and leaves out what isn't part of messages. */
function separateMessagePieces(pieces: Piece[]): Piece[] {
  const heads = findMessageHeads(pieces.map(({ line }) => line?.text))
  if (heads.size === 0) return pieces
  const separated: Piece[] = []
  let startsParagraph = false
  for (let at = 0; at < pieces.length; at++) {
    const { block, line } = pieces[at] as Piece
    const message = heads.get(at)
    const addLine = (text: string) => {
      const isBold = message === undefined && line!.isBold
      separated.push({ block, line: { text, isBold, startsParagraph: startsParagraph || line!.startsParagraph } })
    }
    if (line === undefined) separated.push({ block, line })
    else if (message === undefined) {
      if (isChatRemark(line.text)) continue
      addLine(line.text)
      startsParagraph = false
    } else {
      startsParagraph = true
      addLine(message.head)
      if (message.text !== '' && !isChatRemark(message.text)) {
        addLine(message.text)
        startsParagraph = false
      }
      at += message.length - 1
    }
  }
  return separated
}

const minEntries = 3
const minPrices = 2

/** Returns the lines of a paragraph that name a value each, as opening hours do, begin with a time or end with a price; the first can announce or name them. */
function findEntries(lines: string[]): string[] {
  const isTitled = isLeadIn(lines[0] ?? '') || isTitleLine(lines[0] ?? '')
  const entries = isTitled ? lines.slice(1) : lines
  const areAll = (pattern: RegExp) => entries.every((line) => pattern.test(line))
  if (entries.length >= minPrices && areAll(pricedLine)) return entries
  return entries.length >= minEntries && (areAll(entryLine) || areAll(timedLine)) ? entries : []
}

/** "Site managers" above "Mill: Ann", "Quay: Ben" */
function isTitleLine(line: string): boolean {
  return line.length <= maxHeadingLength && !entryLine.test(line) && !timedLine.test(line) && !pricedLine.test(line)
}

const entryLine = /^[\p{L}\p{N}][^:–—]{0,40}(?::\s|\s[–—-]\s)\s?\S.{0,80}$/u

/** "09:12 Alert fires", as in a timetable or a log of events. */
const timedLine = /^\d{1,2}[:.]\d{2}(?::\d{2})?(?:\s?[ap]m)?(?:\s?[–-]\s?\d{1,2}[:.]\d{2})?(?: uhr)?[:,]?\s+\S/i

/** "Lentil soup 4.20", as in a menu. */
const pricedLine = /^\p{L}.{0,100}\s(?:[€$£]\s?)?\d{1,6}[.,]\d{2}(?:\s?(?:€|\$|£|EUR|CHF|USD|GBP|euros?))?$/u

const maxHeadingLength = 80

/** Returns the text of a line that is a heading: in bold, on its own, and above something that is not. */
function headingText(pieces: readonly Piece[], at: number, items: ReadonlyMap<number, unknown>): string | undefined {
  const { line, block } = pieces[at] as Piece
  const next = pieces[at + 1]
  if (!line?.isBold || line.text.length > maxHeadingLength || block.links !== undefined || next === undefined) return
  if (!/^\P{Ll}.*\p{L}/u.test(line.text) || /[.!;,…]["”’)]*$/.test(line.text)) return
  if (next.line === undefined ? next.block.kind === 'heading' : next.line.isBold || continues(next.line)) return
  const announcesList = items.has(at + 1) || next.line === undefined
  if (!/[:：]$/.test(line.text)) return line.text
  return announcesList ? undefined : line.text.replace(/(?<!\s)\s*[:：]$/, '')
}

function continues({ text, startsParagraph }: NonNullable<Piece['line']>): boolean {
  return !startsParagraph && isWrapped(text)
}

function isWrapped(text: string): boolean {
  return /^\p{Ll}/u.test(text) && !hasMark(text)
}
