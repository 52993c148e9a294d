import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../errors.ts'
import type { AttemptLimiter } from '../../identity/attempt-limiter.ts'
import type { AuthorizationServer } from '../../identity/authorization-server.ts'
import type { AuditTrail } from '../audit-trail.ts'
import { consentPage } from '../pages/consent-page.ts'
import { type FormProtection, registerFormParser } from '../pages/form-protection.ts'
import { sendPage } from '../pages/page.ts'
import { renderErrorsAsPages } from '../pages/page-errors.ts'
import { takeOverResponse } from '../take-over-response.ts'

export interface OAuthRoutesDeps {
  publicUrl: string
  authorizationServer: AuthorizationServer
  forms: FormProtection
  limits: AttemptLimiter
  auditTrail: AuditTrail
  /** An external issuer whose tokens are accepted as well. */
  externalIssuer?: string
}

const clientRegistrationLimit = { name: 'oauth-registration', maxAttempts: 100, windowMs: 3600_000 }

/** The authorization server's addresses, the pages on which it asks people, and the metadata of what it protects. */
export async function oauthRoutes(server: FastifyInstance, needs: OAuthRoutesDeps): Promise<void> {
  await server.register(protocolRoutes, needs)
  await server.register(interactionRoutes, needs)
  await server.register(metadataRoutes, needs)
}

async function protocolRoutes(server: FastifyInstance, needs: OAuthRoutesDeps): Promise<void> {
  const { authorizationServer, limits } = needs
  // The authorization server reads bodies itself: they stay in the stream.
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', (_request, _payload, done) => done(null))

  const pass = async (request: FastifyRequest, reply: FastifyReply) => {
    await authorizationServer.handle(request.raw, takeOverResponse(reply), request.ip)
  }

  server.get('/oauth/authorize', pass)
  server.get('/oauth/authorize/:uid', pass)
  for (const url of ['/oauth/token', '/oauth/revoke', '/oauth/introspect'])
    server.route({ method: ['POST', 'OPTIONS'], url, handler: pass })
  for (const url of [
    '/oauth/jwks',
    '/.well-known/oauth-authorization-server',
    '/.well-known/openid-configuration',
  ])
    server.route({ method: ['GET', 'OPTIONS'], url, handler: pass })

  server.route({
    method: ['POST', 'OPTIONS'],
    url: '/oauth/register',
    handler: async (request, reply) => {
      allowAnyOrigin(reply)
      if (request.method === 'OPTIONS') {
        reply
          .header('access-control-allow-headers', 'content-type')
          .header('access-control-allow-methods', 'POST')
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
      return pass(request, reply)
    },
  })
}

async function interactionRoutes(server: FastifyInstance, needs: OAuthRoutesDeps): Promise<void> {
  const { forms, auditTrail } = needs
  const { interactions } = needs.authorizationServer
  registerFormParser(server)
  renderErrorsAsPages(server)

  server.get('/oauth/interaction/:uid', async (request, reply) => {
    const asked = await interactions.current(request.raw, reply.raw)
    if (!asked) throw interactionNotFoundError()
    if ('goTo' in asked) return reply.redirect(asked.goTo, 303)
    const action = new URL(request.url, needs.publicUrl).pathname
    if (asked.step === 'sign-in') {
      const query = new URLSearchParams({ again: '1', return: action })
      if (asked.email !== undefined) query.set('email', asked.email)
      return reply.redirect(`/sign-in?${query}`, 303)
    }
    const { client, redirectUri, person } = asked
    const formToken = forms.csrfToken(request, reply)
    return sendPage(reply, 200, consentPage({ formToken, action, client, redirectUri, person }))
  })

  server.post('/oauth/interaction/:uid', async (request, reply) => {
    const { decision } = forms.verifiedFields(request)
    const isAllowed = decision === 'allow'
    const asked = await interactions.current(request.raw, reply.raw)
    const goTo = await (isAllowed ? interactions.allow : interactions.deny)(request.raw, reply.raw)
    if (!goTo) throw interactionNotFoundError()
    if (isAllowed && asked && 'step' in asked && asked.step === 'consent') {
      const { person, client } = asked
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
    'This request has been answered or has expired. Go back to the program that sent you here and start again.',
  )
}

/** RFC 9728: which authorization server issues tokens for which address. */
async function metadataRoutes(server: FastifyInstance, needs: OAuthRoutesDeps): Promise<void> {
  const { publicUrl, externalIssuer } = needs
  for (const path of ['', '/v1', '/mcp']) {
    server.get(`/.well-known/oauth-protected-resource${path}`, async (_request, reply) => {
      allowAnyOrigin(reply)
      return {
        resource: publicUrl + path,
        authorization_servers: externalIssuer ? [externalIssuer, publicUrl] : [publicUrl],
        bearer_methods_supported: ['header'],
        resource_name: 'Lorewell',
        resource_documentation: `${publicUrl}/docs`,
      }
    })
  }
}

/** Clients that are web pages may read this: nothing in it depends on who asks. */
function allowAnyOrigin(reply: FastifyReply): void {
  reply.header('access-control-allow-origin', '*')
}
