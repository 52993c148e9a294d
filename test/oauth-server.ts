import { randomUUID } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'
import { createAuditLog } from '../src/audit/audit-log.ts'
import { createAuditTrail } from '../src/http/audit-trail.ts'
import { createForms } from '../src/http/pages/forms.ts'
import { oauthErrorPage } from '../src/http/pages/oauth-error-page.ts'
import { oauthRoutes } from '../src/http/routes/oauth.ts'
import { type SetupRoutesNeeds, setupRoutes } from '../src/http/routes/setup.ts'
import { signInRoutes } from '../src/http/routes/sign-in.ts'
import { createAttemptLimits } from '../src/identity/attempt-limits.ts'
import { createBrowserSessions } from '../src/identity/browser-sessions.ts'
import { createCredentials, type ExternalTokens } from '../src/identity/credentials.ts'
import { createLateAuthorizationServer } from '../src/identity/late-authorization-server.ts'
import { createMembers } from '../src/identity/members.ts'
import { createOAuthClients } from '../src/identity/oauth-clients.ts'
import { createOrganizations } from '../src/identity/organizations.ts'
import { createPasskeys } from '../src/identity/passkeys.ts'
import { createPublicFetch } from '../src/identity/public-fetch.ts'
import { loadServiceKeys } from '../src/identity/service-keys.ts'
import { createSetup } from '../src/identity/setup.ts'
import { createSignIn } from '../src/identity/sign-in.ts'
import { freePort } from './free-port.ts'
import { scratchDatabase } from './scratch-database.ts'

export type OAuthTestServer = Awaited<ReturnType<typeof startOAuthServer>>

/** Identity and nothing else, on a port of its own, with a scratch database. */
export async function startOAuthServer(
  options: {
    fetch?: typeof fetch
    externalTokens?: ExternalTokens
    onSetup?: SetupRoutesNeeds['onSetup']
  } = {},
) {
  const { database, close } = await scratchDatabase()
  const publicUrl = `http://127.0.0.1:${await freePort()}`
  const clock = { aheadMs: 0 }
  const now = () => new Date(Date.now() + clock.aheadMs)
  const newId = () => randomUUID()
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)

  const organizations = createOrganizations({ database, newId })
  const members = createMembers({ database, newId, now })
  const browserSessions = createBrowserSessions({ database, publicUrl, now })
  const credentials = createCredentials({ database, now, onError, externalTokens: options.externalTokens })
  const limits = createAttemptLimits({ database, now })
  const setup = createSetup({ database, organizations, members })
  const keys = await loadServiceKeys(database)
  const forms = createForms({ key: keys.cookies[0] ?? '', publicUrl, now })
  const authorizationServer = createLateAuthorizationServer({
    database,
    publicUrl,
    keys,
    now,
    onError,
    signedIn: (request) => browserSessions.find(request.headers),
    fetch: options.fetch ?? createPublicFetch(),
    errorPage: oauthErrorPage,
  })
  const clients = createOAuthClients({ database, authorizationServer, newId, now })

  const server: FastifyInstance = fastify()
  const auditTrail = createAuditTrail(createAuditLog({ database, now }))
  const passkeys = createPasskeys({ database, publicUrl, now })
  const signIn = createSignIn({ database, limits, passkeys })
  await server.register(signInRoutes, {
    publicUrl,
    forms,
    signIn,
    passkeys,
    browserSessions,
    setup,
    auditTrail,
  })
  await server.register(setupRoutes, {
    publicUrl,
    forms,
    setup,
    browserSessions,
    limits,
    auditTrail,
    onSetup: options.onSetup,
  })
  await server.register(oauthRoutes, { publicUrl, authorizationServer, forms, limits, auditTrail })
  server.get('/', async () => 'the app')
  server.get('/v1/me', async (request, reply) => {
    const viewer = await credentials.identify(request.headers)
    return viewer ?? reply.code(401).send({})
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
export async function addPerson(
  server: OAuthTestServer,
  { email = 'ada@acme.test', organization = 'acme' } = {},
) {
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
