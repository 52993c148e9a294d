import { findClosestSentences } from './closest-sentences.ts'

export interface TextSpan {
  start: number
  end: number
}

const minNeedleLength = 8

/**
 * Finds the given texts within another one. Compares letters and digits only, ignoring case, because a quotation loses
 * line breaks, bullets and some punctuation.
 */
export function findSpans(text: string, needles: readonly string[]): TextSpan[] {
  const haystack = normalizeForMatching(text)
  const spans: TextSpan[] = []
  for (const needle of needles) {
    const wantedText = normalizeForMatching(needle).text
    if (wantedText.length < minNeedleLength) continue
    let from = haystack.text.indexOf(wantedText)
    while (from >= 0) {
      const start = haystack.offsets[from] as number
      const end = extendToSentenceEnd(text, (haystack.offsets[from + wantedText.length - 1] as number) + 1)
      spans.push({ start, end })
      from = haystack.text.indexOf(wantedText, from + wantedText.length)
    }
  }
  return mergeSpans(spans)
}

/** The sentences of an answer that cite a source, and the passage of the source that supports them. */
export interface Support {
  sentences: readonly string[]
  explanation: string
}

/**
 * Finds the sentences of the answer. If none is quoted literally, finds the sentences of the explanation that say the
 * same; if there are none, the whole explanation.
 */
export function findSupportingSpans(texts: readonly string[], { sentences, explanation }: Support): TextSpan[][] {
  const attempts = [
    () => sentences,
    () => findClosestSentences(explanation, sentences),
    () => explanation.split(/\n+/).filter((piece) => piece.trim() !== ''),
  ]
  for (const needlesOf of attempts) {
    const needles = needlesOf()
    const found = texts.map((text) => findSpans(text, needles))
    if (found.some((spans) => spans.length > 0)) return found
  }
  return texts.map(() => [])
}

function normalizeForMatching(text: string): { text: string; offsets: number[] } {
  let normalized = ''
  const offsets: number[] = []
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const lower = match[0].toLowerCase()
    normalized += lower
    for (let unit = 0; unit < lower.length; unit += 1) offsets.push(match.index)
  }
  return { text: normalized, offsets }
}

function extendToSentenceEnd(text: string, end: number): number {
  const tail = /^[\p{M}.!?…)”"’']*/u.exec(text.slice(end))
  return end + (tail?.[0].length ?? 0)
}

function mergeSpans(spans: TextSpan[]): TextSpan[] {
  const result: TextSpan[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else result.push({ ...span })
  }
  return result
}
