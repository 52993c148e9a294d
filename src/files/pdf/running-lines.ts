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
 * the same size, digits aside.
 */
export class RunningLines {
  private readonly pagesByKey = new Map<string, Set<number>>()

  /** Notes the outer lines of a page, before any page is cleaned. */
  add(pageIndex: number, page: PageLines): void {
    const usualSize = usualSizeOf(page)
    for (const segment of outerSegments(page)) {
      for (const key of keysOf(segment, usualSize)) {
        const pages = this.pagesByKey.get(key)
        if (pages) pages.add(pageIndex)
        else this.pagesByKey.set(key, new Set([pageIndex]))
      }
    }
  }

  /** Returns the segments of a page that are its own. */
  clean(page: PageLines, pageCount: number): Line[] {
    const needed = pageCount >= 7 ? 3 : 2
    const usualSize = usualSizeOf(page)
    const outer = outerSegments(page)
    const dropped = new Set(
      outer.filter((segment) => {
        if (pageNumber.test(segment.text) && isOutermost(segment, page))
          return pageCount > 1 || segment.top > page.height * 0.85
        return keysOf(segment, usualSize).some((key) => (this.pagesByKey.get(key)?.size ?? 0) >= needed)
      }),
    )
    return page.segments.filter((segment) => !dropped.has(segment))
  }
}

function outerSegments({ height, segments }: PageLines): Line[] {
  const top = segments.filter((segment) => segment.bottom < height * zone)
  const bottom = segments.filter((segment) => segment.top > height * (1 - zone))
  return [...firstRows(top, 1), ...firstRows(bottom, -1)]
}

/** Returns the segments of the rows nearest to the edge of the page. */
function firstRows(segments: Line[], direction: 1 | -1): Line[] {
  const baselines = [...new Set(segments.map((segment) => Math.round(segment.baseline)))].sort(
    (a, b) => (a - b) * direction,
  )
  const outer = new Set(baselines.slice(0, maxRows))
  return segments.filter((segment) => outer.has(Math.round(segment.baseline)))
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
