import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { unauthorizedMessage } from '../../contract/errors.ts'
import { AppError } from '../../errors.ts'
import { loadOnce } from '../../load-once.ts'
import { type Guard, isAdmissionOld, isTokenForResource } from '../endpoint-registrar.ts'
import type { McpHttpHandler } from '../mcp-http-handler.ts'
import { registerBufferParser } from '../replay-body.ts'
import type { ReportSlots } from '../report-slots.ts'
import { takeOverResponse } from '../take-over-response.ts'

/**
 * The Model Context Protocol over streamable HTTP. Requests carry their credential, so any node can answer them; only a
 * cancellation has to reach the node of its call.
 */
export async function mcpRoutes(
  server: FastifyInstance,
  deps: { guard: Guard; app: App; reportSlots: ReportSlots; maxBodyBytes: number },
): Promise<void> {
  const { guard } = deps
  // Loaded with the first MCP request: the packages would delay every start by a third of a second.
  let handler: McpHttpHandler | undefined
  const load = loadOnce(async () => {
    const { createMcpHttpHandler } = await import('../mcp-http-handler.ts')
    handler = createMcpHttpHandler(deps)
    return handler
  })
  server.addHook('onClose', async () => handler?.close())

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const caller = await guard.credentials.authenticate(request.headers)
    // Cookies are not accepted: browsers also send them with requests of other sites.
    const isProgram = caller !== undefined && caller.credential.kind !== 'session'
    if (!isProgram || !isTokenForResource(caller, guard, '/mcp')) throw mcpUnauthorizedError(guard, request, reply)
    request.caller = caller
    request.admittedAt = performance.now()
  }

  await server.register(async (scope) => {
    registerBufferParser(scope, { maxBytes: deps.maxBodyBytes })
    scope.addHook('onRequest', async (request, reply) => {
      applyMcpCors(request, reply)
      if (request.method !== 'OPTIONS') await admit(request, reply)
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
        if (isAdmissionOld(guard, request)) await admit(request, reply)
        const handler = await load()
        await handler.handleRequest(request, takeOverResponse(reply))
      },
    })
  })
}

const mcpCorsHeaders =
  'authorization, x-api-key, content-type, accept, mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, last-event-id'

/**
 * Lets web pages call this address, since it accepts no cookies. Pages of http sites cannot, except those of this machine:
 * an http site can make its name resolve to this server (DNS rebinding), an https site cannot.
 */
function applyMcpCors({ headers }: FastifyRequest, reply: FastifyReply): void {
  const { origin } = headers
  if (origin === undefined) return
  const url = URL.parse(origin)
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url?.protocol !== 'https:' && !isLocal) {
    throw new AppError('forbidden', 'Pages of this origin cannot call this address. Serve them over https.')
  }
  reply
    .header('access-control-allow-origin', origin)
    .header('access-control-expose-headers', 'www-authenticate, mcp-session-id, mcp-protocol-version')
    .header('vary', 'origin')
}

/** Returns the error and sets the header that points to the authorization server (RFC 9728, section 5.1). */
function mcpUnauthorizedError(guard: Guard, request: FastifyRequest, reply: FastifyReply): AppError {
  const metadata = `resource_metadata="${guard.publicUrl}/.well-known/oauth-protected-resource/mcp"`
  const hasCredential = request.headers.authorization !== undefined
  reply.header('www-authenticate', `Bearer ${hasCredential ? 'error="invalid_token", ' : ''}${metadata}`)
  return new AppError('unauthorized', unauthorizedMessage)
}
