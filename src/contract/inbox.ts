import { z } from 'zod'
import { isTimeZone } from '../time-zone.ts'
import { boundedText } from './text.ts'

/** When digests are delivered, in local time: the hour stays the same across daylight saving changes. */
export const digestTimes = z
  .strictObject({
    days: z
      .array(z.int('must be 1 (Monday) to 7 (Sunday)').min(1).max(7))
      .min(1, 'must name a day')
      .max(7)
      .refine((days) => new Set(days).size === days.length, 'must name each day once')
      .describe('1 is Monday, 7 is Sunday'),
    hour: z.int('must be a whole number from 0 to 23').min(0).max(23),
    timeZone: boundedText(1, 64)
      .refine(isTimeZone, 'must be a time zone such as Europe/Berlin')
      .describe('An IANA name'),
  })
  .meta({ id: 'DigestTimes' })

const byEmail = z.boolean('must be true or false').describe('Each digest is also sent to your e-mail address')

export const newSubscription = z
  .strictObject({
    byEmail: byEmail.default(false),
    webhookUrl: boundedText(1, 2048)
      .nullable()
      .default(null)
      .describe('Address that each digest is also posted to, signed like callbacks'),
  })
  .meta({ id: 'NewDigestSubscription' })

export const subscription = z.object({ webhookUrl: z.string().nullable(), byEmail }).meta({ id: 'DigestSubscription' })

export const inboxQuery = z.object({
  cursor: boundedText(1, 2048).optional().describe('nextCursor of the previous page'),
})

const inboxEntry = z.object({
  id: z.string(),
  assistantId: z.string(),
  assistantName: z.string(),
  scheduledFor: z.string().describe('When it was due'),
  deliveredAt: z.string(),
  readAt: z.string().nullable(),
})

export type InboxEntryBody = z.infer<typeof inboxEntry>

/** 50 per page, newest first. */
export const inboxPage = z
  .object({
    digests: z.array(inboxEntry.meta({ id: 'InboxEntry' })),
    unreadCount: z.int().min(0).describe('Across all pages'),
    hasNextPage: z.boolean(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'InboxPage' })

export const inboxDigest = inboxEntry
  .extend({ digest: z.string().describe('Markdown, without lines whose sources you can no longer see') })
  .meta({ id: 'InboxDigest' })

export const readStateChange = z.strictObject({
  read: z.boolean({
    error: (issue) => (issue.input === undefined ? 'is required' : 'must be true or false'),
  }),
})

export const markedInboxEntry = inboxEntry.meta({ id: 'MarkedInboxEntry' })
