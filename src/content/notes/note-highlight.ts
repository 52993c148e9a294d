import { analyze } from '../../ingest/analyze.ts'
import { containsUnspacedScript } from '../../ingest/unspaced-terms.ts'
import { wordPattern } from '../../ingest/word-tokens.ts'

export interface HighlightTags {
  before: string
  after: string
}

const maxSnippetLength = 300

/**
 * The part of a passage that has most of the words looked for, each between the tags. The rest is plain text that
 * callers may well put into a page as it is: a sign that would begin a tag there is shown as another one.
 */
export function highlight(
  passage: string,
  { terms, language, tags }: { terms: readonly string[]; language: string; tags: HighlightTags },
): string {
  const text = passage
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/<(?=[A-Za-z/!?])/g, '‹')
  const spans = findSpans(text, new Set(terms), language)
  const { start, end } = selectSnippetWindow(text, spans)
  let shown = start > 0 ? '…' : ''
  let at = start
  for (const span of spans) {
    if (span.start < at || span.end > end) continue
    shown += text.slice(at, span.start) + tags.before + text.slice(span.start, span.end) + tags.after
    at = span.end
  }
  return shown + text.slice(at, end) + (end < text.length ? '…' : '')
}

interface Span {
  start: number
  end: number
}

function findSpans(text: string, wanted: ReadonlySet<string>, language: string): Span[] {
  const exact: Span[] = []
  const alike: Span[] = []
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0]
    const start = match.index
    if (containsUnspacedScript(word)) {
      exact.push(
        ...findUnspacedSpans(word, wanted).map((span) => ({
          start: start + span.start,
          end: start + span.end,
        })),
      )
      continue
    }
    const own = analyze(word, language)
    const found = own.filter((term) => wanted.has(term)).length
    // A word has its stem and the stem's beginning; the beginning alone is only a likeness.
    if (found > 1 || (found === 1 && own.length === 1)) exact.push({ start, end: start + word.length })
    else if (found === 1) alike.push({ start, end: start + word.length })
  }
  return exact.length > 0 ? exact : alike
}

/** In scripts without blanks between words the terms are pieces of the text itself; the longest that occur are shown. */
function findUnspacedSpans(run: string, wanted: ReadonlySet<string>): Span[] {
  const pieces = [...wanted].filter((term) => containsUnspacedScript(term))
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

/** The stretch of at most `longest` characters that holds most spans, widened to whole words. */
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

/** Not in the middle of a word where a blank is near, and never in the middle of a character. */
function snapToWordStart(text: string, at: number): number {
  if (at === 0) return 0
  const blank = text.indexOf(' ', at)
  if (blank !== -1 && blank - at < 30) return blank + 1
  return isLowSurrogate(text, at) ? at + 1 : at
}

function snapToWordEnd(text: string, at: number): number {
  if (at === text.length) return at
  const blank = text.lastIndexOf(' ', at)
  if (at - blank < 30) return blank
  return isLowSurrogate(text, at) ? at - 1 : at
}

function isLowSurrogate(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00
}
