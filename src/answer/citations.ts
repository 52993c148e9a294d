import type { AnswerResult } from '../contract/ask.ts'
import type { Source } from '../contract/source.ts'
import { urlOfPage } from '../document-url.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import { readListMarker } from './list-marker.ts'
import { escapeMarkdown } from './markdown-text.ts'
import { findSupportingPage } from './supporting-page.ts'

/** A piece of an answer and the passages that support it. */
export interface CitedText {
  /** Markdown without links: see `markdown-text.ts`. */
  text: string
  /** The sentence, item or row as it stands in the passage, if the piece quotes one. */
  quote?: string
  /** Follows the numbers of the sources: the end of a table row. */
  closing?: string
  passages: HydratedPassage[]
  /** It starts a line: a list item, a table row, a paragraph. */
  startsLine?: boolean
  /** It starts a paragraph: after a list it would otherwise read as part of the last item. */
  startsParagraph?: boolean
}

/** Numbers sources in the order of their first citation, one per document. */
export function createSourceNumbers(onSource: (source: Source, number: number) => void = () => {}) {
  const entries = new Map<number, SourceEntry>()

  return {
    /** Returns the marks of the documents that the piece cites: "[1][3]". */
    cite({ text, quote, passages }: Pick<CitedText, 'text' | 'quote' | 'passages'>): string {
      const numbers = new Set<number>()
      for (const passage of passages) {
        let entry = entries.get(passage.documentKey)
        if (!entry) {
          const page = findSupportingPage(passage, text, quote)
          entry = { firstPassage: passage, page, passages: [], number: entries.size + 1 }
          entries.set(passage.documentKey, entry)
          onSource(presentSource(entry, passage.body), entry.number)
        }
        if (!entry.passages.includes(passage.body)) entry.passages.push(passage.body)
        numbers.add(entry.number)
      }
      const marks = [...numbers].sort((a, b) => a - b).map((number) => `[${number}]`)
      return marks.join('')
    },
    /** Returns the numbers of the sources flagged as outdated. */
    outdated(): number[] {
      return [...entries.values()]
        .filter(({ firstPassage }) => firstPassage.document.reviewState === 'Outdated')
        .map(({ number }) => number)
    },
    /** Returns the first cited page of each document that has pages, by the keys of the documents. */
    citedPages(): [documentKey: number, page: number][] {
      return [...entries].flatMap(([key, { page }]) => (page === undefined ? [] : [[key, page]]))
    },
    /** Returns the cited sources in the order of their numbers. */
    sources(): Source[] {
      return [...entries.values()].map((entry) => presentSource(entry, entry.passages.join('\n\n')))
    },
  }
}

export type SourceNumbers = ReturnType<typeof createSourceNumbers>

/**
 * Assembles a text from pieces, each followed by the numbers of its sources. Every number has a source, and every source is
 * cited.
 */
export function createCitationWriter(numbers: SourceNumbers = createSourceNumbers()) {
  let written = ''

  return {
    /** Returns what the piece adds to the text. */
    add(piece: CitedText): string {
      const { text, closing = '', startsLine = false, startsParagraph = false } = piece
      const before = written === '' ? '' : startsParagraph ? '\n\n' : startsLine ? '\n' : ' '
      const added = `${before}${[text, numbers.cite(piece)].filter(Boolean).join(' ')}${closing}`
      written += added
      return added
    },
    text: () => written,
    result: (): AnswerResult => ({ answer: written, sources: numbers.sources() }),
  }
}

interface SourceEntry {
  firstPassage: HydratedPassage
  /** Of the sentence that is cited first. */
  page: number | undefined
  passages: string[]
  number: number
}

/** Renders a quoted sentence or list item as Markdown that shows it as text. */
export function quoteAsMarkdown(text: string): string {
  const marker = readListMarker(text)
  return marker + escapeMarkdown(escapeCitationMarkers(text.slice(marker.length)))
}

/** Turns bracketed numbers within a quoted text into round ones, so that they don't read as citations. */
export function escapeCitationMarkers(text: string): string {
  return text.replace(/\[(\s*\d[\d\s,;–-]*)\]/g, '($1)')
}

function presentSource(
  { firstPassage: { document }, page }: Pick<SourceEntry, 'firstPassage' | 'page'>,
  explanation: string,
): Source {
  return {
    id: document.id,
    title: document.title,
    url: document.isPdf ? urlOfPage(document.url, page) : document.url,
    updatedAt: document.updatedAt.toISOString(),
    explanation,
  }
}
