import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Viewer } from '../access/viewer.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { disabledMessage, rateLimitMessage, unauthorizedMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { Credentials } from '../identity/credentials.ts'
import { type AuditTrail, whenAudited } from './audit-trail.ts'
import type { Pressure } from './pressure.ts'
import type { RateLimiter } from './rate-limit.ts'
import { validate } from './validate.ts'

export interface Gate {
  credentials: Credentials
  rateLimiter: RateLimiter
  pressure: Pressure
  auditTrail: AuditTrail
  /** The service's own address: a browser session may change things only from there, and tokens may be bound to it. */
  publicUrl: string
}

export interface OperationInput<E extends Endpoint> {
  viewer: Viewer
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  request: FastifyRequest
  reply: FastifyReply
}

type Parsed<T> = T extends z.ZodType ? z.infer<T> : undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    errorFamily?: 'content' | 'ask'
  }
  interface FastifyRequest {
    viewer?: Viewer
  }
}

/**
 * Serves one operation of the contract at the given paths. The order of checks is fixed: 401, 429, disabled, then
 * validation, then what the operation itself finds. The first three come before the body is read.
 */
export function serve<E extends Endpoint>(
  server: FastifyInstance,
  gate: Gate,
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
      onRequest: (request, reply) => admit(gate, endpoint, request, reply),
      handler: async (request, reply) => {
        const viewer = request.viewer as Viewer
        const takesQuery = endpoint.bodyOrQuery && request.body === undefined
        const input = {
          viewer,
          params: endpoint.params && validate(endpoint.params, request.params),
          query: endpoint.query && validate(endpoint.query, request.query),
          body: endpoint.body && validate(endpoint.body, takesQuery ? request.query : request.body),
          request,
          reply,
        } as OperationInput<E>
        const result = await done(gate, endpoint, input, operation)
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
async function done<E extends Endpoint>(
  gate: Gate,
  endpoint: E,
  input: OperationInput<E>,
  operation: (input: OperationInput<E>) => Promise<unknown>,
): Promise<unknown> {
  const when = whenAudited(endpoint)
  try {
    if (endpoint.role && input.viewer.role !== endpoint.role)
      throw new AppError('forbidden', 'Only an admin of the organization may do this.')
    if (when === 'before') await gate.auditTrail.operation(endpoint, input, 'done')
    const result = await operation(input)
    if (when === 'after') await gate.auditTrail.operation(endpoint, input, 'done', result)
    return result
  } catch (error) {
    if (when !== 'never' && error instanceof AppError && error.code === 'forbidden')
      await gate.auditTrail.operation(endpoint, input, 'refused')
    throw error
  }
}

async function admit(
  gate: Gate,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const viewer = await gate.credentials.identify(request.headers)
  if (!viewer || !isMeantFor(viewer, gate, '/v1') || !isSameOrigin(viewer, request, gate)) {
    throw new AppError('unauthorized', unauthorizedMessage)
  }
  request.viewer = viewer
  await checkAllowed(gate, endpoint, viewer, (name, value) => reply.header(name, value))
}

/** Counts an operation against its limit and refuses it beyond that, or where it is turned off. */
export async function checkAllowed(
  gate: Pick<Gate, 'rateLimiter'>,
  endpoint: Endpoint,
  viewer: Viewer,
  tell: (header: string, value: string) => unknown = () => {},
): Promise<void> {
  if (endpoint.limit) {
    const state = await gate.rateLimiter.count(viewer.organizationId, viewer.memberId, endpoint.limit)
    tell('RateLimit-Policy', `"${endpoint.limit}";q=${state.limit};w=60`)
    tell('RateLimit', `"${endpoint.limit}";r=${state.remaining};t=${state.resetSeconds}`)
    if (!state.isAllowed) {
      throw new AppError('rate-limit', rateLimitMessage, { retryAfterSeconds: state.resetSeconds })
    }
  }
  if (endpoint.needsAsking && !viewer.askEnabled) throw new AppError('disabled', disabledMessage)
}

/** A token that was asked for another resource (RFC 8707) opens nothing here. */
export function isMeantFor(viewer: Viewer, gate: Pick<Gate, 'publicUrl'>, path: '/v1' | '/mcp'): boolean {
  const { resource } = viewer.credential
  return resource === undefined || resource === gate.publicUrl || resource === gate.publicUrl + path
}

/**
 * A cookie goes along with requests that other sites make: what changes something must come from our own pages, and what
 * only reads must not come from a page of another origin.
 */
function isSameOrigin(viewer: Viewer, request: FastifyRequest, gate: Gate): boolean {
  if (viewer.credential.kind !== 'session') return true
  const { origin } = request.headers
  const isOurs =
    origin === new URL(gate.publicUrl).origin || request.headers['sec-fetch-site'] === 'same-origin'
  return isOurs || (origin === undefined && (request.method === 'GET' || request.method === 'HEAD'))
}
