import type { Box } from './geometry.ts'
import type { Glyph } from './page-content.ts'

/**
 * Finds the glyphs that are struck out: a rule crosses them between baseline and the top of small letters, and ends
 * where they end. Rules that go on, such as grid lines of a chart, strike nothing out.
 */
export function struckGlyphs(glyphs: readonly Glyph[], rules: readonly Box[]): ReadonlySet<Glyph> {
  const struck = new Set<Glyph>()
  const horizontal = rules.filter((rule) => rule.right - rule.left > rule.bottom - rule.top)
  if (horizontal.length === 0) return struck
  const byHeight = new Map<number, Glyph[]>()
  for (const glyph of glyphs) {
    const bucket = byHeight.get(bucketOf(glyph.y))
    if (bucket) bucket.push(glyph)
    else byHeight.set(bucketOf(glyph.y), [glyph])
  }
  for (const rule of horizontal) {
    const crossed = [0, 1, 2, 3]
      .flatMap((below) => byHeight.get(bucketOf(rule.top) + below) ?? [])
      .filter((glyph) => crosses(rule, glyph))
    if (crossed.length > 0 && endsWith(rule, crossed)) for (const glyph of crossed) struck.add(glyph)
  }
  return struck
}

/** Letters up to 72 points high reach into the buckets above their baseline. */
const bucketHeight = 12
/** In font sizes above the baseline, and for the thickness of the rule. */
const lowest = 0.15
const highest = 0.45
const maxThickness = 0.15
/** In font sizes. */
const maxOverhang = 0.5

function bucketOf(y: number): number {
  return Math.floor(y / bucketHeight)
}

function crosses(rule: Box, { text, x, y, advance, size }: Glyph): boolean {
  const center = x + advance / 2
  if (text.trim() === '' || center < rule.left || center > rule.right) return false
  const height = (y - (rule.top + rule.bottom) / 2) / size
  return height > lowest && height < highest && rule.bottom - rule.top <= maxThickness * size
}

function endsWith(rule: Box, crossed: readonly Glyph[]): boolean {
  const left = Math.min(...crossed.map(({ x }) => x))
  const right = Math.max(...crossed.map(({ x, advance }) => x + advance))
  const overhang = maxOverhang * (crossed[0] as Glyph).size
  return rule.left > left - overhang && rule.right < right + overhang
}
