import { superscriptSeparator } from '../../ingest/html-text.ts'
import { isSpaceless, normalizeText } from './characters.ts'
import { type Box, enclose, verticalOverlap } from './geometry.ts'
import type { FontStyle } from './page-content.ts'
import { toLogicalOrder } from './reading-direction.ts'
import { spaceGap, type Word } from './words.ts'

/** Words on one baseline, from left to right. */
export interface Line extends Box {
  words: Word[]
  /** In logical order, ligatures split, without struck out words. */
  text: string
  baseline: number
  /** Font size of most characters. */
  size: number
  style: FontStyle
  /** All letters are bold. */
  bold: boolean
  monospace: boolean
}

/** Gap, in font sizes, above which words are not joined before columns are known. */
const maxWordGap = 0.9
const bucketHeight = 8

/** Joins words that follow each other closely. Words across a wide gap stay apart: it may be a gutter. */
export function segmentsOf(words: readonly Word[]): Line[] {
  const open = new Map<number, Word[][]>()
  const all: Word[][] = []
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const chain = nearestChain(open, word)
    if (chain) {
      chain.push(word)
      file(open, chain, word)
    } else {
      const started = [word]
      all.push(started)
      file(open, started, word)
    }
  }
  return all.map(lineOf).filter(({ text }) => text !== '')
}

function nearestChain(open: Map<number, Word[][]>, word: Word): Word[] | undefined {
  let best: Word[] | undefined
  let bestGap = Infinity
  for (let bucket = bucketOf(word.top); bucket <= bucketOf(word.bottom); bucket++) {
    for (const chain of open.get(bucket) ?? []) {
      const last = chain.at(-1) as Word
      const gap = word.left - last.right
      const size = Math.min(Math.max(last.size, word.size), 2.5 * Math.min(last.size, word.size))
      if (gap > maxWordGap * size || gap < -0.7 * size) continue
      if (verticalOverlap(last, word) < 0.5 || Math.abs(gap) >= bestGap) continue
      best = chain
      bestGap = Math.abs(gap)
    }
  }
  return best
}

function file(open: Map<number, Word[][]>, chain: Word[], last: Word): void {
  for (let bucket = bucketOf(last.top); bucket <= bucketOf(last.bottom); bucket++) {
    const chains = open.get(bucket)
    if (!chains) open.set(bucket, [chain])
    else if (!chains.includes(chain)) chains.push(chain)
  }
}

function bucketOf(y: number): number {
  return Math.floor(y / bucketHeight)
}

/** Groups segments of one column into rows from top to bottom; a row has its segments from left to right. */
export function rowsOf(segments: readonly Line[]): Line[][] {
  const rows: { box: Box; segments: Line[] }[] = []
  for (const segment of [...segments].sort((a, b) => a.baseline - b.baseline)) {
    const row = rows.slice(-4).findLast(({ box }) => verticalOverlap(box, segment) >= 0.6)
    if (row && !row.segments.some((other) => overlapsHorizontally(other, segment))) {
      row.segments.push(segment)
      row.box = largest(row.segments)
    } else rows.push({ box: segment, segments: [segment] })
  }
  return rows.map((row) => row.segments.sort((a, b) => a.left - b.left))
}

function overlapsHorizontally(a: Line, b: Line): boolean {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 0.5 * Math.min(a.size, b.size)
}

/** Returns the segment with most text: the row has its height rather than that of a superscript. */
function largest(segments: readonly Line[]): Line {
  return segments.reduce((best, segment) => (segment.text.length > best.text.length ? segment : best))
}

/** Makes a line of all words of a row. */
export function joinRow(segments: readonly Line[]): Line {
  return segments.length === 1
    ? (segments[0] as Line)
    : lineOf(segments.flatMap((segment) => segment.words).sort((a, b) => a.left - b.left))
}

export function lineOf(words: Word[]): Line {
  const main = mainWord(words)
  return {
    ...enclose(words),
    words,
    text: normalizeText(toLogicalOrder(textOf(words.filter(({ struck }) => !struck)))).trim(),
    baseline: main.baseline,
    size: main.size,
    style: main.style,
    bold: words.every((word) => word.style.bold || !/[\p{L}\p{N}]/u.test(word.text)) && main.style.bold,
    monospace: words.every((word) => word.style.monospace),
  }
}

function textOf(words: readonly Word[]): string {
  let text = ''
  words.forEach((word, index) => {
    const before = words[index - 1]
    if (before) text += isSpaceBetween(before, word) ? ' ' : isRaised(before, word) ? markSeparator(text) : ''
    text += word.text
  })
  return text
}

function isSpaceBetween(before: Word, word: Word): boolean {
  const size = Math.min(before.size, word.size)
  const gap = (word.left - before.right) / size
  if (isSpaceless(before.text.slice(-1)) && isSpaceless(word.text.slice(0, 1))) return gap > 0.8
  if (before.spaceAfter && gap > -0.2) return true
  return gap > spaceGap
}

/** Tells whether figures or signs stand higher than the word before them: an exponent, the mark of a footnote. */
function isRaised(before: Word, word: Word): boolean {
  if (word.size > 0.85 * before.size || before.baseline - word.baseline < 0.15 * before.size) return false
  return /^[\d*†‡§¶∗,]+$/.test(word.text)
}

/** Keeps a raised mark apart from the word that it follows, as in HTML: "week" with footnote 1 is not "week1". */
function markSeparator(before: string): string {
  return /[.,;:!?)\]”’"»]$/.test(before) ? ' ' : superscriptSeparator(before)
}

/** Returns the word whose style has most characters in the line. */
function mainWord(words: readonly Word[]): Word {
  const lengths = new Map<string, { word: Word; length: number }>()
  for (const word of words) {
    const key = `${word.style.name} ${word.size.toFixed(1)}`
    const entry = lengths.get(key) ?? { word, length: 0 }
    entry.length += word.text.length
    lengths.set(key, entry)
  }
  return [...lengths.values()].reduce((best, entry) => (entry.length > best.length ? entry : best)).word
}
