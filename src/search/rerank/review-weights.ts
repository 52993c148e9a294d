import { reviewStateAt } from '../../content/notes/note-review.ts'
import type { HydratedPassage } from '../hydrate-passages.ts'

/** Milder than in a search by words: these scores lie closer together. */
const reviewWeights: Partial<Record<string, number>> = { Verified: 1.05, Outdated: 0.85 }

/** What somebody vouches for goes before its equals, what somebody flagged as outdated behind them. Best first. */
export function applyReviewWeights<T extends HydratedPassage & { score: number }>(
  passages: readonly T[],
  at: Date,
): T[] {
  return passages
    .map((passage) => {
      const reviewState = reviewStateAt(passage.document, at)
      const score = passage.score * ((reviewState && reviewWeights[reviewState]) ?? 1)
      return { ...passage, score, document: { ...passage.document, reviewState } }
    })
    .sort((one, other) => other.score - one.score)
}
