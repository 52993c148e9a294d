import { isLeadIn } from '../../ingest/sentence-end.ts'
import type { CitedText } from '../citations.ts'
import type { DraftUnit } from '../written/draft-units.ts'
import { reportLimits } from './report-limits.ts'

/** Rules of the prompt for a summary. */
export const summaryTask = [
  `You write the summary at the top of a report: two to ${reportLimits.summary.sentences} plain sentences with what matters most, each with its numbers. No heading, no list, no table.`,
]

/** Keeps the sentences of a summary: a list item becomes a sentence, other forms are dropped. */
export function toSummarySentence(unit: DraftUnit): DraftUnit | undefined {
  if (unit.kind !== 'sentence') return undefined
  const { item: _, ...sentence } = unit
  return { ...sentence, gap: 'space' }
}

/** Tells whether a piece of a section is a sentence that is understood outside of its list or table. */
export function isPlainSentence({ text, closing, passages }: CitedText): boolean {
  const isPartOfForm = /^\s*(?:[-*•+]\s|\d{1,3}[.)]\s|[|#`>])/.test(text) || isLeadIn(text)
  return passages.length > 0 && closing === undefined && !isPartOfForm
}
