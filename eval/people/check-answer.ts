import { readListMarker } from '../../src/answer/list-marker.ts'
import { unescapeMarkdown } from '../../src/answer/markdown-text.ts'
import { countShared } from '../../src/answer/set-similarity.ts'
import { stemsOf } from '../../src/ingest/analyze.ts'
import { answerUnits, isSeparatorRow, isTableRow } from './compare-evidence.ts'

export const answerFaults = [
  'bare question',
  'heading alone',
  'left-over markup',
  'table bars outside a table',
  'duplicate',
  'near-duplicate',
  'lone list item',
  'lead-in alone',
  'citation without source',
  'source without citation',
  'unbalanced bold',
  'empty list item',
] as const

export interface AnswerFault {
  fault: (typeof answerFaults)[number]
  /** The part of the answer that has it. */
  text: string
}

/** Returns what a person would find unclean in an answer: nothing, if all is well. */
export function checkAnswer({
  answer: markdown,
  sources,
}: {
  answer: string
  sources: readonly { title: string }[]
}): AnswerFault[] {
  const answer = withoutCode(markdown)
  const lines = answer.split('\n').filter((line) => line.trim() !== '')
  return [
    ...bareQuestions(lines),
    ...lonelyHeadings(lines, sources),
    ...leftOverMarkup(lines),
    ...tableBars(lines),
    ...duplicates(answer),
    ...nearDuplicates(lines),
    ...loneItems(answer.split('\n')),
    ...lonelyLeadIns(lines),
    ...citationFaults(answer, sources.length),
    ...lines.filter(hasUnbalancedBold).map((text) => ({ fault: 'unbalanced bold' as const, text })),
    ...lines.filter(isEmptyItem).map((text) => ({ fault: 'empty list item' as const, text })),
  ]
}

