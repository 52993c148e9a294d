import type { AnswerResult } from '../contract/ask.ts'
import type { Source } from '../contract/source.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'

/** A piece of the answer, and the passages that say it. */
export interface CitedText {
  text: string
  passages: HydratedPassage[]
  /** It begins a line of its own: a list item, a table row, a paragraph. */
  startsLine?: boolean
  /** It begins a paragraph: after a list it would else be read as part of the last item. */
  startsParagraph?: boolean
}

/**
 * Puts an answer together piece by piece: each is followed by the numbers of its sources. Sources are numbered in the
 * order in which they are first cited, one per document. There is no number without a source and no source without one.
 */
export function createCitationWriter(onSource: (source: Source, number: number) => void = () => {}) {
  const support = new Map<number, { candidate: HydratedPassage; passages: string[]; number: number }>()
  let answer = ''

  return {
    /** Returns what the piece adds to the answer's text. */
    add({ text, passages, startsLine = false, startsParagraph = false }: CitedText): string {
      const numbers = new Set<number>()
      for (const passage of passages) {
        let entry = support.get(passage.documentKey)
        if (!entry) {
          entry = { candidate: passage, passages: [], number: support.size + 1 }
          support.set(passage.documentKey, entry)
          onSource(presentSource(passage, passage.body), entry.number)
        }
        if (!entry.passages.includes(passage.body)) entry.passages.push(passage.body)
        numbers.add(entry.number)
      }
      const marks = [...numbers].sort((a, b) => a - b).map((number) => `[${number}]`)
      const before = answer === '' ? '' : startsParagraph ? '\n\n' : startsLine ? '\n' : ' '
      const added = `${before}${escapeCitationMarkers(text)} ${marks.join('')}`.trimEnd()
      answer += added
      return added
    },
    /** The numbers of those sources that somebody flagged as outdated. */
    outdatedSourceNumbers(): number[] {
      return [...support.values()]
        .filter(({ candidate }) => candidate.document.reviewState === 'Outdated')
        .map(({ number }) => number)
    },
    result(): AnswerResult {
      return {
        answer,
        sources: [...support.values()].map(({ candidate, passages }) =>
          presentSource(candidate, passages.join('\n\n')),
        ),
      }
    },
  }
}

/** A quoted text may hold bracketed numbers of its own, which would read as ours: they become round. */
function escapeCitationMarkers(text: string): string {
  return text.replace(/\[(\s*\d[\d\s,;–-]*)\]/g, '($1)')
}

function presentSource({ document }: HydratedPassage, explanation: string): Source {
  return {
    id: document.id,
    title: document.title,
    url: document.url,
    updatedAt: document.updatedAt.toISOString(),
    explanation,
  }
}
