import { z } from 'zod'
import { reviewStates } from './notes.ts'
import { integerText, optionalCursor, storableText } from './text.ts'

/** A list in a query string: one value, or the parameter repeated. */
function listOf<T extends z.ZodType<string>>(value: T, error: string) {
  return z
    .union([value, z.array(value).max(100)], { error })
    .transform((given) => [given].flat() as z.infer<T>[])
    .optional()
}

/** Ids; blank ones mean absent, as clients send empty form fields. */
export function optionalIds() {
  return listOf(storableText().max(256), 'must be an id, or up to 100 ids').transform((ids) => {
    const named = ids?.filter((id) => id.trim() !== '') ?? []
    return named.length === 0 ? undefined : named
  })
}

const days = z
  .string('must be a number of days')
  .refine((text) => /^\d{1,5}(\.\d{1,6})?$/.test(text), 'must be a number of days')
  .meta({ type: 'number', minimum: 0 })
  .transform(Number)

export const noteUpkeepQuery = z.object({
  ownerIdList: optionalIds().describe('Only notes owned by one of these users or groups; repeated for several'),
  channelIdList: optionalIds().describe('Only these notes and their subpages; repeated for several'),
  first: integerText(1, 50).default(20).describe('Notes per page; default 20'),
  cursor: optionalCursor(),
})

export const noteReviewQuery = noteUpkeepQuery.extend({
  reviewStateList: listOf(z.enum(reviewStates), `must be one of ${reviewStates.join(', ')}, or several`).describe(
    'Only notes in one of these states; repeated for several',
  ),
  sinceDaysAgo: days.optional().describe('Only notes edited in this number of last days'),
})

export type NoteReviewQuery = z.infer<typeof noteReviewQuery>
