import { z } from 'zod'
import { answerResult } from './ask.ts'
import { errorBody } from './errors.ts'

/** The response (202) to a question whose answer is read later. */
export const acceptedAnswer = z
  .object({
    id: z.string().describe('Where to read the answer: /v1/ask/answers/{id}'),
    state: z.literal('pending'),
  })
  .meta({ id: 'AcceptedAnswer' })

export type AcceptedAnswer = z.infer<typeof acceptedAnswer>

export const deferredAnswer = z
  .object({
    id: z.string(),
    state: z.enum(['pending', 'done', 'failed']),
    result: answerResult.optional().describe('Present when done'),
    error: errorBody.optional().describe('Present when failed'),
  })
  .meta({ id: 'LaterAnswer' })

export type DeferredAnswer = z.infer<typeof deferredAnswer>
