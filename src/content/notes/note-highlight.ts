import { analyze } from '../../ingest/analyze.ts'
import { containsUnspacedScript } from '../../ingest/unspaced-terms.ts'
import { wordPattern } from '../../ingest/word-tokens.ts'

export interface HighlightTags {
  before: string
  after: string
}

const maxSnippetLength = 300

/**
 * Returns the part of a passage that matches most query terms, each match between the tags. Clients tend to insert it
 * into a page unescaped, so `<` is replaced wherever it would begin a tag.
 */
export function highlight(
  passage: string,
  { terms, language, tags }: { terms: readonly string[]; language: string; tags: HighlightTags },
): string {
  const { text, matches } = findSnippet(passage.replace(/<(?=[A-Za-z/!?])/g, '‹'), { terms, language })
  let marked = ''
  let at = 0
  for (const { start, end } of matches) {
    marked += text.slice(at, start) + tags.before + text.slice(start, end) + tags.after
    at = end
  }
  return marked + text.slice(at)
}

/** Returns the part of a passage that matches most query terms, and where the matches are in it. */
export function findSnippet(
  passage: string,
  { terms, language }: { terms: readonly string[]; language: string },
): { text: string; matches: Span[] } {
  // On one line the markers of list items would read as dashes, and table rows ("Site: Kobe; Days: 20") as one sentence.
  const text = passage
    .replace(/^[^\S\n]*[-*+][^\S\n]+(?=\S)/gm, '• ')
    .replace(/^(?=[^\n:;]+: [^\n;]+; [^\n:;]+: )/gm, '• ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^• /, '')
  const spans = findSpans(text, new Set(terms), language)
  const { start, end } = selectSnippetWindow(text, spans)
  const before = start > 0 ? '…' : ''
  return {
    text: before + text.slice(start, end) + (end < text.length ? '…' : ''),
    matches: spans
      .filter((span) => span.start >= start && span.end <= end)
      .map((span) => ({ start: span.start - start + before.length, end: span.end - start + before.length })),
  }
}

interface Span {
  start: number
  end: number
}

function findSpans(text: string, terms: ReadonlySet<string>, language: string): Span[] {
  const exact: Span[] = []
  const approximate: Span[] = []
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0]
    const start = match.index
    if (containsUnspacedScript(word)) {
      exact.push(
        ...findUnspacedSpans(word, terms).map((span) => ({
          start: start + span.start,
          end: start + span.end,
        })),
      )
      continue
    }
    const wordTerms = analyze(word, language)
    const found = wordTerms.filter((term) => terms.has(term)).length
    // A word yields its stem and a prefix of the stem; a match of the prefix alone is approximate.
    if (found > 1 || (found === 1 && wordTerms.length === 1)) exact.push({ start, end: start + word.length })
    else if (found === 1) approximate.push({ start, end: start + word.length })
  }
  return exact.length > 0 ? exact : approximate
}

/** In scripts without spaces the terms are n-grams of the text: marks those longer than one character, if any occur. */
function findUnspacedSpans(run: string, terms: ReadonlySet<string>): Span[] {
  const pieces = [...terms].filter((term) => containsUnspacedScript(term))
  const longer = pieces.filter((term) => [...term].length > 1 && run.includes(term))
  const isMarked = Array<boolean>(run.length).fill(false)
  for (const piece of longer.length > 0 ? longer : pieces) {
    for (let at = run.indexOf(piece); at !== -1; at = run.indexOf(piece, at + 1)) {
      isMarked.fill(true, at, at + piece.length)
    }
  }
  const spans: Span[] = []
  for (const [at, marked] of isMarked.entries()) {
    const last = spans.at(-1)
    if (marked && last?.end === at) last.end = at + 1
    else if (marked) spans.push({ start: at, end: at + 1 })
  }
  return spans
}

/** Returns the window of about `maxSnippetLength` characters with most spans, snapped to word boundaries. */
function selectSnippetWindow(text: string, spans: readonly Span[]): Span {
  if (text.length <= maxSnippetLength) return { start: 0, end: text.length }
  let best = { first: 0, count: 0 }
  let last = 0
  for (let first = 0; first < spans.length; first++) {
    while (last < spans.length && spans[last]!.end <= spans[first]!.start + maxSnippetLength / 2) last++
    if (last - first > best.count) best = { first, count: last - first }
  }
  const anchor = spans[best.first]?.start ?? 0
  const start = Math.max(0, Math.min(anchor - maxSnippetLength / 4, text.length - maxSnippetLength))
  return {
    start: snapToWordStart(text, start),
    end: snapToWordEnd(text, Math.min(text.length, start + maxSnippetLength)),
  }
}

/** Snaps to the next word if a space is near, and never splits a surrogate pair. */
function snapToWordStart(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  if (space !== -1 && space - at < 30) return space + 1
  return isLowSurrogate(text, at) ? at + 1 : at
}

function snapToWordEnd(text: string, at: number): number {
  if (at === text.length) return at
  const space = text.lastIndexOf(' ', at)
  if (at - space < 30) return space
  return isLowSurrogate(text, at) ? at - 1 : at
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00
}
