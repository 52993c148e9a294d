import { type RawBuilder, sql } from 'kysely'
import type { ReviewState } from '../../contract/notes.ts'
import type { NoteSummary } from './note-row.ts'

/** The state that holds at a moment: a verification ends by itself. */
export function reviewStateAt(
  note: { reviewState: ReviewState | undefined; reviewUntil: NoteSummary['reviewUntil'] },
  at: Date,
): ReviewState | undefined {
  const isOver =
    note.reviewState === 'Verified' &&
    note.reviewUntil !== undefined &&
    note.reviewUntil.getTime() < at.getTime()
  return isOver ? 'VerificationExpired' : note.reviewState
}

/** The same as a condition on a document `d`. */
export function isInReviewState(state: ReviewState, at: Date): RawBuilder<boolean> {
  if (state === 'VerificationExpired') {
    return sql<boolean>`d.review_state = 'Verified' and d.review_until < ${at}`
  }
  if (state === 'Verified') {
    return sql<boolean>`d.review_state = 'Verified' and (d.review_until is null or d.review_until >= ${at})`
  }
  return sql<boolean>`d.review_state = ${state}`
}
