import { z } from 'zod'
import { boundedText } from './text.ts'

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
