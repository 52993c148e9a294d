import { composeAccent, isRightToLeft, readableText } from './characters.ts'
import type { Box } from './geometry.ts'
import type { FontStyle, Glyph } from './page-content.ts'
import { struckGlyphs } from './struck-glyphs.ts'

/** Characters without space between them, in one font. */
export interface Word extends Box {
  /** In visual order, from left to right. */
  text: string
  baseline: number
  size: number
  style: FontStyle
  /** A space character follows in the file. */
  spaceAfter: boolean
  contentId?: number
  artifact: boolean
  /** Keeps its place on the page, but is no text of it. */
  struck?: boolean
}

/** Gap between glyphs, in font sizes, from which a space is read. TeX writes no space characters. */
export const spaceGap = 0.15

/** Joins upright glyphs to words, in the order of the file. `rules`: lines of the page, which can strike them out. */
export function wordsOf(glyphs: readonly Glyph[], rules: readonly Box[] = []): Word[] {
  const struck = struckGlyphs(glyphs, rules)
  const words: Word[] = []
  let current: Word | undefined
  let end = 0
  for (const glyph of glyphs) {
    const text = readableText(glyph.text)
    if (text.trim() === '') {
      if (text !== '' && current) current.spaceAfter = true
      current = undefined
      continue
    }
    if (glyph.size <= 0.5) continue
    const isStruck = struck.has(glyph)
    if (current && (current.struck ?? false) === isStruck && continues(current, end, glyph)) {
      append(current, text, glyph, end)
    } else {
      current = { ...startWord(text, glyph), ...(isStruck && { struck: true }) }
      words.push(current)
    }
    end = glyph.x + glyph.advance
  }
  return withoutDoubles(words)
}

function continues(word: Word, end: number, glyph: Glyph): boolean {
  if (word.style !== glyph.style || Math.abs(word.size - glyph.size) > 0.01 * glyph.size) return false
  if (word.contentId !== glyph.contentId || word.artifact !== glyph.artifact) return false
  if (completesAccent(word, end, glyph)) return true
  if (Math.abs(word.baseline - glyph.y) > 0.1 * glyph.size) return false
  const gap = (glyph.x - end) / glyph.size
  return gap < spaceGap && gap > -0.4
}

/** Says whether the glyph is the letter below an accent that ends the word. */
function completesAccent(word: Word, end: number, glyph: Glyph): boolean {
  if (Math.abs(word.baseline - glyph.y) > 0.4 * glyph.size) return false
  return glyph.x < end - 0.1 * glyph.size && composeAccent(word.text.slice(-1), glyph.text) !== undefined
}

function append(word: Word, text: string, glyph: Glyph, end: number): void {
  const composed = glyph.x < end - 0.1 * glyph.size ? composeAccent(word.text.slice(-1), text) : undefined
  word.text = composed ? word.text.slice(0, -1) + composed : word.text + text
  word.right = Math.max(word.right, glyph.x + glyph.advance)
}

function startWord(text: string, glyph: Glyph): Word {
  return {
    text,
    left: glyph.x,
    right: glyph.x + glyph.advance,
    top: glyph.y - 0.75 * glyph.size,
    bottom: glyph.y + 0.2 * glyph.size,
    baseline: glyph.y,
    size: glyph.size,
    style: glyph.style,
    spaceAfter: false,
    artifact: glyph.artifact,
    ...(glyph.contentId === undefined ? {} : { contentId: glyph.contentId }),
  }
}

/** Drops words that are drawn twice at nearly the same place, to look bold or to throw a shadow. */
function withoutDoubles(words: Word[]): Word[] {
  const seen = new Map<string, Word[]>()
  return words.filter((word) => {
    const same = seen.get(word.text)
    if (!same) {
      seen.set(word.text, [word])
      return true
    }
    const double = same.some(
      (other) =>
        Math.abs(other.left - word.left) < 0.15 * word.size &&
        Math.abs(other.baseline - word.baseline) < 0.15 * word.size,
    )
    if (!double && same.length < 200) same.push(word)
    return !double || isRightToLeft(word.text)
  })
}
