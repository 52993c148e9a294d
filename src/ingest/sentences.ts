import { abbreviations, numberAbbreviations } from './abbreviations.ts'
import { isCodeLine } from './code-lines.ts'
import { functionWords } from './function-words.ts'
import { listMarkerSource } from './list-marker.ts'

export interface Sentence {
  text: string
  start: number
  end: number
}

/**
 * Splits readable text into sentences with their offsets. A line break always ends a sentence; a short list item, table row
 * or line of code is a single one. Intl.Segmenter finds candidates; our rules correct it, since it ends a sentence after
 * "Dr." and "z. B." and never ends one in Thai.
 */
export function splitSentences(text: string, language = 'en'): Sentence[] {
  const sentences: Sentence[] = []
  let lineStart = 0
  while (lineStart <= text.length) {
    const newline = text.indexOf('\n', lineStart)
    const lineEnd = newline < 0 ? text.length : newline
    splitLine(text, lineStart, lineEnd, language, sentences)
    lineStart = lineEnd + 1
  }
  return sentences
}

/** Segmenting is slow on very long lines, and no sentence is that long. */
const sliceLength = 10_000
/** A longer list item, table row or line of code is split into sentences. */
export const maxUnsplitItemLength = 400
const itemStart = new RegExp(`^[ \\t]*${listMarkerSource}[ \\t]+`)

function splitLine(text: string, lineStart: number, lineEnd: number, language: string, out: Sentence[]): void {
  const head = text.slice(lineStart, Math.min(lineEnd, lineStart + maxUnsplitItemLength))
  const markerLength = itemStart.exec(head)?.[0].length ?? 0
  const isShort = lineEnd - lineStart <= maxUnsplitItemLength
  if (isShort && (markerLength > 0 || isCodeLine(head) || consistsOfCells(head))) {
    pushSentence(text, lineStart, lineEnd, out)
    return
  }
  // The list marker belongs to the first sentence of its item: "1." alone is not a sentence.
  let sentenceStart = lineStart
  let sliceStart = lineStart + markerLength
  while (sliceStart < lineEnd) {
    const sliceEnd = findSliceEnd(text, sliceStart, lineEnd)
    for (const end of findSentenceEnds(text.slice(sliceStart, sliceEnd), language)) {
      pushSentence(text, sentenceStart, sliceStart + end, out)
      sentenceStart = sliceStart + end
    }
    sliceStart = sliceEnd
  }
  pushSentence(text, sentenceStart, lineEnd, out)
}

/**
 * Tells whether a line is nothing but cells: "Site: Kobe; Days: 20", "Kobe | 20 | 5". Stricter than `readTableRow`, which
 * allows a semicolon within a value: a sentence with colons and semicolons has to be split here.
 */
function consistsOfCells(line: string): boolean {
  const [first, ...cells] = line.split('; ') as [string, ...string[]]
  const hasNames = cells.length > 0 && cells.every((cell) => /^[^:]{1,80}: /.test(cell))
  // The column of row names often has no name itself: "Price; Free: 0; Pro: 10".
  const isNamedRow = hasNames && (/^[^:]{1,80}: /.test(first) || (cells.length > 1 && first.length <= 80))
  return isNamedRow || line.split(' | ').length > 2
}

function findSliceEnd(text: string, start: number, lineEnd: number): number {
  return lineEnd - start <= sliceLength ? lineEnd : start + wordBoundary(text.slice(start, start + sliceLength + 1))
}

/** Returns the length to cut a piece to so that it ends between words, or at least not inside a surrogate pair. */
export function wordBoundary(piece: string): number {
  const length = piece.length - 1
  const space = piece.lastIndexOf(' ', length)
  if (space > length / 2) return space + 1
  return /[\udc00-\udfff]/.test(piece[length] ?? '') ? length - 1 || 2 : length
}

const segmenters = new Map<string, Intl.Segmenter>()

function segmenterFor(language: string): Intl.Segmenter {
  // Only Greek has a rule of its own (the semicolon is a question mark). An unknown code would throw.
  const locale = language === 'el' ? 'el' : 'en'
  let found = segmenters.get(locale)
  if (found === undefined) {
    found = new Intl.Segmenter(locale, { granularity: 'sentence' })
    segmenters.set(locale, found)
  }
  return found
}

