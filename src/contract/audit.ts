import { z } from 'zod'
import { boundedText, dateTimeText, parseDateTime } from './text.ts'

const dateTimeParam = dateTimeText().transform(parseDateTime)

const auditFilterFields = {
  action: boundedText(1, 100).optional().describe('Only this operation, by its operationId'),
  email: boundedText(1, 320).optional().describe('Only actions of this person'),
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
    .describe('One JSON object per line, or a table'),
})

export const auditEvent = z
  .object({
    id: z.string(),
    at: z.string(),
    memberId: z.string().nullable().describe('Null: an unknown person'),
    email: z.string().nullable(),
    via: z
      .enum(['api-key', 'session', 'token', 'password', 'passkey', 'terminal', 'schedule'])
      .describe('How the person was authenticated; `schedule`: the service itself'),
    keyId: z.string().nullable().describe('The API key that was used'),
    action: z
      .string()
      .describe('The operationId, or signIn, signOut, setUp, allowOauthClient, addPasskey, removePasskey'),
    resource: z.string().describe('Path of the affected resource, below /v1'),
    noteCount: z.int().nullable().describe('Notes that were deleted or restored; null for other operations'),
    outcome: z.enum(['done', 'refused']),
    address: z.string().describe('IP address of the request'),
    userAgent: z.string(),
    requestId: z.string(),
    audienceBefore: z
      .array(z.string())
      .nullable()
      .describe('Who could see the note before it was moved or shared; null: another action'),
    audienceAfter: z.array(z.string()).nullable().describe('Who could see it afterwards'),
  })
  .meta({ id: 'AuditEvent' })

export type AuditEventBody = z.infer<typeof auditEvent>

export const auditPage = z
  .object({ events: z.array(auditEvent), hasNextPage: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: 'AuditPage' })
