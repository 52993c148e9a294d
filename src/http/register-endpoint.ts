import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { disabledMessage, rateLimitMessage, unauthorizedMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { RequestAuthenticator } from '../identity/request-authenticator.ts'
import { type AuditTrail, auditTiming } from './audit-trail.ts'
import type { LoadShedder } from './load-shedding.ts'
import type { RateLimiter } from './rate-limit.ts'
import { validate } from './validate.ts'

export interface Guard {
  credentials: RequestAuthenticator
  rateLimiter: RateLimiter
  loadShedder: LoadShedder
  auditTrail: AuditTrail
  /** The service's own address: a browser session may change things only from there, and tokens may be bound to it. */
  publicUrl: string
}

export interface OperationInput<E extends Endpoint> {
  caller: Caller
  params: ParsedSchema<E['params']>
  query: ParsedSchema<E['query']>
  body: ParsedSchema<E['body']>
  request: FastifyRequest
  reply: FastifyReply
}

type ParsedSchema<T> = T extends z.ZodType ? z.infer<T> : undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    errorFamily?: 'content' | 'ask'
  }
  interface FastifyRequest {
    caller?: Caller
  }
}

/**
 * Serves one operation of the contract at the given paths. The order of checks is fixed: 401, 429, disabled, then
 * validation, then what the operation itself finds. The first three come before the body is read.
 */
export function registerEndpoint<E extends Endpoint>(
  server: FastifyInstance,
  guard: Guard,
  endpoint: E,
  paths: readonly string[],
  operation: (input: OperationInput<E>) => Promise<unknown>,
): void {
  for (const path of paths) {
    server.route({
      method: endpoint.method,
      url: `/v1${path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: {
        errorFamily: endpoint.errors,
        operation: endpoint,
      },
      onRequest: (request, reply) => admitRequest(guard, endpoint, request, reply),
      handler: async (request, reply) => {
        const caller = request.caller as Caller
        const takesQuery = endpoint.bodyOrQuery && request.body === undefined
        const input = {
          caller,
          params: endpoint.params && validate(endpoint.params, request.params),
          query: endpoint.query && validate(endpoint.query, request.query),
          body: endpoint.body && validate(endpoint.body, takesQuery ? request.query : request.body),
          request,
          reply,
        } as OperationInput<E>
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

/** The operation itself, for those who may, with its line in the audit log. */
async function runAudited<E extends Endpoint>(
  guard: Guard,
  endpoint: E,
  input: OperationInput<E>,
  operation: (input: OperationInput<E>) => Promise<unknown>,
): Promise<unknown> {
  const when = auditTiming(endpoint)
  try {
    if (endpoint.role && input.caller.role !== endpoint.role)
      throw new AppError('forbidden', 'Only an admin of the organization may do this.')
    if (when === 'before') await guard.auditTrail.recordOperation(endpoint, input, 'done')
    const result = await operation(input)
    if (when === 'after') await guard.auditTrail.recordOperation(endpoint, input, 'done', result)
    return result
  } catch (error) {
    if (when !== 'never' && error instanceof AppError && error.code === 'forbidden')
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
  const caller = await guard.credentials.authenticate(request.headers)
  if (!caller || !isTokenForResource(caller, guard, '/v1') || !passesOriginCheck(caller, request, guard)) {
    throw new AppError('unauthorized', unauthorizedMessage)
  }
  request.caller = caller
  await enforceLimits(guard, endpoint, caller, (name, value) => reply.header(name, value))
}

/** Counts an operation against its limit and refuses it beyond that, or where it is turned off. */
export async function enforceLimits(
  guard: Pick<Guard, 'rateLimiter'>,
  endpoint: Endpoint,
  caller: Caller,
  tell: (header: string, value: string) => unknown = () => {},
): Promise<void> {
  if (endpoint.limit) {
    const state = await guard.rateLimiter.count(caller.organizationId, caller.memberId, endpoint.limit)
    tell('RateLimit-Policy', `"${endpoint.limit}";q=${state.limit};w=60`)
    tell('RateLimit', `"${endpoint.limit}";r=${state.remaining};t=${state.resetSeconds}`)
    if (!state.isAllowed) {
      throw new AppError('rate-limit', rateLimitMessage, { retryAfterSeconds: state.resetSeconds })
    }
  }
  if (endpoint.needsAsking && !caller.askEnabled) throw new AppError('disabled', disabledMessage)
}

/** A token that was asked for another resource (RFC 8707) opens nothing here. */
export function isTokenForResource(
  caller: Caller,
  guard: Pick<Guard, 'publicUrl'>,
  path: '/v1' | '/mcp',
): boolean {
  const { resource } = caller.credential
  return resource === undefined || resource === guard.publicUrl || resource === guard.publicUrl + path
}

/**
 * A cookie goes along with requests that other sites make: what changes something must come from our own pages, and what
 * only reads must not come from a page of another origin.
 */
function passesOriginCheck(caller: Caller, request: FastifyRequest, guard: Guard): boolean {
  if (caller.credential.kind !== 'session') return true
  const { origin } = request.headers
  const isOurs =
    origin === new URL(guard.publicUrl).origin || request.headers['sec-fetch-site'] === 'same-origin'
  return isOurs || (origin === undefined && (request.method === 'GET' || request.method === 'HEAD'))
}
