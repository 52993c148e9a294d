import { randomUUID } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import { createAuditLog } from '../../src/audit/audit-log.ts'
import { createAuditTrail } from '../../src/http/audit-trail.ts'
import { createFormProtection } from '../../src/http/pages/form-protection.ts'
import { oauthErrorPage } from '../../src/http/pages/oauth-error-page.ts'
import { createSignInCompletion } from '../../src/http/pages/sign-in-completion.ts'
import { oauthRoutes } from '../../src/http/routes/oauth.ts'
import { type SetupRoutesDeps, setupRoutes } from '../../src/http/routes/setup.ts'
import { signInRoutes } from '../../src/http/routes/sign-in.ts'
import { createAttemptLimiter } from '../../src/identity/attempt-limiter.ts'
import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import { createGuessThrottle } from '../../src/identity/guess-throttle.ts'
import { createKnownDevices } from '../../src/identity/known-devices.ts'
import { createLazyAuthorizationServer } from '../../src/identity/lazy-authorization-server.ts'
import { createMembers } from '../../src/identity/members.ts'
import { createOAuthClients } from '../../src/identity/oauth-clients.ts'
import { createOrganizations } from '../../src/identity/organizations.ts'
import { createPasskeys } from '../../src/identity/passkeys.ts'
import { createRequestAuthenticator, type ExternalTokenVerifier } from '../../src/identity/request-authenticator.ts'
import { loadServiceKeys } from '../../src/identity/service-keys.ts'
import { createSetup } from '../../src/identity/setup.ts'
import { createSignIn } from '../../src/identity/sign-in.ts'
import { createTickets } from '../../src/identity/tickets.ts'
import { createGuardedFetch, type GuardedFetch } from '../../src/net/guarded-fetch.ts'
import { freePort } from '../support/free-port.ts'
import { createTestDatabase } from '../support/test-database.ts'

export type OAuthTestServer = Awaited<ReturnType<typeof startOAuthTestServer>>

/** Identity and nothing else, on a port of its own, with a scratch database. */
export async function startOAuthTestServer(
  options: { fetch?: GuardedFetch; externalTokens?: ExternalTokenVerifier; onSetup?: SetupRoutesDeps['onSetup'] } = {},
) {
  const { database, close } = await createTestDatabase()
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const clock: { aheadMs: number; frozenAt?: number } = { aheadMs: 0 }
  const now = () => new Date((clock.frozenAt ?? Date.now()) + clock.aheadMs)
  const newId = () => randomUUID()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)

  const organizations = createOrganizations({ database, newId })
  const members = createMembers({ database, newId, now })
  const browserSessions = createBrowserSessions({ database, publicUrl, now })
  const credentials = createRequestAuthenticator({
    database,
    now,
    onError,
    externalTokens: options.externalTokens,
  })
  const limits = createAttemptLimiter({ database, now })
  const setup = createSetup({ database, organizations, members })
  const keys = await loadServiceKeys(database)
  const key = keys.cookies[0] ?? ''
  const forms = createFormProtection({ key, publicUrl })
  const tickets = createTickets({ key, database, now })
  const knownDevices = createKnownDevices({ key, publicUrl })
  const throttle = createGuessThrottle({ database, now })
  const authorizationServer = createLazyAuthorizationServer({
    database,
    publicUrl,
    keys,
    now,
    onError,
    findSession: (request) => browserSessions.find(request.headers),
    fetch: options.fetch ?? createGuardedFetch(),
    renderErrorPage: oauthErrorPage,
  })
  const clients = createOAuthClients({ database, authorizationServer, newId, now })

  // So that a test can send requests from several addresses.
  const server: FastifyInstance = fastify({ trustProxy: true })
  const auditTrail = createAuditTrail(createAuditLog({ database, now }))
  const passkeys = createPasskeys({ database, publicUrl, now })
  const signIn = createSignIn({ database, throttle, passkeys })
  await server.register(signInRoutes, {
    publicUrl,
    forms,
    signIn,
    passkeys,
    tickets,
    knownDevices,
    browserSessions,
    setup,
    auditTrail,
    completion: createSignInCompletion({ publicUrl, forms, tickets, browserSessions, knownDevices, auditTrail }),
  })
  await server.register(setupRoutes, {
    publicUrl,
    forms,
    setup,
    browserSessions,
    throttle,
    auditTrail,
    onSetup: options.onSetup,
  })
  await server.register(oauthRoutes, { publicUrl, authorizationServer, forms, limits, auditTrail })
  server.get('/', async () => 'the app')
  server.get('/v1/me', async (request, reply) => {
    const caller = await credentials.authenticate(request.headers)
    return caller ?? reply.code(401).send({})
  })
  await server.listen({ port: Number(new URL(publicUrl).port), host: '127.0.0.1' })

  return {
    ...{
      publicUrl,
      database,
      organizations,
      members,
      browserSessions,
      credentials,
      clients,
      errors,
      clock,
      setup,
    },
    async close() {
      await server.close()
      await close()
    },
  }
}

/** Adds an organization with one member, whose password is "correct horse". */
export async function addPerson(server: OAuthTestServer, { email = 'ada@acme.test', organization = 'acme' } = {}) {
  const found = await server.organizations.find(organization)
  if (!found) await server.organizations.create({ id: organization, name: organization.toUpperCase() })
  return server.members.create({
    organizationId: organization,
    email,
    name: 'Ada',
    role: 'admin',
    password: 'correct horse',
  })
}
