import { type Line, lineOf, segmentsOf } from '../../src/files/pdf/lines.ts'
import type { Word } from '../../src/files/pdf/words.ts'

export interface PositionedText {
  x: number
  y: number
  size?: number
  bold?: boolean
  monospace?: boolean
}

/** Half of a font size for each character, as in fonts of fixed width. */
const characterWidth = 0.5

/** Returns the words of a text on one baseline. */
export function wordsAt(text: string, { x, y, size = 10, bold = false, monospace = false }: PositionedText): Word[] {
  let left = x
  return text.split(' ').map((part) => {
    const start = left
    left += (part.length + 1) * characterWidth * size
    return {
      text: part,
      left: start,
      right: start + part.length * characterWidth * size,
      top: y - 0.75 * size,
      bottom: y + 0.2 * size,
      baseline: y,
      size,
      style: { name: bold ? 'Sans-Bold' : 'Sans', bold, italic: false, monospace },
      spaceAfter: true,
      artifact: false,
    }
  })
}

/** Returns a line of text at a place. */
export function lineAt(text: string, place: PositionedText): Line {
  return lineOf(wordsAt(text, place))
}

/** Returns the segments of a page that is given as lines with their places. */
export function segmentsAt(lines: readonly [string, PositionedText][]): Line[] {
  return segmentsOf(lines.flatMap(([text, place]) => wordsAt(text, place)))
}
