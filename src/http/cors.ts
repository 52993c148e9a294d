import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Response headers that pages can read, for example to respect rate limits. */
const exposedHeaders =
  'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, Location, Preference-Applied, Deprecation, Sunset, WWW-Authenticate'
const allowedHeaders =
  'authorization, x-api-key, x-slite-api-key, content-type, accept, prefer, idempotency-key, traceparent, tracestate'
const allowedMethods = 'GET, POST, PUT, PATCH, DELETE'

/**
 * Lets pages of the listed origins call `/v1` with a key or a token. Cookies are not allowed across origins (no
 * `Access-Control-Allow-Credentials`), and a session that is sent anyway is refused. Runs before every hook that can
 * refuse a request, so that pages can read the error.
 */
export function enableCors(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowsAnyOrigin = origins.includes('*')
  server.addHook('onRequest', async (request, reply) => {
    if (!/^\/v1(?:[/?]|$)/.test(request.url)) return
    const { origin } = request.headers
    if (!allowsAnyOrigin) reply.header('vary', 'Origin')
    if (origin === undefined || !(allowsAnyOrigin || origins.includes(origin))) return
    reply
      .header('access-control-allow-origin', allowsAnyOrigin ? '*' : origin)
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
