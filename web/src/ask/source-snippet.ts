import { findClosestSentences } from '../components/closest-sentences.ts'
import { findSpans } from '../components/highlight.ts'

const maxSnippetLength = 280

/** Returns the part of a passage to show on a card: from the cited sentence on, or else from its beginning. */
export function sourceSnippet(explanation: string, sentences: readonly string[]): string {
  const text = joinLines(explanation)
  const start =
    findSpans(text, sentences)[0]?.start ?? findSpans(text, findClosestSentences(text, sentences))[0]?.start ?? 0
  const snippet = `${start > 0 ? '… ' : ''}${text.slice(start)}`
  return snippet.length > maxSnippetLength ? `${snippet.slice(0, maxSnippetLength).trimEnd()}…` : snippet
}

/** On one line, the markers of list items would read as dashes, and table rows would run into each other. */
function joinLines(explanation: string): string {
  return explanation
    .replace(/^[^\S\n]*[-*+][^\S\n]+(?=\S)/gm, '• ')
    .replace(/^(?=[^\n:;]+: [^\n;]+; [^\n:;]+: )/gm, '• ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^• /, '')
}
