import type { NoteWithContent } from '../../../sdk/src/operations.ts'
import { formatDate, formatDateTime } from '../components/format-date.ts'
import { sharingText } from '../messages/sharing.ts'

/** The review state of a note: who verified it and until when, or why it is outdated. */
export function ReviewBadge({ note }: { note: NoteWithContent }) {
  if (note.reviewState === undefined) return null
  const { verifiedAt } = note
  const badge = {
    Verified: { className: 'chip-accent', text: describeVerification(note) },
    Outdated: { className: 'chip-alarm', text: sharingText('outdated', { reason: note.reviewReason ?? '' }) },
    VerificationRequested: { className: 'chip-warn', text: sharingText('verificationRequested') },
    VerificationExpired: { className: 'chip-warn', text: sharingText('verificationExpired') },
  }[note.reviewState]
  return (
    <span
      className={`chip ${badge.className} whitespace-normal`}
      title={verifiedAt && sharingText('verifiedOn', { date: formatDateTime(verifiedAt) })}
    >
      {badge.text}
    </span>
  )
}

function describeVerification({ verifiedBy, reviewUntil }: NoteWithContent): string {
  const name = verifiedBy?.name
  const date = reviewUntil && formatDate(reviewUntil)
  if (name !== undefined && date) return sharingText('verifiedByUntil', { name, date })
  if (name !== undefined) return sharingText('verifiedBy', { name })
  return date ? sharingText('verifiedUntil', { date }) : sharingText('verified')
}
