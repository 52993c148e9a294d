import { randomUUID } from 'node:crypto'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  fastify,
  LogController,
} from 'fastify'
import { AppError } from '../errors.ts'
import { answerClientError, combineAuthorization, ignoreExpectations, refuseWithoutHost } from './client-error.ts'
import { type ConnectionTimeouts, defaultConnectionTimeouts, endStalledConnections } from './connection-timeouts.ts'
import { routeNotFoundError, toAppError, toErrorResponse } from './error-table.ts'
import { registerJsonParser } from './json-body.ts'

/** Returns an HTTP server with the service's error bodies, body parser and headers, but no routes. */
export function createBaseServer({
  log,
  maxBodyBytes,
  trustProxy,
  timeouts = defaultConnectionTimeouts,
}: {
  log: FastifyBaseLogger
  maxBodyBytes: number
  trustProxy: string
  timeouts?: ConnectionTimeouts
}): FastifyInstance {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    ...(trustProxy && { trustProxy }),
    genReqId: () => randomUUID(),
    // A whole address, as clients send it to a proxy (RFC 9112, section 3.2.2): hooks and handlers see path and query only.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?]*\/?/i, '/'),
    // As long as Node accepts an address: the router's default limit would answer first and in a format of its own, and
    // the contract limits the length of ids.
    routerOptions: { maxParamLength: 16_384 },
    // An address that cannot be decoded reaches no hook and no handler, so it is answered here.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      const { status, body } = toErrorResponse(routeNotFoundError(), 'content')
      reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
    },
    clientErrorHandler: answerClientError,
    // Bodies have deadlines of their own, see body-reading.ts: a large one can take minutes.
    requestTimeout: 0,
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: Math.ceil(timeouts.headersMs / 4),
      // Node would refuse it without a body; refuseWithoutHost does it with one.
      requireHostHeader: false,
    },
    return503OnClosing: true,
  })
  endStalledConnections(server, timeouts)
  refuseWithoutHost(server)
  combineAuthorization(server)
  ignoreExpectations(server)
  registerJsonParser(server)
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    reply.header('referrer-policy', 'no-referrer')
    if (request.url.startsWith('/v1')) reply.header('cache-control', 'no-store')
  })
  server.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      {
        method: request.method,
        url: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  server.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown, request.id)
    if (error.code === 'internal' || error.cause !== undefined)
      request.log.error({ err: thrown, url: loggedPath(request.url) }, 'request failed')
    if (reply.raw.headersSent) return
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    if (error.code === 'unauthorized' && !reply.hasHeader('www-authenticate')) {
      reply.header('www-authenticate', 'Bearer')
    }
    // RFC 6750, section 3.1.
    if (error.requiredScope !== undefined)
      reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${error.requiredScope}"`)
    const { status, body } = toErrorResponse(error, request.routeOptions.config.errorFormat ?? 'content')
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  })
  server.setNotFoundHandler(() => {
    throw routeNotFoundError()
  })
  return server
}

/** Answers 404 at unknown addresses before the body is parsed, whose errors would come first. */
export function rejectUnknownRoutes(server: FastifyInstance): void {
  server.addHook('preParsing', async (request, _reply, payload) => {
    if (request.is404) throw routeNotFoundError()
    return payload
  })
}

/**
 * Answers 405 at known addresses for methods that they do not support, before the body is parsed. Called once, after all
 * routes.
 */
export function rejectUnsupportedMethods(
  server: FastifyInstance,
  routes: readonly { method: string; url: string }[],
): void {
  const methodsByUrl = new Map<string, Set<string>>()
  for (const { method, url } of routes) methodsByUrl.set(url, (methodsByUrl.get(url) ?? new Set()).add(method))
  for (const [url, methods] of methodsByUrl) {
    if (methods.has('GET')) methods.add('HEAD')
    const allowed = [...methods].sort().join(', ')
    const refuse = async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('allow', allowed)
      throw new AppError('method-not-allowed', `This address supports only ${allowed}.`)
    }
    const unsupported = server.supportedMethods.filter((method) => !methods.has(method))
    server.route({ method: unsupported, url, preParsing: refuse, handler: refuse })
  }
}

/** Returns the path without what must not be logged: the query string, which can contain a question, and tokens of links. */
function loggedPath(url: string): string {
  const path = url.split('?', 1)[0] as string
  return path.replace(/^\/(invite|reset-password)\/[^/]+/, '/$1/…')
}
