import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Caller, requireScope } from '../access/caller.ts'
import type { RecordAudienceChange } from '../content/notes/audience-change.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { disabledMessage, rateLimitMessage, unauthorizedMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { Confirmations } from '../identity/confirmations.ts'
import type { RequestAuthenticator } from '../identity/request-authenticator.ts'
import { type AuditTrail, auditTiming } from './audit-trail.ts'
import type { LoadShedder } from './load-shedding.ts'
import type { UploadedFile } from './multipart-upload.ts'
import type { RateLimiter } from './rate-limit.ts'
import { isScriptOfOwnPage } from './same-origin.ts'
import { validate } from './validate.ts'

export interface Guard {
  credentials: RequestAuthenticator
  rateLimiter: RateLimiter
  loadShedder: LoadShedder
  auditTrail: AuditTrail
  confirmations: Confirmations
  /** The service's address. Browser sessions can be used only by its pages, and tokens can be bound to it. */
  publicUrl: string
  /** How long a caller is taken as looked up while the body of the request arrives. */
  admissionMs: number
}

export interface OperationInput<E extends Endpoint> {
  caller: Caller
  params: ParsedSchema<E['params']>
  query: ParsedSchema<E['query']>
  body: E extends { formFields: z.ZodType } ? Upload<E['formFields']> : ParsedSchema<E['body']>
  request: FastifyRequest
  reply: FastifyReply
  /** Records the operation in the audit log with the change that it makes, in the transaction that makes it. */
  recordAudienceChange: RecordAudienceChange
  /** Records the outcome of a part of the operation in the audit log; `part` is a body that names what it affects. */
  recordPart: (outcome: 'done' | 'refused', part: object) => Promise<void>
}

/** What a request gives; the rest of OperationInput is added when the operation runs. */
type RequestInput<E extends Endpoint> = Omit<OperationInput<E>, 'recordAudienceChange' | 'recordPart'>

type Operation<E extends Endpoint> = (input: OperationInput<E>) => Promise<unknown>

type Upload<S extends z.ZodType> = z.infer<S> & { file: UploadedFile }

type ParsedSchema<T> = T extends z.ZodType ? z.infer<T> : undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    errorFormat?: 'content' | 'ask'
  }
  interface FastifyRequest {
    caller?: Caller
    /** When the caller was looked up, by performance.now(). */
    admittedAt?: number
  }
}

/**
 * Returns a function that serves an operation of the contract at its path; paths below `/ask` also answer below `/super`.
 * The order of checks is fixed: 401, 429, disabled, then validation, then those of the operation. The first three run before
 * the body is read.
 */
export function createEndpointRegistrar(server: FastifyInstance, guard: Guard) {
  return <E extends Endpoint>(endpoint: E, operation: Operation<E>): void => {
    for (const path of new Set([endpoint.path, endpoint.path.replace(/^\/ask\b/, '/super')])) {
      server.route({
        method: endpoint.method,
        url: `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`,
        config: { errorFormat: endpoint.errorFormat, operation: endpoint },
        onRequest: (request, reply) => admitRequest(guard, endpoint, request, reply),
        handler: async (request, reply) => {
          if (isAdmissionOld(guard, request)) {
            request.caller = await authenticate(guard, request)
            requireAskEnabled(endpoint, request.caller)
          }
          const takesQuery = endpoint.bodyOrQuery && request.body === undefined
          const queryString = joinBracketedNames(request.query as Record<string, unknown>)
          const input = {
            caller: request.caller,
            params: endpoint.params && validate(endpoint.params, request.params),
            query: endpoint.query && validate(endpoint.query, queryString),
            // The parser of multipart bodies has validated them already.
            body: endpoint.formFields
              ? request.body
              : endpoint.body && validate(endpoint.body, takesQuery ? queryString : request.body),
            request,
            reply,
          } as RequestInput<E>
          const result = await runAudited(guard, endpoint, input, operation)
          if (reply.sent || reply.raw.headersSent) return reply
          reply.code(endpoint.status)
          if (endpoint.response === undefined) return reply.send()
          // Stringified here: Fastify would send a bare string without its quotes.
          return reply.type('application/json; charset=utf-8').send(JSON.stringify(result))
        },
      })
    }
  }
}

/** Returns the fields of a query string, with lists that a client wrote as `name[]` under their name. */
function joinBracketedNames(query: Record<string, unknown>): Record<string, unknown> {
  if (!Object.keys(query).some((name) => name.endsWith('[]'))) return query
  // Without a prototype: a caller can name a field `__proto__`.
  const joined: Record<string, unknown> = Object.create(null)
  for (const [key, value] of Object.entries(query)) {
    const name = key.endsWith('[]') ? key.slice(0, -2) : key
    joined[name] = name in joined ? [joined[name], value].flat() : value
  }
  return joined
}