/** Returns the answer with a word in place of each block of code, whose signs are no markup. */
function withoutCode(answer: string): string {
  let count = 0
  return answer.replace(/^ *(`{3,})\n[\s\S]*?\n *\1$/gm, () => `code${++count}.`)
}

/** Questions that the answer quotes on their own. Items below a line with a colon are a list of questions. */
function bareQuestions(lines: readonly string[]): AnswerFault[] {
  return lines.flatMap((line, index) => {
    if (isTableRow(line) || isAnnouncedItem(lines, index)) return []
    return answerUnits(line)
      .filter((quote) => /^[^.!?。！？]*[?？]["”’)]*$/.test(quote))
      .map((text) => ({ fault: 'bare question' as const, text }))
  })
}

function isAnnouncedItem(lines: readonly string[], index: number): boolean {
  let at = index
  while (at >= 0 && readListMarker(lines[at]!) !== '') at -= 1
  return at < index && at >= 0 && answerUnits(lines[at]!).at(-1)?.endsWith(':') === true
}

/** Lines that are a heading, or the title of a source, with no list or table below them. */
function lonelyHeadings(lines: readonly string[], sources: readonly { title: string }[]): AnswerFault[] {
  const titles = new Set(sources.map(({ title }) => normalized(title)))
  return lines.flatMap((line, index) => {
    const next = lines[index + 1] ?? ''
    const isLabel = readListMarker(next) !== '' || isTableRow(next)
    if (isTableRow(line) || readListMarker(line) !== '' || isLabel) return []
    return answerUnits(line)
      .filter((quote) => /^#{1,6}\s/.test(quote) || (titles.has(normalized(quote)) && !/[.!]$/.test(quote)))
      .map((text) => ({ fault: 'heading alone' as const, text }))
  })
}

const tags =
  'a|b|big|blockquote|br|button|center|code|dd|details|div|dl|dt|em|figcaption|figure|font|h[1-6]|hr|i|iframe|img|kbd|li|ol|p|pre|section|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|u|ul|video'
const markupPatterns = [
  new RegExp(`</?(?:${tags})(?:\\s[^>]*)?/?>`, 'i'),
  /<\/?[A-Z][a-z]+[A-Z]?\w*(?:\s[^>]*)?\/?>|<!--/,
  /&(?:[a-z]{2,8}|#\d{2,5}|#x[0-9a-f]{2,5});/i,
  /\{%|%\}|\{\{|\}\}/,
  /\{[:.#][^}]*\}|\{[^}]*=\s*["'][^}]*\}/,
  /^:::|^!!!\s|^```/,
  /\]\(|!\[|\]\[|\[\^\w+\]/,
  /\{(?:ref|doc|cite\S*|numref|term|figure|glue\S*)\}/,
  /^\([\w-]+\)=/,
  /\*\*\S|\S\*\*|(?<![\p{L}\p{N}_])__\S[^_]*__(?![\p{L}\p{N}_])/u,
  /(?<![\p{L}\p{N}*])[*_][\p{L}][^*_]*[\p{L}.!?][*_](?![\p{L}\p{N}*_])/u,
]

/** HTML, entities, template code, attribute lists, link syntax and emphasis that are shown as text. */
function leftOverMarkup(lines: readonly string[]): AnswerFault[] {
  return lines
    .filter((line) => markupPatterns.some((pattern) => pattern.test(shownText(line))))
    .map((text) => ({ fault: 'left-over markup' as const, text }))
}

/** Returns the text that readers see, without code spans, citations and the answer's own bold and list marker. */
function shownText(line: string): string {
  const content = line.slice(readListMarker(line).length)
  const own = content.replace(/(?<![\\`])(`+)(?!`).*?(?<!`)\1(?!`)/g, 'code').replace(/(?<!\\)\[\d+\]/g, '')
  return unescapeMarkdown(own.replace(/(?<!\\)\*\*/g, ''))
}

/** Two bars in a line, or one at its start; a single bar can be part of a name ("Conditional Access | Overview"). */
function tableBars(lines: readonly string[]): AnswerFault[] {
  return lines
    .filter(
      (line) => !isTableRow(line) && (/^\||\s\|\s.*\s\|(?:\s|$)/.test(shownText(line).trim()) || isSeparatorRow(line)),
    )
    .map((text) => ({ fault: 'table bars outside a table' as const, text }))
}

/** The same sentence, item or row twice. */
function duplicates(answer: string): AnswerFault[] {
  const seen = new Set<string>()
  return answerUnits(answer).flatMap((text) => {
    const key = normalized(text)
    const isRepeated = seen.has(key)
    seen.add(key)
    return isRepeated ? [{ fault: 'duplicate' as const, text }] : []
  })
}

/** Content words of a sentence, and the share of them in an earlier one, from which it says the same. */
const minContentWords = 4
const sameContentShare = 0.65

/** Sentences of which most content words stand in an earlier one. Items of one list and rows of one table can be alike. */
function nearDuplicates(lines: readonly string[]): AnswerFault[] {
  const seen: { stems: ReadonlySet<string>; block: number }[] = []
  let block = 0
  return lines.flatMap((line, index) => {
    const isInBlock = isItem(line) || isTableRow(line)
    if (!isInBlock || !(isItem(lines[index - 1]) || isTableRow(lines[index - 1] ?? ''))) block += 1
    return answerUnits(line).flatMap((text) => {
      const stems = new Set(stemsOf(text))
      const isContainedIn = (other: ReadonlySet<string>) => countShared(other, stems) >= sameContentShare * stems.size
      const isRepeated = seen.some((other) => !(isInBlock && other.block === block) && isContainedIn(other.stems))
      // A lead-in states nothing: its items can have its words.
      if (!/[:：]$/.test(text)) seen.push({ stems, block })
      return isRepeated && stems.size >= minContentWords ? [{ fault: 'near-duplicate' as const, text }] : []
    })
  })
}

/** Items that stand alone with the marker of a list, or with a number that was escaped. An empty line ends a list. */
function loneItems(lines: readonly string[]): AnswerFault[] {
  return lines
    .filter((line, index) => {
      if (/^\s*\d{1,3}\\[.)]\s/.test(line)) return true
      return isItem(line) && !isItem(lines[index - 1]) && !isItem(lines[index + 1])
    })
    .map((text) => ({ fault: 'lone list item' as const, text }))
}

/** Lines that end with a colon and announce nothing: no list, table or text follows, or an item has no items below it. */
function lonelyLeadIns(lines: readonly string[]): AnswerFault[] {
  return lines
    .filter((line, index) => {
      const next = lines[index + 1]
      if (isTableRow(line) || !/[:：]$/.test(answerUnits(line).at(-1) ?? '')) return false
      return next === undefined || (isItem(line) && !(isItem(next) && indentOf(next) > indentOf(line)))
    })
    .map((text) => ({ fault: 'lead-in alone' as const, text }))
}

function isItem(line: string | undefined): boolean {
  return line !== undefined && readListMarker(line) !== ''
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

function citationFaults(answer: string, sourceCount: number): AnswerFault[] {
  const cited = new Set([...answer.matchAll(/(?<!\\)\[(\d+)\]/g)].map(([, number]) => Number(number)))
  const missing = [...cited].filter((number) => number < 1 || number > sourceCount)
  const uncited = Array.from({ length: sourceCount }, (_, index) => index + 1).filter((number) => !cited.has(number))
  return [
    ...missing.map((number) => ({ fault: 'citation without source' as const, text: `[${number}]` })),
    ...uncited.map((number) => ({ fault: 'source without citation' as const, text: `[${number}]` })),
  ]
}

function hasUnbalancedBold(line: string): boolean {
  const marks = line.match(/(?<!\\)\*\*/g)?.length ?? 0
  return marks % 2 === 1 || /(?<!\\)\*\*\s*(?<!\\)\*\*/.test(line.replace(/(?<!\\)\*\*[^*]+(?<!\\)\*\*/g, ''))
}

function isEmptyItem(line: string): boolean {
  return /^\s*(?:[-*•]|\d{1,3}[.)])\s*(?:\[\d+\]\s*)*$/.test(line)
}

function normalized(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}
