import { z } from 'zod'
import { boundedText } from './text.ts'

const jobStates = ['waiting', 'running', 'done', 'dead'] as const

export const jobPath = z.object({
  id: boundedText(1, 16).regex(/^\d{1,15}$/, 'must be the id of a job'),
})

export const jobQuery = z.object({
  state: z
    .enum(jobStates, { error: `must be one of ${jobStates.join(', ')}` })
    .optional()
    .describe('Only jobs in this state'),
  cursor: boundedText(1, 16)
    .regex(/^\d{1,15}$/, 'must be a nextCursor')
    .optional(),
})

export const job = z
  .object({
    id: z.string(),
    kind: z.string().describe('Kind of work: answer, callback, digest …'),
    state: z.enum(jobStates).describe('dead: all attempts failed; it can be retried'),
    failures: z.int().describe('Failed attempts so far'),
    lastError: z.string().nullable(),
    createdAt: z.string(),
    dueAt: z.string().nullable().describe('When a waiting job runs next'),
    finishedAt: z.string().nullable(),
  })
  .meta({ id: 'Job' })

export type JobBody = z.infer<typeof job>

export const jobPage = z
  .object({ jobs: z.array(job), hasNextPage: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: 'JobPage' })

export const callbackQuery = z.object({
  cursor: boundedText(1, 300)
    .regex(/^\d{1,13}\.[\w-]+$/, 'must be a nextCursor')
    .optional(),
})

const callback = z
  .object({
    id: z.string().describe('The webhook-id that receivers see, without msg_'),
    url: z.string().describe('Address without the query string'),
    state: z.enum(['waiting', 'delivered', 'failed']),
    createdAt: z.string(),
    finishedAt: z.string().nullable(),
    attempts: z.array(
      z.object({
        at: z.string(),
        durationMs: z.int(),
        status: z.int().nullable().describe('HTTP status of the response'),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Callback' })

export type CallbackBody = z.infer<typeof callback>

export const callbackPage = z
  .object({ callbacks: z.array(callback), hasNextPage: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: 'CallbackPage' })

export const callbackSecret = z
  .object({
    secret: z.string().describe('Verifies the signatures of callbacks (Standard Webhooks)'),
    createdAt: z.string(),
    replaced: z
      .array(z.object({ createdAt: z.string(), expiresAt: z.string() }))
      .describe('Earlier secrets, also used for signing until they expire'),
  })
  .meta({ id: 'CallbackSecret' })

export type CallbackSecretBody = z.infer<typeof callbackSecret>
