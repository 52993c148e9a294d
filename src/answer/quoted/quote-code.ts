import { codeFence, longestBackticks } from '../../code-fence.ts'
import type { CitedText } from '../citations.ts'
import type { AnswerUnit } from './answer-units.ts'

/**
 * Renders code as a block; a single line that begins the answer stands in the text. A block has no number of its own where the text
 * beside it has one of the same passage.
 */
export function quoteCode(
  { text, code = text, passage }: AnswerUnit,
  { isFirst, isCited }: { isFirst: boolean; isCited: boolean },
): CitedText[] {
  if (isFirst && !code.includes('\n')) return [{ text: inlineCode(code), quote: code, passages: [passage] }]
  const block = { text: fencedCode(code), passages: [], startsParagraph: !isFirst }
  return isCited ? [block] : [block, { text: '', passages: [passage], startsParagraph: true }]
}

/** Tells whether the code stands in the text, so that text can go on after it. */
export function isInline(quoted: readonly CitedText[]): boolean {
  return quoted.every(({ text }) => !text.includes('\n'))
}

/** Renders code as a block within a list item. */
export function quoteItemCode({ text, code = text }: AnswerUnit, indent: string): CitedText {
  return { text: fencedCode(code).replace(/^(?=.)/gm, indent), passages: [], startsLine: true }
}

function fencedCode(code: string): string {
  const fence = codeFence(code)
  return [fence, code, fence].join('\n')
}

/** A span that begins or ends with a backtick needs a blank there (CommonMark 6.1). */
function inlineCode(code: string): string {
  const ticks = '`'.repeat(longestBackticks(code) + 1)
  const padding = /^`|`$/.test(code) ? ' ' : ''
  return ticks + padding + code + padding + ticks
}