/** Checks the caller's role and the credential's scope, runs the operation and records it in the audit log. */
async function runAudited<E extends Endpoint>(
  guard: Guard,
  endpoint: E,
  input: RequestInput<E>,
  operation: Operation<E>,
): Promise<unknown> {
  const timing = auditTiming(endpoint)
  let isRecorded = false
  const recordAudienceChange: RecordAudienceChange = async (store, change) => {
    await guard.auditTrail.recordAudienceChange(store, endpoint, input, change)
    isRecorded = true
  }
  const recordPart: OperationInput<E>['recordPart'] = (outcome, part) =>
    guard.auditTrail.recordOperation(endpoint, { ...input, body: part }, outcome)
  try {
    if (endpoint.role && input.caller.role !== endpoint.role)
      throw new AppError('forbidden', 'Only an admin of the organization can do this.')
    if (endpoint.requiresConfirmation) await guard.confirmations.require(input.caller)
    requireScope(input.caller, endpoint.scope)
    if (timing === 'before') await guard.auditTrail.recordOperation(endpoint, input, 'done')
    const result = await operation({ ...input, recordAudienceChange, recordPart } as OperationInput<E>)
    if (timing === 'after' && !isRecorded) await guard.auditTrail.recordOperation(endpoint, input, 'done', result)
    return result
  } catch (error) {
    if (timing !== 'never' && error instanceof AppError && error.code === 'forbidden')
      await guard.auditTrail.recordOperation(endpoint, input, 'refused')
    throw error
  }
}

async function admitRequest(
  guard: Guard,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const caller = await authenticate(guard, request)
  request.caller = caller
  request.admittedAt = performance.now()
  await enforceLimits(guard, endpoint, caller, (name, value) => reply.header(name, value))
}

/** Whether the body took so long that the caller's permissions can be others by now: a slow client could prepare requests. */
export function isAdmissionOld({ admissionMs }: Pick<Guard, 'admissionMs'>, { admittedAt }: FastifyRequest): boolean {
  return admittedAt !== undefined && performance.now() - admittedAt > admissionMs
}

/** Returns the caller with their permissions of this moment, for an operation that goes on for as long as its client sends. */
export async function reloadCaller(guard: Guard, endpoint: Endpoint, request: FastifyRequest): Promise<Caller> {
  const caller = await authenticate(guard, request)
  requireScope(caller, endpoint.scope)
  requireAskEnabled(endpoint, caller)
  return caller
}

async function authenticate(guard: Guard, request: FastifyRequest): Promise<Caller> {
  const caller = await guard.credentials.authenticate(request.headers)
  const isSession = caller?.credential.kind === 'session'
  if (
    !caller ||
    !isTokenForResource(caller, guard, '/v1') ||
    (isSession && !isScriptOfOwnPage(request, guard.publicUrl))
  ) {
    throw new AppError('unauthorized', unauthorizedMessage)
  }
  return caller
}

/** Counts an operation against its rate limit. Fails when the limit is reached or asking is turned off. */
export async function enforceLimits(
  guard: Pick<Guard, 'rateLimiter'>,
  endpoint: Endpoint,
  caller: Caller,
  setHeader: (name: string, value: string) => unknown = () => {},
): Promise<void> {
  if (endpoint.rateLimit) {
    const state = await guard.rateLimiter.count(caller.organizationId, caller.memberId, endpoint.rateLimit)
    setHeader('RateLimit-Policy', `"${endpoint.rateLimit}";q=${state.limit};w=60`)
    setHeader('RateLimit', `"${endpoint.rateLimit}";r=${state.remaining};t=${state.resetSeconds}`)
    if (!state.isAllowed) {
      throw new AppError('rate-limit', rateLimitMessage, { retryAfterSeconds: state.resetSeconds })
    }
  }
  requireAskEnabled(endpoint, caller)
}

function requireAskEnabled({ requiresAskEnabled }: Endpoint, { askEnabled }: Caller): void {
  if (requiresAskEnabled && !askEnabled) throw new AppError('disabled', disabledMessage)
}

/** Whether a token is valid for this resource: one issued for another resource (RFC 8707) is not. */
export function isTokenForResource(caller: Caller, guard: Pick<Guard, 'publicUrl'>, path: '/v1' | '/mcp'): boolean {
  const { resource } = caller.credential
  return resource === undefined || resource === guard.publicUrl || resource === guard.publicUrl + path
}
