import { removeLeftoverMarkup } from './leftover-markup.ts'

/** Follows the tags of a block to tell which of its text is code: there, the characters of Markdown are text. */
export class CodeText {
  private depth = 0
  private ranges: [start: number, end: number][] = []

  openTag(tag: string): void {
    if (tag === 'code') this.depth++
  }

  closeTag(tag: string): void {
    if (tag === 'code') this.depth = Math.max(0, this.depth - 1)
  }

  /** Takes note of a piece of text that begins at an offset of the block's text. */
  text(start: number, piece: string): void {
    if (this.depth > 0) this.ranges.push([start, start + piece.length])
  }

  /** Removes the Markdown that is left in the block's text, but for its code. */
  removeMarkupAround(text: string): string {
    let cleaned = ''
    let end = 0
    for (const [codeStart, codeEnd] of this.ranges) {
      cleaned += removeLeftoverMarkup(text.slice(end, codeStart)) + text.slice(codeStart, codeEnd)
      end = codeEnd
    }
    return cleaned + removeLeftoverMarkup(text.slice(end))
  }

  beginBlock(): void {
    this.ranges = []
  }
}
