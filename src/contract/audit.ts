import { z } from 'zod'
import { boundedText, dateTimeText, parseDateTime } from './text.ts'

const dateTimeParam = dateTimeText().transform(parseDateTime)

const auditFilterFields = {
  action: boundedText(1, 100).optional().describe('Only this operation, by its operationId'),
  email: boundedText(1, 320).optional().describe('Only actions of this person'),
  resource: boundedText(1, 1024)
    .regex(/^\/[^/]/, 'must be a path such as /notes')
    .optional()
    .describe('Only this path below /v1 and paths below it: `/notes` for all notes, `/notes/{id}` for one'),
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

export const auditedObjectKinds = [
  'note',
  'attachment',
  'item',
  'data-source',
  'member',
  'invitation',
  'group',
  'assistant',
  'connection',
  'api-key',
  'oauth-client',
] as const

export type AuditedObjectKind = (typeof auditedObjectKinds)[number]

export const auditEvent = z
  .object({
    id: z.string(),
    at: z.string(),
    memberId: z.string().nullable().describe('Null: an unknown person'),
    email: z.string().nullable(),
    via: z
      .enum(['api-key', 'session', 'token', 'password', 'passkey', 'oidc', 'link', 'terminal', 'schedule'])
      .describe(
        'How the person was authenticated; `oidc`: at an external issuer; `link`: by a link that works once; `schedule`: the service itself',
      ),
    keyId: z.string().nullable().describe('The API key that was used'),
    action: z
      .string()
      .describe(
        'The operationId; unarchiveNote, unshareAnswer; or signIn, signOut, setUp, acceptInvitation, requestPasswordReset, resetPassword, allowOauthClient, addPasskey, removePasskey',
      ),
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
    personName: z.string().nullable().describe('The present name of the member; null: unknown or deleted'),
    objectKind: z.enum(auditedObjectKinds).nullable().describe('What the resource is; null: the service itself'),
    objectTitle: z
      .string()
      .nullable()
      .describe('Its present title or name; null: it has none, was deleted, or the caller can’t see it'),
    editorsBefore: z
      .array(z.string())
      .nullable()
      .describe('Who of them could edit it before; `everyone`: all of them; null: another action'),
    editorsAfter: z.array(z.string()).nullable().describe('Who of them could edit it afterwards'),
  })
  .meta({ id: 'AuditEvent' })

export type AuditEventBody = z.infer<typeof auditEvent>

export const auditPage = z
  .object({ events: z.array(auditEvent), hasNextPage: z.boolean(), nextCursor: z.string().nullable() })
  .meta({ id: 'AuditPage' })
