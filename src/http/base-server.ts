import { randomUUID } from 'node:crypto'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  fastify,
  LogController,
} from 'fastify'
import { AppError } from '../errors.ts'
import { routeNotFoundError, toAppError, toErrorResponse } from './error-table.ts'
import { registerJsonParser } from './json-body.ts'

/** An HTTP server with our errors, bodies and headers, and no routes yet. */
export function createBaseServer({
  log,
  maxBodyBytes,
  trustProxy,
}: {
  log: FastifyBaseLogger
  maxBodyBytes: number
  trustProxy: string
}): FastifyInstance {
  const server = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    ...(trustProxy && { trustProxy }),
    genReqId: () => randomUUID(),
    // No limit of the router's own, which it would tell before anything else and in its own words: Node takes no
    // longer addresses than this, and the contract says how long an id may be.
    routerOptions: { maxParamLength: 16_384 },
    // An address that cannot be decoded is nowhere; told here, because no hook and no handler sees it.
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      const { status, body } = toErrorResponse(routeNotFoundError(), 'content')
      reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
    },
    requestTimeout: 60_000,
    return503OnClosing: true,
  })
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
        url: withoutQueryString(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  server.setErrorHandler((thrown, request, reply) => {
    const error = toAppError(thrown, request.id)
    if (error.code === 'internal' || error.cause !== undefined)
      request.log.error({ err: thrown, url: withoutQueryString(request.url) }, 'request failed')
    if (reply.raw.headersSent) return
    if (error.retryAfterSeconds !== undefined) reply.header('retry-after', String(error.retryAfterSeconds))
    if (error.code === 'unauthorized' && !reply.hasHeader('www-authenticate')) {
      reply.header('www-authenticate', 'Bearer')
    }
    const { status, body } = toErrorResponse(error, request.routeOptions.config.errorFormat ?? 'content')
    reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify(body))
  })
  server.setNotFoundHandler(() => {
    throw routeNotFoundError()
  })
  return server
}

/** Answers 405 wherever an address exists but not with that method. Called once, after all routes. */
export function rejectUnsupportedMethods(
  server: FastifyInstance,
  routes: readonly { method: string; url: string }[],
): void {
  const methodsOf = new Map<string, Set<string>>()
  for (const { method, url } of routes) methodsOf.set(url, (methodsOf.get(url) ?? new Set()).add(method))
  for (const [url, methods] of methodsOf) {
    if (methods.has('GET')) methods.add('HEAD')
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (method) => !methods.has(method),
    )
    server.route({
      method: others,
      url,
      handler: async (_request, reply) => {
        reply.header('allow', [...methods].sort().join(', '))
        throw new AppError('method-not-allowed', `This address takes ${[...methods].sort().join(', ')} only.`)
      },
    })
  }
}

/** Without the query string, which may hold a question. */
function withoutQueryString(url: string): string {
  return url.split('?', 1)[0] as string
}
