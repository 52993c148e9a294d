import { readListMarker } from '../../src/answer/list-marker.ts'
import { unescapeMarkdown } from '../../src/answer/markdown-text.ts'
import { splitSentences } from '../../src/ingest/sentences.ts'
import type { PeopleQuestion } from './people-questions.ts'

/** Share of the evidence's words from which a shorter quote still counts. */
const minShare = 0.85

export interface EvidenceMatch {
  /** The evidence stands in the answer, or all but a small part of it. */
  isFound: boolean
  /** All words of the evidence stand in the answer, in their order and without a gap. */
  isWhole: boolean
  /** What the answer quotes first is the evidence or a sentence, item or row of it. */
  isFirst: boolean
}

export interface Gold {
  kind: PeopleQuestion['kind']
  evidence: string
  shortAnswer?: string | undefined
}

/** Compares an answer with the part of the note that answers the question, word by word and without markup. */
export function matchEvidence(answer: string, gold: Gold): EvidenceMatch {
  const expected = wordsOf(plainSource(gold.evidence))
  const parts = evidenceParts(gold.evidence).map(wordsOf)
  const units = answerUnits(answer).map(wordsOf)
  const isWhole = includesWords(units.flat(), expected) || includesWords(wordsOf(plainAnswer(answer)), expected)
  const quoted = units.filter((unit) => includesWords(expected, unit)).flat()
  const isFound =
    isWhole ||
    quoted.length >= minShare * expected.length ||
    answeringParts(gold, parts).some((part) => units.some((unit) => isSameQuote(unit, part)))
  const isFirst = firstQuotes(answer).some((quote) =>
    [expected, ...parts].some((part) => isSameQuote(wordsOf(quote), part)),
  )
  return { isFound, isWhole, isFirst }
}

/**
 * Returns the sentences of the evidence that answer by themselves: those with the short answer. None where the answer is a
 * list or a comparison, which has to be quoted as a whole.
 */
function answeringParts({ kind, evidence, shortAnswer }: Gold, parts: readonly string[][]): string[][] {
  const items = evidence.split('\n').filter((line) => /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line))
  if (kind === 'list' || kind === 'compare' || items.length > 1 || !shortAnswer) return []
  return parts.filter((part) => includesWords(part, wordsOf(plainSource(shortAnswer))))
}

/** Tells whether the quote contains the part, or is contained in it with most of its words. */
function isSameQuote(quote: readonly string[], part: readonly string[]): boolean {
  if (quote.length === 0 || part.length === 0) return false
  return includesWords(quote, part) || (quote.length >= minShare * part.length && includesWords(part, quote))
}

/** Returns what an answer quotes first; after a line that ends with a colon, what follows it as well, with and without it. */
function firstQuotes(answer: string): string[] {
  const [first = '', second = ''] = answerUnits(answer)
  return first.endsWith(':') ? [first, second, `${first} ${second}`] : [first]
}

/**
 * Splits an answer into what it quotes: sentences, list items and table rows, as plain text. Every quote ends with the
 * numbers of its sources or with its line.
 */
export function answerUnits(answer: string): string[] {
  const lines = answer.split('\n').filter((line) => line.trim() !== '')
  return lines.flatMap((line, index) => {
    if (isSeparatorRow(line) || (isTableRow(line) && isSeparatorRow(lines[index + 1] ?? ''))) return []
    return line
      .slice(readListMarker(line).length)
      .split(/(?:\s*\[\d+\])+/)
      .map((quote) => plainAnswer(quote).trim())
      .filter((quote) => wordsOf(quote).length > 0)
  })
}

/** Counts the words of an answer without the numbers of its sources. */
export function countAnswerWords(answer: string): number {
  return wordsOf(plainAnswer(answer)).length
}

export function isTableRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line)
}

export function isSeparatorRow(line: string): boolean {
  return /^\s*\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?\s*)?$/.test(line)
}

/**
 * Returns what an answer shows, without citations, emphasis and the bars of tables. Left-over markup goes as well: it is
 * counted elsewhere.
 */
function plainAnswer(markdown: string): string {
  const shown = plainSource(unescapeMarkdown(markdown.replace(/\s*(?<!\\)\[\d+\]/g, '')))
  return shown.replace(/\|(?:\s*:?-{2,}:?\s*\|)+/g, ' ').replace(/[|*`]/g, ' ')
}

/** Returns the sentences, items and rows of an evidence. */
function evidenceParts(evidence: string): string[] {
  const paragraphs = evidence.split(/\n(?=\s*(?:[-*+•|#]|\d{1,3}[.)]\s|\n))/)
  return paragraphs.flatMap((paragraph) => {
    const plain = plainSource(paragraph).replace(/\s+/g, ' ').trim()
    return paragraph.trimStart().startsWith('|') ? [plain] : splitSentences(plain).map(({ text }) => text)
  })
}

/** Removes the markup of a note's source: links keep their text; images, tags, template code and list markers go. */
function plainSource(markdown: string): string {
  return markdown
    .replace(/<!--.*?-->/gs, ' ')
    .replace(/!\[[^\]]*\]\([^)]*\)/g, ' ')
    .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
    .replace(/\{%.*?%\}|\{\{.*?\}\}|\{:[^}]*\}/gs, ' ')
    .replace(/\{[\w:-]+\}`([^`<]*)(?:<[^>]*>)?`/g, '$1')
    .replace(/<\/?[a-z][^>]*>/gi, ' ')
    .replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+(?:\[[ x]\]\s+)?/gim, ' ')
    .replace(/\|(?:\s*:?-{2,}:?\s*\|)+/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/(?<=\p{L})['’‘](?=\p{L})/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Tells whether the words contain the others in their order, without a gap; spaces missing within them don't matter. */
function includesWords(words: readonly string[], others: readonly string[]): boolean {
  const [text, part] = [words.join(''), others.join('')]
  if (part === '') return false
  const boundaries = new Set([0])
  let length = 0
  for (const word of words) {
    length += word.length
    boundaries.add(length)
  }
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (boundaries.has(at) && boundaries.has(at + part.length)) return true
  }
  return false
}
