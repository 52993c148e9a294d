import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { AuditLog, NewAuditEvent } from '../audit/audit-log.ts'
import { auditedAction, auditedNoteCount, auditedResources } from '../audit/audited-resource.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Sql } from '../storage/database.ts'

interface RecordedInput {
  caller: Caller
  params: unknown
  body: unknown
  request: FastifyRequest
}

export type AuditTrail = ReturnType<typeof createAuditTrail>

type PageAction =
  | 'signIn'
  | 'signOut'
  | 'setUp'
  | 'allowOauthClient'
  | 'addPasskey'
  | 'removePasskey'
  | 'downloadBackup'
  | 'acceptInvitation'
  | 'resetPassword'
  | 'requestPasswordReset'

/** Records HTTP requests in the audit log, with the caller and the address they came from. */
export function createAuditTrail(log: AuditLog) {
  const originOf = (request: FastifyRequest) => ({
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    requestId: request.id,
  })
  const describeOperation = (
    endpoint: Endpoint,
    { caller, params, body, request }: RecordedInput,
    outcome: NewAuditEvent['outcome'],
    result?: unknown,
  ): NewAuditEvent[] =>
    auditedResources(endpoint, params, body, result).map((resource) => ({
      organizationId: caller.organizationId,
      memberId: caller.memberId,
      email: caller.email,
      via: caller.credential.kind,
      // The id of a session or a token is derived from its secret.
      keyId: caller.credential.kind === 'api-key' ? caller.credential.id : null,
      action: auditedAction(endpoint, body),
      resource,
      noteCount: auditedNoteCount(endpoint, result),
      outcome,
      ...originOf(request),
    }))
  return {
    recordOperation: (...operation: Parameters<typeof describeOperation>): Promise<void> =>
      log.record(describeOperation(...operation)),

    /** Records an operation that changes who can see a note, in the transaction of the change. */
    recordAudienceChange: (
      store: Sql,
      endpoint: Endpoint,
      input: RecordedInput,
      audience: NonNullable<NewAuditEvent['audience']>,
    ): Promise<void> =>
      log.record(
        describeOperation(endpoint, input, 'done').map((event) => ({ ...event, audience })),
        store,
      ),

    /** Records an action on a page, such as a sign-in. Without `people` it is recorded for an unknown person. */
    recordPageAction(
      request: FastifyRequest,
      action: PageAction,
      people: readonly { organizationId: string; memberId: string }[],
      details: {
        email?: string
        via: NewAuditEvent['via']
        resource: string
        outcome?: NewAuditEvent['outcome']
      },
    ): Promise<void> {
      const unknownPerson = { organizationId: '', memberId: null }
      return log.record(
        (people.length > 0 ? people : [unknownPerson]).map(({ organizationId, memberId }) => ({
          organizationId,
          memberId,
          email: details.email ?? null,
          via: details.via,
          keyId: null,
          action,
          resource: details.resource,
          outcome: details.outcome ?? 'done',
          ...originOf(request),
        })),
      )
    },
  }
}

/** When the operation is recorded: those that only read are not, unless the contract says so. */
export function auditTiming(endpoint: Endpoint): 'before' | 'by-part' | 'after' | 'never' {
  return endpoint.audit ?? (endpoint.method === 'GET' ? 'never' : 'after')
}