/** Returns the offsets of sentence ends within a slice, except its own end. */
function findSentenceEnds(slice: string, language: string): number[] {
  if (withoutSentenceMarks.test(slice)) return []
  const ends = referenceEnds(slice)
  let start = 0
  for (const { index, segment } of segmenterFor(language).segment(slice)) {
    const end = index + segment.length
    if (thai.test(segment) && segment.length > thaiPhraseLength) {
      for (const phraseEnd of thaiPhraseEnds(segment)) ends.push(index + phraseEnd)
    }
    if (end >= slice.length) break
    if (isSentenceEnd(slice.slice(Math.max(start, end - 40), end), slice.slice(end, end + maxStepLength), language)) {
      ends.push(end)
      start = end
    }
  }
  return ends.sort((a, b) => a - b)
}

/** How far away the second step of a line can be. */
const maxStepLength = 200

/** Decides from the text before and after whether a candidate ends a sentence. */
function isSentenceEnd(before: string, after: string, language: string): boolean {
  const trimmed = before.trimEnd()
  // “Really?” he asked.
  if (/^\p{Ll}/u.test(after)) return false
  // "in 2013.[7] It": the reference belongs to the sentence before it.
  if (/[[(]$/.test(trimmed)) return false
  if (!trimmed.endsWith('.')) return true
  // "Locked out: 1. Call us. 2. Wait.": the number belongs to its step. "Beer: 16. Spirits: 18." are two sentences.
  if (/^\d{1,2}\.$/.test(trimmed) || (/[:;]\s1\.$/.test(trimmed) && /\s2\.\s/.test(after))) return false
  const lastWord = /(?<![^\s([“"'„«]|\p{L}['’])[^\s([“"„«]*$/u.exec(trimmed)![0].replace(/^['’]/, '').slice(0, -1)
  // First part of a two-part abbreviation: z. B., J. K. Rowling.
  if (/^\p{L}$/u.test(lastWord) && /^\p{L}\./u.test(after)) return false
  if (/^(?:\p{L}\.)*\p{L}$/u.test(lastWord))
    return !neverSentenceFinal.has(lastWord.toLowerCase()) && !continuesName(after)
  if (abbreviations.has(lastWord.toLowerCase())) return false
  if (/^(?:\p{Sc}\s?|\p{Lu}{3}\s)?\d/u.test(after) && numberAbbreviations.has(lastWord.toLowerCase())) return false
  return !(ordinalLanguages.has(language) && /^\d{1,3}$/.test(lastWord))
}

const neverSentenceFinal = new Set(['e.g', 'i.e', 'z.b', 'd.h', 'u.a', 'т.е'])

/** "U.S. Army" and "J. Smith" continue, "in the U.S. The army" does not: articles and pronouns begin sentences. */
function continuesName(after: string): boolean {
  const next = /^\p{L}+/u.exec(after)?.[0].toLowerCase()
  return next !== undefined && ![...functionWords.values()].some((words) => words.has(next))
}

/** Returns the offsets after references such as "[7][8]" that follow the end of a sentence. */
function referenceEnds(slice: string): number[] {
  const references = slice.matchAll(/[.!?]["”’)]*(?:\[\d{1,3}\])+\s+(?=["“‘(]?\p{Lu})/gu)
  return Array.from(references, (match) => match.index + match[0].length)
}

const ordinalLanguages = new Set(['de', 'da', 'no', 'fi', 'hu', 'cs', 'tr', 'pl'])
/** ASCII without any character that can end a sentence: most titles, items and cells. Ten times faster than segmenting. */
const withoutSentenceMarks = /^[\t "-\-/->@-~]*$/
const thai = /[\u0e00-\u0e7f]/
const thaiPhraseLength = 120

/** Thai has no sentence punctuation; spaces separate phrases. Ends a phrase at a space once it is long enough. */
function thaiPhraseEnds(segment: string): number[] {
  const ends: number[] = []
  let start = 0
  for (const match of segment.matchAll(/ +(?=[\u0e00-\u0e7f])/g)) {
    const end = match.index + match[0].length
    if (end - start < thaiPhraseLength) continue
    ends.push(end)
    start = end
  }
  return ends
}

function pushSentence(text: string, start: number, end: number, out: Sentence[]): void {
  const raw = text.slice(start, end)
  const sentence = raw.trim()
  if (sentence === '') return
  const leading = raw.length - raw.trimStart().length
  out.push({ text: sentence, start: start + leading, end: start + leading + sentence.length })
}
