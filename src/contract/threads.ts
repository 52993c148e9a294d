import { z } from 'zod'
import { askedQuestion } from './history.ts'
import { principalNames } from './people.ts'
import { boundedText, storableText } from './text.ts'

/** A conversation in a list. */
export const threadSummary = z
  .object({
    id: z.string(),
    title: z.string().describe('Its first question, until it is renamed'),
    createdAt: z.string(),
    lastAskedAt: z.string(),
    audience: z
      .array(z.string())
      .describe('Who it is shared with: `everyone`, `user:EMAIL`, `group:NAME`; empty: only you'),
  })
  .meta({ id: 'ThreadSummary' })

export type ThreadSummary = z.infer<typeof threadSummary>

/** A question of a conversation with its answer. */
export const threadTurn = askedQuestion
  .omit({ threadId: true })
  .extend({
    state: z
      .enum(['processing', 'done', 'failed', 'stopped'])
      .describe('Whether the answer is still written, is there, could not be given, or was stopped by the asker'),
    outcome: askedQuestion.shape.outcome.nullable().describe('Null unless done'),
    rootId: z.string().nullable(),
    standaloneQuestion: z
      .string()
      .nullable()
      .describe(
        'The question that was answered, if this one refers to earlier turns; null also if one of them is hidden or was deleted',
      ),
  })
  .meta({ id: 'ThreadTurn' })

export type ThreadTurn = z.infer<typeof threadTurn>

export const thread = threadSummary
  .extend({
    threadId: z.string().describe('The same as id, under the name that asking takes'),
    status: z
      .enum(['processing', 'completed', 'failed'])
      .describe('`processing` (202): an answer is still written; `failed`: the last question got none'),
    isOwner: z.boolean().describe('Only the owner can ask further, rename, share and delete it'),
    askedBy: z.string().describe('Name of the owner'),
    turns: z.array(threadTurn).describe('Oldest first'),
  })
  .meta({ id: 'Thread' })

export type Thread = z.infer<typeof thread>

export const threadPath = z.object({ id: boundedText(1, 64).transform((id) => id.toLowerCase()) })

export const threadsQuery = z.object({
  query: storableText().max(200, 'must have at most 200 characters').default('').describe('Part of the title'),
  cursor: boundedText(1, 200).optional().describe('nextCursor of the previous page'),
})

export const threadPage = z
  .object({ threads: z.array(threadSummary), nextCursor: z.string().nullable() })
  .meta({ id: 'ThreadPage' })

export const threadChange = z
  .strictObject({
    title: storableText()
      .transform((text) => text.trim())
      .pipe(z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')),
  })
  .meta({ id: 'ThreadChange' })

export const threadAudienceChange = z
  .strictObject({
    audience: principalNames.describe('`everyone`, `user:EMAIL`, `group:NAME`; empty: stop sharing'),
  })
  .meta({ id: 'ThreadAudienceChange' })
