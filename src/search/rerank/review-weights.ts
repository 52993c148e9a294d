import type { ReviewState } from '../../contract/notes.ts'
import type { HydratedPassage } from '../hydrate-passages.ts'
import { reviewStateAt } from '../review-state.ts'

/** Smaller than the boosts of note search: these scores lie closer together. */
const reviewWeights: Partial<Record<ReviewState, number>> = { Verified: 1.05, Outdated: 0.85 }

/** Boosts verified passages, demotes outdated ones and sets each document's current review state. Best first. */
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
    .sort((a, b) => b.score - a.score)
}
