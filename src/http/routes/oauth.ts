import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { AttemptLimiter } from '../../identity/attempt-limiter.ts'
import type { AuthorizationServer } from '../../identity/authorization-server.ts'
import { scopesByPath } from '../../identity/oauth-scopes.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { consentPage } from '../pages/consent-page.ts'
import { type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { registerBufferParser, replayBody } from '../replay-body.ts'
import { takeOverResponse } from '../take-over-response.ts'

export interface OAuthRoutesDeps {
  publicUrl: string
  authorizationServer: AuthorizationServer
  forms: FormProtection
  limits: AttemptLimiter
  auditTrail: AuditTrail
  /** An external issuer whose tokens are also accepted. */
  externalIssuer?: string
}

const maxProtocolBodyBytes = 64 * 1024
const clientRegistrationLimit = { name: 'oauth-registration', maxAttempts: 100, windowMs: 3600_000 }

/** The authorization server's endpoints, its consent page, and the metadata of the protected resources. */
export async function oauthRoutes(server: FastifyInstance, deps: OAuthRoutesDeps): Promise<void> {
  await server.register(protocolRoutes, deps)
  await server.register(interactionRoutes, deps)
  await server.register(metadataRoutes, deps)
}

async function protocolRoutes(server: FastifyInstance, deps: OAuthRoutesDeps): Promise<void> {
  const { authorizationServer, limits } = deps
  registerBufferParser(server, { maxBytes: maxProtocolBodyBytes })

  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    await authorizationServer.handle(replayBody(request), takeOverResponse(reply), request.ip)
  }

  server.get('/oauth/authorize', handle)
  server.get('/oauth/authorize/:uid', handle)
  for (const url of ['/oauth/token', '/oauth/revoke', '/oauth/introspect'])
    server.route({ method: ['POST', 'OPTIONS'], url, handler: handle })
  for (const url of ['/oauth/jwks', '/.well-known/oauth-authorization-server', '/.well-known/openid-configuration'])
    server.route({ method: ['GET', 'OPTIONS'], url, handler: handle })

  server.route({
    method: ['POST', 'OPTIONS'],
    url: '/oauth/register',
    handler: async (request, reply) => {
      allowAnyOrigin(reply)
      if (request.method === 'OPTIONS') {
        reply.header('access-control-allow-headers', 'content-type').header('access-control-allow-methods', 'POST')
        return reply.code(204).send()
      }
      const { isAllowed, retryAfterSeconds } = await limits.consume(clientRegistrationLimit, request.ip)
      if (!isAllowed) {
        reply.code(429).header('retry-after', String(retryAfterSeconds))
        return {
          error: 'temporarily_unavailable',
          error_description: 'too many registrations, try again later',
        }
      }
      return handle(request, reply)
    },
  })
}

async function interactionRoutes(server: FastifyInstance, deps: OAuthRoutesDeps): Promise<void> {
  const { forms, auditTrail } = deps
  const { interactions } = deps.authorizationServer
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.get('/oauth/interaction/:uid', async (request, reply) => {
    const interaction = await interactions.current(request.raw, reply.raw)
    if (!interaction) throw interactionNotFoundError()
    if ('redirectTo' in interaction) return reply.redirect(interaction.redirectTo, 303)
    const action = new URL(request.url, deps.publicUrl).pathname
    if (interaction.step === 'sign-in') {
      const query = new URLSearchParams({ again: '1', return: action })
      if (interaction.email !== undefined) query.set('email', interaction.email)
      return reply.redirect(`/sign-in?${query}`, 303)
    }
    const { client, redirectUri, scopes, person } = interaction
    const formToken = forms.csrfToken(request, reply)
    return sendPage(reply, 200, consentPage({ formToken, action, client, redirectUri, scopes, person }))
  })

  server.post('/oauth/interaction/:uid', async (request, reply) => {
    const { decision } = forms.verifiedFields(request)
    const isAllowed = decision === 'allow'
    const interaction = await interactions.current(request.raw, reply.raw)
    const goTo = await (isAllowed ? interactions.allow : interactions.deny)(request.raw, reply.raw)
    if (!goTo) throw interactionNotFoundError()
    if (isAllowed && interaction && 'step' in interaction && interaction.step === 'consent') {
      const { person, client } = interaction
      const details = {
        email: person.email,
        via: 'session',
        resource: `/oauth-clients/${client.id}`,
      } as const
      await auditTrail.recordPageAction(request, 'allowOauthClient', [person], details)
    }
    return reply.redirect(goTo, 303)
  })
}

function interactionNotFoundError(): AppError {
  return new AppError(
    'not-found',
    'This request has been answered or has expired. Go back to the app that sent you here and start again.',
  )
}

/** Names the authorization servers of each protected resource (RFC 9728). */
async function metadataRoutes(server: FastifyInstance, deps: OAuthRoutesDeps): Promise<void> {
  const { publicUrl, externalIssuer } = deps
  for (const [path, scopes] of Object.entries(scopesByPath)) {
    server.get(`/.well-known/oauth-protected-resource${path}`, async (_request, reply) => {
      allowAnyOrigin(reply)
      return {
        resource: publicUrl + path,
        authorization_servers: externalIssuer ? [externalIssuer, publicUrl] : [publicUrl],
        bearer_methods_supported: ['header'],
        scopes_supported: scopes,
        resource_name: 'Lorewell',
        resource_documentation: `${publicUrl}/docs`,
      }
    })
  }
}

/** Lets web pages read the response, which is the same for every caller. */
function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
}
