import type { Reader } from '../../models/reader.ts'
import { countShared } from '../set-similarity.ts'
import { type AskedValue, askForValues } from './asked-values.ts'
import { claimTerms } from './claim-terms.ts'
import { claimKeys, coveredShare, type EvidenceUnit, selectWindow } from './evidence.ts'
import { withRivalValues } from './rival-values.ts'
import { hasExchangedCells, hasForeignFigures } from './row-values.ts'

/** Words of evidence that the models see: they judge short evidence better, and faster. */
const maxWindowWords = 80
/** Scores from which a statement counts as supported; docs/quality.md has what they keep and drop. */
const minSupport = { verifier: -2.9, reader: -2.8 }
/** Below this score of the verifier, other values of the evidence are tried in the place of the statement's own. */
const sureSupport = 0
/** How much higher than the statement itself the verifier must score it with another value. */
const minRivalLead = 0.5
/** Values that are tried, and that the reader is asked for, per statement. */
const maxRivals = 3
const maxAskedValues = 2

/**
 * Tells whether the verifier finds that the evidence supports the statement, and no other value of the evidence would fit
 * it better. Without the verifier the reader judges, and is asked for figures: a figure that stands in the evidence, but
 * for something else, is wrong.
 */
export async function isReadAsSupported(
  reader: Reader,
  statement: string,
  {
    units,
    context,
    question,
    language,
  }: { units: readonly EvidenceUnit[]; context: string; question: string; language: string },
  signal: AbortSignal,
): Promise<boolean> {
  const window = selectWindow(claimKeys(statement, language), units, maxWindowWords)
  const view = { context, sentences: window.map(({ text }) => text) }
  const verified = await reader.verify?.(statement, view, signal)
  if (verified !== undefined)
    return verified >= minSupport.verifier && (verified >= sureSupport || !(await hasBetterRival(verified)))
  const [reading] = await reader.read(statement, [view], signal)
  if (!reading || reading.supports < minSupport.reader) return false
  const terms = claimTerms(statement, language)
  for (const asked of askForValues(statement, maxAskedValues)) {
    const [answer] = await reader.read(asked.question, [view], signal)
    const found = answer?.shortAnswer
    const unit = found && window[found.sentence]
    if (unit && asked.contradicts(unit.text.slice(found.start, found.end)) && !standsCloser(asked, unit)) return false
  }
  return true

  async function hasBetterRival(own: number): Promise<boolean> {
    const keys = claimKeys(statement, language)
    const nearest = [...window].sort((a, b) => countShared(keys, b.keys) - countShared(keys, a.keys))
    // A rival that a table refutes is false, however well it reads.
    const isRefuted = (rival: string) =>
      hasForeignFigures(rival, units, { question, language }) || hasExchangedCells(rival, units, language)
    for (const rival of withRivalValues(statement, nearest, { question, max: maxRivals })) {
      if (isRefuted(rival)) continue
      const score = await reader.verify?.(rival, view, signal)
      if (score !== undefined && score >= own + minRivalLead) return true
    }
    return false
  }

  /** Tells whether a unit with the statement's own value is nearer to the statement than the one the reader chose. */
  function standsCloser({ value }: AskedValue, chosen: EvidenceUnit): boolean {
    const share = coveredShare(terms, chosen.terms)
    return window.some(
      (unit) => unit !== chosen && unit.text.includes(value) && coveredShare(terms, unit.terms) >= share,
    )
  }
}
