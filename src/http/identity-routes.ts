import type { FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { createAttemptLimiter } from '../identity/attempt-limiter.ts'
import { createBrowserSessions } from '../identity/browser-sessions.ts'
import { createKnownDevices } from '../identity/known-devices.ts'
import { createLazyAuthorizationServer } from '../identity/lazy-authorization-server.ts'
import { createOAuthClients, type OAuthClients } from '../identity/oauth-clients.ts'
import { createOidcSignIn } from '../identity/oidc-sign-in.ts'
import { createPasskeys } from '../identity/passkeys.ts'
import { loadServiceKeys } from '../identity/service-keys.ts'
import { createSetup } from '../identity/setup.ts'
import { createSignIn } from '../identity/sign-in.ts'
import { createTickets, type Tickets } from '../identity/tickets.ts'
import { createGuardedFetch, type GuardedFetch } from '../net/guarded-fetch.ts'
import type { Guard } from './endpoint-registrar.ts'
import { createFormProtection } from './pages/form-protection.ts'
import { oauthErrorPage } from './pages/oauth-error-page.ts'
import { createSignInCompletion } from './pages/sign-in-completion.ts'
import { accountLinkRoutes } from './routes/account-links.ts'
import { confirmationRoutes } from './routes/confirmations.ts'
import { oauthRoutes } from './routes/oauth.ts'
import { oidcSignInRoutes } from './routes/oidc-sign-in.ts'
import { passkeyRoutes } from './routes/passkeys.ts'
import { type SetupRoutesDeps, setupRoutes } from './routes/setup.ts'
import { signInRoutes } from './routes/sign-in.ts'

/** Anyone can make the server fetch a client-id metadata document, so fetches are limited. */
const clientMetadataFetchLimit = { name: 'oauth-document', maxAttempts: 100, windowMs: 3600_000 }

/** Registers setup, sign-in, passkeys, consent and the authorization server. */
export async function registerIdentityRoutes(
  server: FastifyInstance,
  app: App,
  {
    onSetup,
    guard,
    documentFetch = createGuardedFetch(),
  }: { onSetup?: SetupRoutesDeps['onSetup']; guard: Guard; documentFetch?: GuardedFetch },
): Promise<{ oauthClients: OAuthClients; tickets: Tickets }> {
  const { config, database, log, now, newId } = app
  const { publicUrl } = config
  const { auditTrail } = guard
  const keys = await loadServiceKeys(database)
  const limits = createAttemptLimiter({ database, now })
  const browserSessions = createBrowserSessions({ database, publicUrl, now })
  const setup = createSetup({ database, organizations: app.organizations, members: app.members })
  const key = keys.cookies[0] ?? ''
  const forms = createFormProtection({ key, publicUrl })
  const tickets = createTickets({ key, database, now })
  const knownDevices = createKnownDevices({ key, publicUrl })
  const authorizationServer = createLazyAuthorizationServer({
    database,
    publicUrl,
    keys,
    now,
    findSession: (request) => browserSessions.find(request.headers),
    fetch: documentFetch,
    renderErrorPage: oauthErrorPage,
    allowMetadataFetch: async (from) => (await limits.consume(clientMetadataFetchLimit, from)).isAllowed,
    onError: (err) => log.error({ err }, 'the authorization server failed'),
  })
  const passkeys = createPasskeys({ database, publicUrl, now })
  const { checkPassword, guessThrottle: throttle } = app
  const signIn = createSignIn({ database, throttle, passkeys })
  const completion = createSignInCompletion({ publicUrl, forms, tickets, browserSessions, knownDevices, auditTrail })
  const canSendEmail = app.mailer !== undefined
  const oidcSignIn =
    config.oidc?.signIn &&
    createOidcSignIn({
      ...config.oidc.signIn,
      issuer: config.oidc.issuer,
      publicUrl,
      onError: (err) => log.warn({ err }, 'a sign-in at the external issuer failed'),
    })
  await server.register(passkeyRoutes, {
    forms,
    passkeys,
    members: app.members,
    checkPassword,
    tickets,
    browserSessions,
    auditTrail,
  })
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
    completion,
    oidcName: oidcSignIn?.name,
    canSendEmail,
  })
  await server.register(oidcSignInRoutes, {
    oidcSignIn,
    forms,
    tickets,
    signIn,
    invitations: app.invitations,
    completion,
    auditTrail,
  })
  await server.register(setupRoutes, {
    publicUrl,
    forms,
    setup,
    browserSessions,
    throttle,
    auditTrail,
    onSetup,
  })
  await server.register(accountLinkRoutes, {
    publicUrl,
    forms,
    invitations: app.invitations,
    passwordResets: app.passwordResets,
    browserSessions,
    throttle,
    auditTrail,
    limits,
    passwordResetMail: app.passwordResetMail,
    canSendEmail,
    passkeys,
    tickets,
    newId,
    oidcName: oidcSignIn?.name,
  })
  await server.register(oauthRoutes, {
    publicUrl,
    authorizationServer,
    forms,
    limits,
    auditTrail,
    externalIssuer: config.oidc?.issuer,
  })
  confirmationRoutes(server, { guard, members: app.members, passkeys, checkPassword, tickets })
  return { oauthClients: createOAuthClients({ database, authorizationServer, newId, now }), tickets }
}
