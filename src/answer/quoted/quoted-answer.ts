import type { HydratedPassage } from '../../search/hydrate-passages.ts'
import type { RetrievalResult } from '../../search/retrieval.ts'
import type { CitedText } from '../citations.ts'
import type { ReadPassage } from '../reading/read-passages.ts'
import { composeAnswer } from './compose-answer.ts'
import { composeRelease, withRelease } from './compose-release.ts'
import { extractAnswer } from './extractive-answer.ts'
import { quoteUnits } from './quote-units.ts'
import { sectionUnits } from './split-units.ts'

/** What was found for a question. */
export interface Findings extends RetrievalResult {
  /** Absent: sentences are chosen by words and similarity. */
  read: readonly ReadPassage[] | undefined
  /** Returns the passages of a passage's section, in their order; `isWide`: also those far away. */
  readSection: (passage: HydratedPassage, options?: { isWide?: boolean }) => Promise<HydratedPassage[]>
  /** Returns the passages of a passage's document, in their order. */
  readDocument: (passage: HydratedPassage) => Promise<HydratedPassage[]>
}

/** Returns what the notes say about the question, quoted, or nothing if they don't answer it. */
export async function quoteAnswer(question: string, findings: Findings): Promise<CitedText[]> {
  const { read, readSection } = findings
  // Passages are near to signs alone, too, but nothing was asked.
  if (!/[\p{L}\p{N}]/u.test(question)) return []
  const release = await composeRelease(question, findings)
  if (release) return quoteUnits(release)
  if (!read) return extractAnswer(question, findings)
  const units = await composeAnswer(question, read, async (passage, rank, options) =>
    sectionUnits(await readSection(passage, options), rank),
  )
  return quoteUnits(withRelease(question, units))
}
