import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What a page must be able to read besides the body, in order to behave: when to come back, which request it was. */
const exposedHeaders =
  'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Location, Preference-Applied, Deprecation, Sunset, WWW-Authenticate'
const allowedHeaders =
  'authorization, x-api-key, x-slite-api-key, content-type, accept, prefer, idempotency-key, traceparent, tracestate'
const allowedMethods = 'GET, POST, PUT, PATCH, DELETE'

/**
 * Lets pages of the listed origins call the interface. They must bring a key or a token: credentials of the browser's
 * own are never allowed along (no `Access-Control-Allow-Credentials`), and a session that comes anyway is refused. Hooked
 * in before anything else that may refuse, so that a page can read why.
 */
export function enableCors(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const isAnybody = origins.includes('*')
  server.addHook('onRequest', async (request, reply) => {
    if (!/^\/v1(?:[/?]|$)/.test(request.url)) return
    const { origin } = request.headers
    if (!isAnybody) reply.header('vary', 'Origin')
    if (origin === undefined || !(isAnybody || origins.includes(origin))) return
    reply
      .header('access-control-allow-origin', isAnybody ? '*' : origin)
      .header('access-control-expose-headers', exposedHeaders)
    if (isPreflight(request)) return sendPreflightResponse(reply)
  })
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

function sendPreflightResponse(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-methods', allowedMethods)
    .header('access-control-allow-headers', allowedHeaders)
    .header('access-control-max-age', '7200')
    .code(204)
    .send()
}
