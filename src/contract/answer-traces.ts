import { z } from 'zod'
import { boundedText } from './text.ts'

export const tracesQuery = z.object({
  cursor: boundedText(1, 200).optional().describe('nextCursor of the page before'),
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
  rank: z.int().describe('Its place among all that were found'),
  documentId: z.string(),
  kind: z.enum(['note', 'item']),
  id: z.string(),
  title: z.string(),
  path: z.array(z.string()),
  heading: z.string(),
  text: z.string().nullable().describe('Null: the document has changed since'),
  score: z.number(),
  similarity: z.number().nullable().describe('In meaning, to the question; null without an embedding'),
  fate: z
    .enum(['cited', 'read', 'superseded', 'not-read'])
    .describe(
      'Cited; read without being cited; left out because a newer edition replaces its document; ranked below those that are read',
    ),
})

export const answerTrace = tracedAnswer
  .extend({
    reason: z
      .enum(['nothing-found', 'too-little'])
      .nullable()
      .describe('Of a refusal: nothing was found, or it says too little of what was asked'),
    model: z.string().nullable().describe('The language model that was asked to write'),
    hasModelFailed: z.boolean(),
    sentencesDropped: z.int().describe('Sentences of the language model that no passage supported'),
    retrievalMs: z.int(),
    totalMs: z.int(),
    found: z.int().describe('How many passages were found'),
    passages: z.array(tracedPassage).describe('The best of them, of documents that you may see yourself'),
    hidden: z.int().describe('How many of the best are of documents that you may not see, or that are gone'),
  })
  .meta({ id: 'AnswerTrace' })
