import { z } from 'zod'
import { plannedSection, sectionOutcome } from './research.ts'
import { boundedText } from './text.ts'

export const tracesQuery = z.object({
  cursor: boundedText(1, 200).optional().describe('nextCursor of the previous page'),
})

export const tracedAnswer = z
  .object({
    id: z.string(),
    question: z.string(),
    askedAt: z.string(),
    outcome: z.enum(['answered', 'refused']),
    channel: z.enum(['app', 'api']),
    mode: z
      .enum(['written', 'quoted', 'refused'])
      .describe('Written by the language model, quoted from the notes, or neither'),
  })
  .meta({ id: 'TracedAnswer' })

export const tracedAnswers = z
  .object({ answers: z.array(tracedAnswer), nextCursor: z.string().nullable() })
  .meta({ id: 'TracedAnswers' })

const tracedPassage = z.object({
  rank: z.int().describe('Rank among all passages found'),
  documentId: z.string(),
  kind: z.enum(['note', 'item']),
  id: z.string(),
  title: z.string(),
  path: z.array(z.string()),
  heading: z.string(),
  page: z.int().optional().describe('The page or slide that it begins on; absent: the document has no pages'),
  text: z.string().nullable().describe('Null: the document has changed since'),
  score: z.number(),
  similarity: z.number().nullable().describe('Semantic similarity to the question; null without an embedding'),
  relevance: z.number().nullable().describe('How relevant the reader finds it, above 0: rather yes; null: not read'),
  answers: z
    .number()
    .nullable()
    .describe('Whether it answers, as the reader sees it, above 0: rather yes; null: not read'),
  fate: z
    .enum(['cited', 'read', 'superseded', 'not-read'])
    .describe(
      'Cited; read but not cited; dropped because a newer edition replaces its document; ranked too low to be read',
    ),
})

export const answerTrace = tracedAnswer
  .extend({
    standaloneQuestion: z
      .string()
      .nullable()
      .describe(
        'The question that was answered, if it was a follow-up in a conversation or was translated word by word. Null as well if words of earlier answers may be in it: for all but the asker, and for the asker unless all earlier turns are there and the asker can see their sources',
      ),
    reason: z
      .enum(['nothing-found', 'too-little'])
      .nullable()
      .describe('Why no answer was given: nothing was found, or it says too little about the question'),
    model: z.string().nullable().describe('The language model that was used'),
    hasModelFailed: z.boolean(),
    sentencesDropped: z.int().describe('Sentences of the language model that no passage supports'),
    retrievalMs: z.int(),
    totalMs: z.int(),
    found: z.int().describe('Number of passages found'),
    searches: z
      .array(z.string())
      .optional()
      .describe(
        'Further searches that the language model asked for. Absent as well if words of earlier answers may be in them, like standaloneQuestion',
      ),
    sections: z
      .array(
        plannedSection.extend({
          outcome: sectionOutcome,
          searches: z
            .array(z.string())
            .optional()
            .describe(
              'Further searches that the language model asked for; only for the asker, while no passage is hidden',
            ),
        }),
      )
      .optional()
      .describe('The plan of a report. Absent as well if words of earlier answers may be in it, like searches'),
    passages: z.array(tracedPassage).describe('The best passages, from documents that you can see'),
    hidden: z.int().describe('Number of best passages from documents that you cannot see or that were deleted'),
  })
  .meta({ id: 'AnswerTrace' })
