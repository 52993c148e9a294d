import type { Box } from './geometry.ts'
import type { Glyph, PageContent } from './page-content.ts'

type Direction = 0 | 1 | 2 | 3 | 'vertical'

/** Share of a page's characters from which text of another direction counts as text rather than as a stamp. */
const minShare = 0.3

/**
 * Splits a page by writing direction and turns each part upright, so that the layout only sees lines from left to
 * right. A column of vertical writing becomes a line; stamps and marks across the main direction are dropped.
 */
export function uprightParts(page: PageContent): PageContent[] {
  const byDirection = new Map<Direction, Glyph[]>()
  let total = 0
  for (const glyph of page.glyphs) {
    if (glyph.turn === undefined) continue
    const direction = glyph.vertical && glyph.turn === 0 ? 'vertical' : glyph.turn
    const group = byDirection.get(direction)
    if (group) group.push(glyph)
    else byDirection.set(direction, [glyph])
    total++
  }
  const largest = Math.max(0, ...[...byDirection.values()].map((glyphs) => glyphs.length))
  return [...byDirection]
    .filter(([direction, glyphs]) => {
      if (glyphs.length === largest) return true
      return direction === 0 || direction === 'vertical'
        ? glyphs.length > total * 0.02
        : glyphs.length > total * minShare
    })
    .map(([direction, glyphs]) => turned({ ...page, glyphs }, direction))
}

function turned(page: PageContent, direction: Direction): PageContent {
  if (direction === 0) return page
  const { width, height } = page
  const map = (x: number, y: number): [number, number] => {
    if (direction === 1) return [y, width - x]
    if (direction === 2) return [width - x, height - y]
    if (direction === 3) return [height - y, x]
    return [y, width - x]
  }
  const sideways = direction !== 2
  return {
    width: sideways ? height : width,
    height: sideways ? width : height,
    glyphs: page.glyphs.map((glyph) => {
      const [x, y] = map(glyph.x, glyph.y)
      // Vertical glyphs hang centred below their origin; the baseline of the turned line runs along their left side.
      return { ...glyph, x, y: direction === 'vertical' ? y + glyph.size * 0.35 : y }
    }),
    rules: page.rules.map((rule): Box => {
      const [x1, y1] = map(rule.left, rule.top)
      const [x2, y2] = map(rule.right, rule.bottom)
      return { left: Math.min(x1, x2), top: Math.min(y1, y2), right: Math.max(x1, x2), bottom: Math.max(y1, y2) }
    }),
  }
}
