import type { Box } from './geometry.ts'

/** What one page draws, in points from its top left corner as displayed. */
export interface PageContent {
  width: number
  height: number
  glyphs: Glyph[]
  rules: Box[]
}

/** One drawn character; a ligature is one glyph with several characters. */
export interface Glyph {
  text: string
  /** Start of the glyph on its baseline. */
  x: number
  y: number
  /** Advance without letter spacing, along the writing direction. */
  advance: number
  size: number
  /** Quarter turns clockwise of the writing direction; undefined for slanted text. */
  turn: 0 | 1 | 2 | 3 | undefined
  /** Drawn from top to bottom, upright: vertical Chinese, Japanese and Korean. */
  vertical: boolean
  style: FontStyle
  /** Number of the marked content that it belongs to, in tagged files. */
  contentId?: number
  /** In tagged files: decoration, page numbers, running headers. */
  artifact: boolean
}

export interface FontStyle {
  name: string
  bold: boolean
  italic: boolean
  monospace: boolean
}

/** Limits per page: above the densest pages of people, below what stalls the layout. */
export const pageLimits = { glyphs: 100_000, rules: 4000 }
