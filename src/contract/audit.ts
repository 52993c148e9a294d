import { z } from 'zod'
import { boundedText, dateTimeText, parseDateTime } from './text.ts'

const dateTimeParam = dateTimeText().transform(parseDateTime)

const auditFilterFields = {
  action: boundedText(1, 100).optional().describe('Only this operation, by its operationId'),
  email: boundedText(1, 320).optional().describe('Only what this person did'),
  since: dateTimeParam.optional(),
  until: dateTimeParam.optional(),
}

export const auditQuery = z.object({
  ...auditFilterFields,
  cursor: boundedText(1, 16)
    .regex(/^\d{1,15}$/, 'must be a nextCursor')
    .optional(),
})

export const auditExportQuery = z.object({
  ...auditFilterFields,
  format: z
    .enum(['ndjson', 'csv'], { error: 'must be ndjson or csv' })
    .default('ndjson')
    .describe('A JSON object a line, or a table'),
})

export const auditEvent = z
  .object({
    id: z.string(),
    at: z.string(),
    memberId: z.string().nullable().describe('Null: nobody that the service knows'),
    email: z.string().nullable(),
    via: z
      .enum(['api-key', 'session', 'token', 'password', 'passkey', 'terminal'])
      .describe('How they came in'),
    keyId: z.string().nullable().describe('Which API key it was'),
    action: z.string().describe('The operationId, or signIn, signOut, setUp, allowOauthClient'),
    resource: z.string().describe('The address of what it was done to, below /v1'),
    outcome: z.enum(['done', 'refused']),
    address: z.string().describe('Where the request came from'),
    userAgent: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'AuditEvent' })

export type AuditEventView = z.infer<typeof auditEvent>

export const auditPage = z
  .object({ events: z.array(auditEvent), hasNextPage: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: 'AuditPage' })
