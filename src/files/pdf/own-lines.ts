import { isOwnLine } from '../../ingest/line-breaks.ts'
import type { TextLine } from './blocks.ts'
import { enclose } from './geometry.ts'

/**
 * Cuts a paragraph where a line was ended on purpose: the next word would have fitted into the width of the others, or each line
 * names a value ("Order: PO-5561").
 */
export function splitOwnLines(lines: readonly TextLine[]): TextLine[][] {
  if (lines.length < 2) return [[...lines]]
  const { right } = enclose(lines)
  const areFields = lines.every(({ text }) => field.test(text))
  const parts: TextLine[][] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    const isEnded =
      before !== undefined && fitsBehind(before, line, right) && isOwnLine(before.text, line.text, maxWidth)
    if (before === undefined || areFields || isEnded) parts.push([line])
    else parts.at(-1)!.push(line)
  }
  return parts
}

const field = /^\p{Lu}[\p{L}\p{N} .-]{1,30}:\s+\S/u
/** In characters. */
const maxWidth = 300

function fitsBehind(before: TextLine, line: TextLine, right: number): boolean {
  const word = /^\S+/.exec(line.text)?.[0] ?? ''
  const width = ((line.right - line.left) * word.length) / line.text.length
  return right - before.right > width + line.size && !/[-\u2010\u00ad]$/.test(before.text)
}
