import { type Box, enclose, median, verticalOverlap } from './geometry.ts'
import type { Line } from './lines.ts'
import { isMostlyRightToLeft } from './reading-direction.ts'

/** Anything with a place on the page: a segment of text or a table that is read as one. */
export type Placed = Box & { line?: Line }

interface Gutter {
  left: number
  right: number
  /** Range of heights that nothing crosses. */
  top: number
  bottom: number
  score: number
}

const minLines = 3
const maxDepth = 12
const maxCandidates = 400

/**
 * Returns the content of a page as columns in reading order. A gutter is an empty vertical strip with text on both
 * sides; whatever stands above or below the strip is read before or after the columns beside it.
 */
export function columnsOf<T extends Placed>(items: readonly T[], depth = 0): T[][] {
  if (items.length === 0) return []
  const gutter = depth < maxDepth ? findGutter(items) : undefined
  if (!gutter) return [[...items].sort((a, b) => a.top - b.top)]
  const above: T[] = []
  const below: T[] = []
  const left: T[] = []
  const right: T[] = []
  for (const item of items) {
    const middle = (item.top + item.bottom) / 2
    if (middle < gutter.top) above.push(item)
    else if (middle > gutter.bottom) below.push(item)
    else if (item.left < gutter.left) left.push(item)
    else right.push(item)
  }
  const text = items.map((item) => item.line?.text ?? '').join(' ')
  const sides = isMostlyRightToLeft(text) ? [right, left] : [left, right]
  return [above, ...sides, below].flatMap((part) => (part.length < items.length ? columnsOf(part, depth + 1) : [part]))
}

function findGutter<T extends Placed>(items: readonly T[]): Gutter | undefined {
  const size = median(items.flatMap((item) => item.line?.size ?? []))
  const width = Math.max(6, 0.85 * size)
  const sorted = [...items].sort((a, b) => a.top - b.top)
  const edge = Math.max(...items.map((item) => item.right))
  const candidates = [...new Set(items.map((item) => Math.ceil(item.right * 2) / 2))]
    .filter((left) => left + width < edge)
    .slice(0, maxCandidates)
  let best: Gutter | undefined
  for (const left of candidates) {
    for (const gutter of stripsAt(sorted, left, left + width)) {
      if (!best || gutter.score > best.score) best = gutter
    }
  }
  return best
}

/** Returns the stretches of a strip that no item crosses and that separate columns. */
function stripsAt<T extends Placed>(sorted: readonly T[], left: number, right: number): Gutter[] {
  const crossing = sorted.filter((item) => item.left < right - 0.1 && item.right > left + 0.1)
  const found: Gutter[] = []
  let top = -Infinity
  for (const blocker of [...crossing, undefined]) {
    const bottom = blocker ? blocker.top : Infinity
    if (bottom > top) {
      const inside = sorted.filter(
        (item) =>
          !crossing.includes(item) && (item.top + item.bottom) / 2 > top && (item.top + item.bottom) / 2 < bottom,
      )
      const gutter = asGutter(inside, { left, right, top, bottom })
      if (gutter) found.push(gutter)
    }
    top = Math.max(top, blocker ? blocker.bottom : top)
  }
  return found
}

function asGutter<T extends Placed>(inside: readonly T[], strip: Omit<Gutter, 'score'>): Gutter | undefined {
  const left = inside.filter((item) => item.right <= strip.left + 0.1)
  const right = inside.filter((item) => item.left >= strip.right - 0.1)
  if (left.length === 0 || right.length === 0) return undefined
  const leftBox = enclose(left)
  const rightBox = enclose(right)
  const top = Math.max(leftBox.top, rightBox.top)
  const bottom = Math.min(leftBox.bottom, rightBox.bottom)
  const beside = (item: Placed) => item.bottom > top && item.top < bottom
  const leftLines = left.filter(beside)
  const rightLines = right.filter(beside)
  if (!separatesText(leftLines, rightLines)) return undefined
  const widest = rightBox.left - leftBox.right
  return { ...strip, score: Math.min(heightOf(leftLines), heightOf(rightLines)) * (1 + Math.min(widest, 40) / 400) }
}

function heightOf(items: readonly Placed[]): number {
  return items.reduce((sum, item) => sum + item.bottom - item.top, 0)
}

/** Tells columns of text from columns of a table, whose cells are short and stand beside each other. */
function separatesText(left: readonly Placed[], right: readonly Placed[]): boolean {
  if (rowCount(left) < minLines || rowCount(right) < minLines) return hasTable(left) && hasTable(right)
  const leftLength = typicalLength(left)
  const rightLength = typicalLength(right)
  if (Math.min(leftLength, rightLength) >= 24) return true
  const aligned = alignedShare(left, right)
  if (aligned < 0.5) return Math.min(leftLength, rightLength) >= 4
  return aligned < 0.75 && Math.min(leftLength, rightLength) >= 14
}

function hasTable(items: readonly Placed[]): boolean {
  return items.some((item) => !item.line && item.bottom - item.top > 30) || rowCount(items) >= minLines
}

function rowCount(items: readonly Placed[]): number {
  return (
    new Set(items.map((item) => Math.round((item.line?.baseline ?? item.bottom) / 4))).size +
    items.filter((item) => !item.line).length * minLines
  )
}

/** Returns the length of lines, counted in characters, that half of the text reaches. */
function typicalLength(items: readonly Placed[]): number {
  return median(items.map((item) => item.line?.text.length ?? 40))
}

/**
 * Returns the share of lines, on the side with fewer, that have a line of the other side on their baseline. What is filled
 * into a form stands a little off the baseline of its label, but always by the same distance.
 */
function alignedShare(left: readonly Placed[], right: readonly Placed[]): number {
  const [few, many] = left.length < right.length ? [left, right] : [right, left]
  const offset = isSpreadOut(few) ? formOffset(few, many) : 0
  const aligned = few.filter((item) =>
    many.some((other) => {
      if (!item.line || !other.line) return verticalOverlap(item, other) > 0.9
      return Math.abs(other.line.baseline - item.line.baseline - offset) < 0.15 * item.line.size
    }),
  )
  return few.length === 0 ? 0 : aligned.length / few.length
}

/** Returns the usual distance of baselines from those of the other side, as long as they are less than half a line. */
function formOffset(few: readonly Placed[], many: readonly Placed[]): number {
  const offsets = few.flatMap(({ line }) => {
    if (!line) return []
    const distances = many.flatMap((other) => (other.line ? other.line.baseline - line.baseline : []))
    return distances.filter((distance) => Math.abs(distance) < 0.5 * line.size)
  })
  return offsets.length < few.length ? 0 : median(offsets)
}

/** Tells whether lines stand further apart than those of a text. */
function isSpreadOut(items: readonly Placed[]): boolean {
  const lines = items.flatMap((item) => item.line ?? []).sort((a, b) => a.baseline - b.baseline)
  const gaps = lines.slice(1).map((line, index) => (line.top - (lines[index] as Line).bottom) / line.size)
  return gaps.length > 0 && median(gaps) > 0.8
}
