import { median } from './geometry.ts'
import type { Line } from './lines.ts'

/** Share of the page height, at the top and at the bottom, in which running headers and footers stand. */
const zone = 0.13
const maxRows = 4
const pageNumber =
  /^(?:page|seite|p\.|pág\.|página|pagina)?\s*(?:[-–—|·]\s*)?(\d{1,4}|[ivxlc]{1,6})\s*(?:[-–—|·]\s*)?(?:(?:of|von|de|sur|\/|di)\s*\d{1,4})?$/i

export interface PageLines {
  height: number
  segments: Line[]
}

/**
 * Finds running headers and footers: lines at the top or bottom that come back on other pages at the same height, in
 * the same size, numbers aside that count with the pages. Rows of a table that goes on over pages are none.
 */
export class RunningLines {
  /** The numbers of a line on each page that has it. */
  private readonly pagesByKey = new Map<string, Map<number, readonly number[]>>()

  /** Notes the outer lines of a page, before any page is cleaned. */
  add(pageIndex: number, page: PageLines): void {
    const usualSize = usualSizeOf(page)
    for (const segment of outerSegments(page)) {
      for (const key of keysOf(segment, usualSize)) {
        const pages = this.pagesByKey.get(key) ?? new Map<number, readonly number[]>()
        this.pagesByKey.set(key, pages.set(pageIndex, numbersIn(segment)))
      }
    }
  }

  /** Returns the segments of a page that are its own. */
  clean(pageIndex: number, page: PageLines, pageCount: number): Line[] {
    const needed = pageCount >= 7 ? 3 : 2
    const usualSize = usualSizeOf(page)
    const outer = outerSegments(page)
    const baselines = new Set(outer.map(roundedBaseline))
    const tableRows = new Set([...baselines].filter((baseline) => isTableRow(baseline, page)))
    const dropped = new Set(
      outer.filter((segment) => {
        if (tableRows.has(roundedBaseline(segment))) return false
        if (pageNumber.test(segment.text) && isOutermost(segment, page))
          return pageCount > 1 || segment.top > page.height * 0.85
        return keysOf(segment, usualSize).some((key) => this.countPages(key, pageIndex, numbersIn(segment)) >= needed)
      }),
    )
    return page.segments.filter((segment) => !dropped.has(segment))
  }

  /** Counts the pages that have a line with the same numbers, or with numbers that count as the pages do. */
  private countPages(key: string, pageIndex: number, numbers: readonly number[]): number {
    let count = 0
    for (const [otherIndex, others] of this.pagesByKey.get(key) ?? []) {
      const maxDistance = maxCountPerPage * Math.abs(otherIndex - pageIndex)
      if (others.every((other, at) => Math.abs(other - (numbers[at] as number)) <= maxDistance)) count++
    }
    return count
  }
}

/** Pages of a book can stand two on a sheet. */
const maxCountPerPage = 2

function numbersIn({ text }: Line): number[] {
  return (text.match(/\d+/g) ?? []).map(Number)
}

/** In font sizes. */
const maxRowDistance = 2.5
const alignment = 2
/** More segments in a row are no table, but slow to compare. */
const maxCells = 100

/** Tells whether a row has cells that are aligned with those of the row above or below. */
function isTableRow(baseline: number, { segments }: PageLines): boolean {
  const row = segments.filter((segment) => Math.abs(segment.baseline - baseline) <= alignment)
  if (row.length < 2 || row.length > maxCells) return false
  const maxDistance = maxRowDistance * Math.max(...row.map(({ size }) => size))
  return [1, -1].some((direction) => {
    const distanceTo = (other: Line) => (other.baseline - baseline) * direction
    const beyond = segments.filter((other) => distanceTo(other) > alignment && distanceTo(other) <= maxDistance)
    const distance = beyond.reduce((least, other) => Math.min(least, distanceTo(other)), maxDistance)
    const next = beyond.filter((other) => distanceTo(other) <= distance + alignment)
    return isAligned(row, next)
  })
}

function isAligned(row: readonly Line[], next: readonly Line[]): boolean {
  const count = (...edges: ('left' | 'right')[]) =>
    row.filter((own) => next.some((other) => edges.some((edge) => Math.abs(own[edge] - other[edge]) <= alignment)))
      .length
  return count('left') >= 2 || count('left', 'right') >= 3
}

function outerSegments({ height, segments }: PageLines): Line[] {
  const top = segments.filter((segment) => segment.bottom < height * zone)
  const bottom = segments.filter((segment) => segment.top > height * (1 - zone))
  return [...firstRows(top, 1), ...firstRows(bottom, -1)]
}

/** Returns the segments of the rows nearest to the edge of the page. */
function firstRows(segments: Line[], direction: 1 | -1): Line[] {
  const baselines = [...new Set(segments.map(roundedBaseline))].sort((a, b) => (a - b) * direction)
  const outer = new Set(baselines.slice(0, maxRows))
  return segments.filter((segment) => outer.has(roundedBaseline(segment)))
}

function roundedBaseline({ baseline }: Line): number {
  return Math.round(baseline)
}

function isOutermost(segment: Line, { height, segments }: PageLines): boolean {
  const inTop = segment.bottom < height / 2
  return segments.every((other) =>
    inTop ? other.baseline > segment.baseline - 3 : other.baseline < segment.baseline + 3,
  )
}

function usualSizeOf({ segments }: PageLines): number {
  return median(segments.map((segment) => segment.size))
}

/**
 * Returns two keys, so that heights that round differently still meet in one of them. Digits count in large lines:
 * "Exercise 1" and "Exercise 2" are titles.
 */
function keysOf(segment: Line, usualSize: number): string[] {
  const text = maskedText(segment, usualSize)
  const size = segment.size.toFixed(0)
  const height = segment.baseline / 4
  return [`${Math.floor(height)} a ${size} ${text}`, `${Math.floor(height + 0.5)} b ${size} ${text}`]
}

function maskedText({ text, size }: Line, usualSize: number): string {
  if (pageNumber.test(text)) return '#'
  const plain = text.toLowerCase().replace(/\s+/g, ' ')
  return size > 1.15 * usualSize ? plain : plain.replace(/\d+/g, '#')
}
