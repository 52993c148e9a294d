import { bulletSigns, dashSigns, tickSigns } from './list-marker.ts'

/** A line that begins with a typed bullet, number or letter. */
export interface TypedItem {
  /** 0 for the outermost list. */
  depth: number
  /** The marker of the block: "- " or "2. ". */
  marker: string
  text: string
}

interface Mark {
  /** Items of one list have the same: the sign of its bullets, "1" or "a". */
  kind: string
  value: number
  length: number
}

/**
 * Finds the lines that are list items. `undefined` among the lines stands for anything that isn't a line of text. A dash,
 * number or letter alone is text: it needs another one beside it.
 */
export function findTypedItems(lines: readonly (string | undefined)[]): ReadonlyMap<number, TypedItem> {
  const items = new Map<number, TypedItem>()
  const marks = lines.map((line) => (line === undefined ? undefined : readMark(line)))
  let last: { at: number; value: number } | undefined
  for (let start = 0; start < lines.length; ) {
    let end = start
    while (marks[end] !== undefined) end++
    const next = marks[start]
    const goesOn = last !== undefined && start - last.at <= maxGap + 1 && next?.value === last.value + 1
    last = addItems(lines, marks, start, end, goesOn && next.kind === '1' ? next.value - 1 : 0, items) ?? last
    start = end + 1
  }
  return items
}

/** Lines between two items of a list with numbers, such as the caption of a picture. */
const maxGap = 2

/** Adds the items of a run of lines, and returns where its last number stands. `before` is the number that it can follow. */
function addItems(
  lines: readonly (string | undefined)[],
  marks: readonly (Mark | undefined)[],
  start: number,
  end: number,
  before: number,
  items: Map<number, TypedItem>,
): { at: number; value: number } | undefined {
  let last: { at: number; value: number } | undefined
  /** The kinds of the open lists, outermost first, with the last value of each. */
  let open: { kind: string; value: number }[] = before > 0 ? [{ kind: '1', value: before }] : []
  for (let at = start; at < end; at++) {
    const { kind, value, length } = marks[at] as Mark
    const line = lines[at] as string
    const isNext = (next: Mark | undefined) => next?.kind === kind && (value === 0 || next.value === value + 1)
    const level = open.findIndex((list) => list.kind === kind)
    const goesOn = level >= 0 && (value === 0 || open[level]?.value === value - 1)
    const begins = standsAlone.test(kind) || marks.slice(at + 1, Math.min(end, at + maxSublist)).some(isNext)
    if (!goesOn && !begins) {
      open = []
      continue
    }
    const depth = level >= 0 ? level : open.length
    open = [...open.slice(0, depth), { kind, value }]
    const isNumber = kind === '1'
    if (isNumber) last = { at, value }
    // No list keeps "a)", which other sentences refer to, and a tick says something itself.
    const keepsMark = kind === 'a' || tick.test(kind)
    items.set(at, { depth, marker: isNumber ? `${value}. ` : '- ', text: keepsMark ? line : line.slice(length) })
  }
  return last
}

/** How many lines further the next item can be, below subitems. */
const maxSublist = 40

const sign = new RegExp(String.raw`^([-*+${bulletSigns}${dashSigns}${tickSigns}])\ufe0f?\s+(?=\S)`, 'u')
const number = /^(?:(?:step|schritt|étape|paso|passo|stap) (\d{1,2})\s?[:.–-]|\(?(\d{1,3})(?:\.\)|[.)]))\s+(?=\S)/i
const letter = /^\(?([a-z])[.)]\s+(?=\S)/
const tick = new RegExp(`^[${tickSigns}]`, 'u')
const standsAlone = new RegExp(`^[${bulletSigns}${tickSigns}]`, 'u')

/** Tells whether a line begins as items do. */
export function hasMark(line: string): boolean {
  return readMark(line) !== undefined
}

function readMark(line: string): Mark | undefined {
  const bullet = sign.exec(line)
  // Ticks and crosses are items of one list.
  if (bullet) return { kind: tick.test(line) ? '✓' : bullet[1]!, value: 0, length: bullet[0].length }
  const counted = number.exec(line)
  if (counted) return { kind: '1', value: Number(counted[1] ?? counted[2]), length: counted[0].length }
  const lettered = letter.exec(line)
  return lettered ? { kind: 'a', value: lettered[1]!.charCodeAt(0) - 96, length: lettered[0].length } : undefined
}
