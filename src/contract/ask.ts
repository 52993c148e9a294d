import { z } from 'zod'
import { source } from './source.ts'
import { boundedText, optionalId, storableText, uuidText } from './text.ts'
import { maxQuestionLength } from './text-limits.ts'

const askFields = {
  question: storableText()
    .transform((text) => text.trim())
    .pipe(
      z
        .string()
        .min(1, 'must not be empty')
        .max(maxQuestionLength, `must have at most ${maxQuestionLength} characters`),
    )
    .describe('Question, 1 to 16,000 characters'),
  parentId: optionalId().describe('Only data under this parent note'),
  assistantId: optionalId().describe('Use a specific assistant'),
  rootId: optionalId().describe('Only data of this data source'),
  threadId: uuidText()
    .optional()
    .describe(
      'Conversation: a UUID of your choice. The first question creates it, later ones can refer to earlier ones',
    ),
}

const mode = z
  .literal('research', { error: 'must be "research"' })
  .optional()
  .describe('`research`: a longer report with sections. Needs a language model. Absent: an answer')

/** A question of an agent, which waits for its answer and needs no callback. */
export const agentQuestion = z.strictObject({
  ...askFields,
  mode: mode.describe('research: a long report, takes minutes'),
})

export type AgentQuestion = z.infer<typeof agentQuestion>

const includedField = z.literal('related', { error: 'must be "related"' })

/** A question (docs/specification.md, 4.1). `parentNoteId` is an alias of `parentId`. */
export const askRequest = z
  .object({
    ...askFields,
    parentNoteId: optionalId().describe('Alias of parentId'),
    replaceTurnId: boundedText(1, 64)
      .optional()
      .describe('With threadId: once answered, replaces this turn of the conversation and those after it'),
    mode,
    citations: z
      .literal('markdown', { error: 'must be "markdown"' })
      .optional()
      .describe('`markdown`: the numbers in the answer are links to their sources. Absent: plain numbers'),
    callbackUrl: boundedText(1, 2048).optional().describe('Address to send the answer to as well'),
    include: z
      .union([includedField, z.array(includedField)], { error: 'must be "related"' })
      .transform((included) => [included].flat())
      .optional()
      .describe('Further fields of the response: `related`, the nearest notes if nothing answers the question'),
  })
  .refine(({ threadId, replaceTurnId }) => threadId !== undefined || replaceTurnId === undefined, {
    path: ['replaceTurnId'],
    error: 'needs a threadId',
  })
  .transform(({ parentNoteId, ...request }) => ({ ...request, parentId: request.parentId ?? parentNoteId }))

export type AskRequest = z.infer<typeof askRequest>

/** A note near a question that nothing answers. */
export const relatedNote = source
  .extend({
    explanation: z.string().optional().describe('What it says that is nearest to the question, as plain text'),
  })
  .meta({ id: 'RelatedNote' })

export type RelatedNote = z.infer<typeof relatedNote>

/** An answer (docs/specification.md, 2.3). `related` is there only on request. */
export const answerResult = z
  .object({
    answer: z
      .string()
      .describe(
        'The answer, in Markdown; [1], [2] … point into sources and are its only links, with citations=markdown by their addresses',
      ),
    sources: z.array(source).describe('The notes that the answer cites, in the order of their numbers'),
    related: z
      .array(relatedNote)
      .optional()
      .describe('The nearest notes, best first: with include=related, if nothing answers the question'),
  })
  .meta({ id: 'AnswerResult' })

export type AnswerResult = z.infer<typeof answerResult>

/** A digest (docs/specification.md, 2.6). */
export const digestResult = z.string().describe('The digest, in markdown')

export const assistantPath = z.object({ assistantId: boundedText(1, 256) })
