import { countWords } from '../../ingest/count-words.ts'
import { endsSentence, isLeadIn } from '../../ingest/sentence-end.ts'
import { containsUnspacedScript } from '../../ingest/unspaced-terms.ts'
import { escapeCitationMarkers } from '../citations.ts'
import { escapeMarkdown } from '../markdown-text.ts'
import type { AnswerUnit } from './answer-units.ts'
import { maxBoldWords } from './short-answer.ts'

/** Escapes the text from `start` to `end`, with the short answer in bold. */
export function quoteText(text: string, shortAnswer?: AnswerUnit['shortAnswer'], start = 0, end = text.length): string {
  const quote = (part: string) => escapeMarkdown(escapeCitationMarkers(part))
  const bold = shortAnswer && wholeWords(text, shortAnswer, start)
  if (!bold || !canBeBold(text.slice(start, bold.start), text.slice(bold.start, bold.end), text.slice(bold.end, end)))
    return quote(text.slice(start, end))
  // A letter stands for the bold words: what touches them is not at the end of a line.
  const before = quote(`${text.slice(start, bold.start)}x`).slice(0, -1)
  const after = quote(`x${text.slice(bold.end, end)}`).slice(1)
  return `${before}**${quote(text.slice(bold.start, bold.end))}**${after}`
}

/** Ends a quoted line that announces what follows with a colon, unless it ends with punctuation. */
export function endWithColon(quoted: string): string {
  return endsSentence(quoted) || isLeadIn(quoted) ? quoted : `${quoted}:`
}

/** Widens a span to whole words without punctuation at its ends; undefined if nothing or too much would be bold. */
function wholeWords(text: string, span: { start: number; end: number }, from: number) {
  let { start, end } = span
  while (start > from && isWithinWord(text[start - 1]!)) start--
  while (end < text.length && isWithinWord(text[end]!)) end++
  while (start < end && /[\s("“‘'[*_`~「（]/.test(text[start]!)) start++
  while (end > start && /[\s.,;:!?)"”’'\]*_`~、。」）]/.test(text[end - 1]!)) end--
  // "(FOIA)" within the span: the closing bracket belongs to it.
  if (text[end] === ')' && text.slice(start, end).includes('(')) end++
  const words = text.slice(start, end)
  const isMarkupFree = !/[*_`~<>\\[\]]/.test(words)
  const isWhole = isMarkupFree && hasPairs(words)
  return start >= from && words !== '' && isWhole && countWords(words) <= maxBoldWords ? { start, end } : undefined
}

/** Tells whether brackets and quotation marks that open in the text close in it, too. */
function hasPairs(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1
  const isPaired = (open: string, close: string) => count(open) === count(close)
  return isPaired('(', ')') && isPaired('“', '”') && isPaired('«', '»') && count('"') % 2 === 0
}

/**
 * Tells whether Markdown closes the bold: words that begin or end with a symbol need a blank or punctuation beside it
 * (CommonMark 6.2, flanking delimiter runs). "割引は**20%**です" would show the asterisks.
 */
function canBeBold(before: string, words: string, after: string): boolean {
  const opens = !/^[\p{P}\p{S}]/u.test(words) || /(?:^|[\s\p{P}])$/u.test(before)
  const closes = !/[\p{P}\p{S}]$/u.test(words) || /^(?:$|[\s\p{P}])/u.test(after)
  return opens && closes
}

/** Chinese, Japanese and Thai have no spaces between words: a span is not widened there. */
function isWithinWord(character: string): boolean {
  return !/[\s、。「」（）]/.test(character) && !containsUnspacedScript(character)
}
