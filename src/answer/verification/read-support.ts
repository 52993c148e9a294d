import type { Reader } from '../../models/reader.ts'
import { type AskedValue, askForValues } from './asked-values.ts'
import { claimTerms, coveredShare, type EvidenceUnit, selectWindow } from './evidence.ts'

/** Words of evidence that the reader sees: it judges short evidence better, and faster. */
const maxWindowWords = 80
/** Score from which a statement counts as supported; docs/quality.md has what it keeps and drops. */
const minSupport = -2.8
/** Values that the reader is asked for, per statement. */
const maxAskedValues = 2

/**
 * Tells whether the reader finds that the evidence supports the statement. It is also asked for figures: a figure that
 * stands in the evidence, but for something else, is wrong.
 */
export async function isReadAsSupported(
  reader: Reader,
  statement: string,
  { units, context, language }: { units: readonly EvidenceUnit[]; context: string; language: string },
  signal: AbortSignal,
): Promise<boolean> {
  const terms = claimTerms(statement, language)
  const window = selectWindow(terms, units, maxWindowWords)
  const view = { context, sentences: window.map(({ text }) => text) }
  const [reading] = await reader.read(statement, [view], signal)
  if (!reading || reading.supports < minSupport) return false
  for (const asked of askForValues(statement, maxAskedValues)) {
    const [answer] = await reader.read(asked.question, [view], signal)
    const found = answer?.shortAnswer
    const unit = found && window[found.sentence]
    if (unit && asked.contradicts(unit.text.slice(found.start, found.end)) && !standsCloser(asked, unit)) return false
  }
  return true

  /** Tells whether a unit with the statement's own value is nearer to the statement than the one the reader chose. */
  function standsCloser({ value }: AskedValue, chosen: EvidenceUnit): boolean {
    const share = coveredShare(terms, chosen.terms)
    return window.some(
      (unit) => unit !== chosen && unit.text.includes(value) && coveredShare(terms, unit.terms) >= share,
    )
  }
}
