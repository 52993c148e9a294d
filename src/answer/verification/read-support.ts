import type { Reader } from '../../models/reader.ts'
import { askForValues } from './asked-values.ts'
import { claimTerms, type EvidenceUnit, selectWindow } from './evidence.ts'

/** Words of evidence that the reader sees at once: it judges short evidence better, and faster. Both views count alike. */
const windowWords = [95, 45]
/** Mean score of the views from which a statement counts as supported; docs/quality.md has what it keeps and drops. */
const minSupport = -2.7
/** Values that the reader is asked for, per statement. */
const maxAskedValues = 3

/**
 * Tells whether the reader finds that the evidence supports the statement. It is also asked for each figure in turn: a
 * figure that stands in the evidence, but for something else, is wrong.
 */
export async function isReadAsSupported(
  reader: Reader,
  statement: string,
  { units, context, language }: { units: readonly EvidenceUnit[]; context: string; language: string },
  signal: AbortSignal,
): Promise<boolean> {
  const terms = claimTerms(statement, language)
  const views = windowWords.map((words) => ({
    context,
    sentences: selectWindow(terms, units, words).map(({ text }) => text),
  }))
  const readings = await reader.read(statement, views, signal)
  const score = readings.reduce((sum, { supports }) => sum + supports, 0) / readings.length
  if (score < minSupport) return false
  const [wide] = views
  for (const asked of askForValues(statement, maxAskedValues)) {
    const [reading] = await reader.read(asked.question, [wide!], signal)
    const found = reading?.shortAnswer
    if (found && asked.contradicts(wide!.sentences[found.sentence]!.slice(found.start, found.end))) return false
  }
  return true
}
