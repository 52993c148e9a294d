import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { unauthorizedMessage } from '../../contract/errors.ts'
import { AppError } from '../../errors.ts'
import { type Guard, isTokenForResource } from '../endpoint-registrar.ts'
import type { McpHttpHandler } from '../mcp-http-handler.ts'
import { takeOverResponse } from '../take-over-response.ts'

/**
 * The Model Context Protocol over streamable HTTP. Every request stands for itself and brings its credential, so any
 * node can answer it.
 */
export async function mcpRoutes(
  server: FastifyInstance,
  needs: { guard: Guard; app: App; maxBodyBytes: number },
): Promise<void> {
  const { guard } = needs
  // Loaded with the first agent: the protocol's packages cost a start a third of a second.
  let loading: Promise<McpHttpHandler> | undefined
  const load = () => {
    loading ??= import('../mcp-http-handler.ts').then(({ createMcpHttpHandler }) =>
      createMcpHttpHandler(needs),
    )
    return loading
  }
  server.addHook('onClose', async () => (await loading)?.close())

  await server.register(async (scope) => {
    // The protocol's own handler reads bodies: they stay in the stream.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.addHook('onRequest', async (request, reply) => {
      applyMcpCors(request, reply)
      if (request.method === 'OPTIONS') return
      const caller = await guard.credentials.authenticate(request.headers)
      // Not with a cookie: it goes along with requests that other sites make.
      const isProgram = caller !== undefined && caller.credential.kind !== 'session'
      if (!isProgram || !isTokenForResource(caller, guard, '/mcp'))
        throw mcpUnauthorizedError(guard, request, reply)
      request.caller = caller
    })
    scope.options('/mcp', (_request, reply) => {
      reply
        .header('access-control-allow-methods', 'POST, GET, DELETE')
        .header('access-control-allow-headers', mcpCorsHeaders)
        .header('access-control-max-age', '86400')
        .code(204)
        .send()
    })
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      handler: async (request, reply) => {
        const handler = await load()
        await handler.handleRequest(request, takeOverResponse(reply))
      },
    })
  })
}

const mcpCorsHeaders =
  'authorization, x-api-key, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id'

/**
 * Clients in web pages may call, for no cookie opens this door. Pages of unencrypted sites may not, except those of
 * this machine: such a page can have the name of its site point here (DNS rebinding), one that came by https cannot.
 */
function applyMcpCors({ headers }: FastifyRequest, reply: FastifyReply): void {
  const { origin } = headers
  if (origin === undefined) return
  const url = URL.parse(origin)
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !isLocal) {
    throw new AppError('forbidden', 'Pages of this origin may not call this address.')
  }
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'www-authenticate, mcp-session-id, mcp-protocol-version')
    .header('vary', 'origin')
}

/** RFC 9728, section 5.1: where to read who issues tokens for this address. */
function mcpUnauthorizedError(guard: Guard, request: FastifyRequest, reply: FastifyReply): AppError {
  const metadata = `resource_metadata="${guard.publicUrl}/.well-known/oauth-protected-resource/mcp"`
  const isPresented = request.headers.authorization !== undefined
  reply.header('www-authenticate', `Bearer ${isPresented ? 'error="invalid_token", ' : ''}${metadata}`)
  return new AppError('unauthorized', unauthorizedMessage)
}
