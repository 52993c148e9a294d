import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import { outdatedMessage } from '../answer-messages.ts'
import type { TracedSection } from '../answer-trace.ts'
import { type CitedText, createCitationWriter, quoteAsMarkdown, type SourceNumbers } from '../citations.ts'
import { incompleteMessage } from './report-messages.ts'

/** Collects the sections of a report. Those without text wait for the first one with text: alone they are no report. */
export function createReportBody({
  numbers,
  language,
  onPiece,
  onDelta,
}: {
  numbers: SourceNumbers
  language: string
  onPiece: (piece: CitedText) => void
  onDelta: ((delta: string) => void) | undefined
}) {
  const writer = createCitationWriter(numbers)
  const cited = new Set<HydratedPassage>()
  let waiting: CitedText[] = []

  function add(piece: CitedText): void {
    const pieces = [...waiting, piece]
    waiting = []
    for (const one of pieces) {
      onPiece(one)
      for (const passage of one.passages) cited.add(passage)
      const added = writer.add(one)
      onDelta?.(added)
    }
  }

  function addNotice(text: string): void {
    if (text !== '') add({ text, passages: [], startsParagraph: true })
  }

  return {
    text: writer.text,
    citedPassages: () => [...cited],
    add,
    addNotice,
    /** Adds a section about which nothing was found. */
    addEmptySection(pieces: readonly CitedText[]): void {
      if (writer.text() === '') waiting.push(...pieces)
      else for (const piece of pieces) add(piece)
    },
    /** Says at the end which sources are outdated and which sections are missing. */
    addFinalNotices(sections: readonly TracedSection[]): void {
      if (writer.text() === '') return
      const outdated = numbers.outdated()
      addNotice(outdated.length > 0 ? outdatedMessage(language, outdated) : '')
      const missing = sections.filter(({ outcome }) => outcome === 'failed' || outcome === 'not-reached')
      const titles = missing.map(({ title }) => quoteAsMarkdown(title))
      addNotice(missing.length > 0 ? incompleteMessage(language, titles) : '')
    },
  }
}
