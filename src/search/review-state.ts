import { type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '../contract/notes.ts'

/** Returns the review state at a moment: a verification expires at `reviewUntil`. */
export function reviewStateAt(
  note: { reviewState: ReviewState | undefined; reviewUntil: Date | undefined },
  at: Date,
): ReviewState | undefined {
  const hasExpired =
    note.reviewState === 'Verified' && note.reviewUntil !== undefined && note.reviewUntil.getTime() < at.getTime()
  return hasExpired ? 'VerificationExpired' : note.reviewState
}

/** The same rule as a condition on a document aliased `d`. */
export function isInReviewState(state: ReviewState, at: Date): RawBuilder<boolean> {
  if (state === 'VerificationExpired') {
    return sql<boolean>`d.review_state = 'Verified' and d.review_until < ${at}`
  }
  if (state === 'Verified') {
    return sql<boolean>`d.review_state = 'Verified' and (d.review_until is null or d.review_until >= ${at})`
  }
  return sql<boolean>`d.review_state = ${state}`
}
