import { AsyncLocalStorage } from 'node:async_hooks'
import { timingSafeEqual } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Adapter, ClientMetadata, Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import type { GuardedFetch } from '../net/guarded-fetch.ts'
import type { Database } from '../storage/database.ts'
import { parseAccountId, toAccountId } from './account-id.ts'
import type { BrowserSession } from './browser-sessions.ts'
import { createOAuthAdapter, hashClientSecret } from './oauth-adapter.ts'
import { normalizeClientMetadata, supportedScopes } from './oauth-client-metadata.ts'
import { organizationMetadataKey } from './oauth-client-organization.ts'
import { createInteractionPolicy } from './oauth-interaction-policy.ts'
import { createInteractions, type Interactions } from './oauth-interactions.ts'
import type { ServiceKeys } from './service-keys.ts'

export interface AuthorizationServer {
  /** Answers a request to one of its own addresses, which came from the given network address. */
  handle(request: IncomingMessage, response: ServerResponse, from: string): Promise<void>
  interactions: Interactions
  /** Stores a client; fails where what it says about itself breaks the rules for clients. */
  addClient(metadata: ClientMetadata): Promise<void>
}

export interface AuthorizationServerDeps {
  database: Database
  publicUrl: string
  keys: ServiceKeys
  now: () => Date
  /** Who is signed in in the browser that sent a request. */
  findSession: (request: IncomingMessage) => Promise<BrowserSession | undefined>
  /** Fetches client-id metadata documents and key sets. */
  fetch: GuardedFetch
  /** May one more document be fetched for who sends requests from this network address? */
  allowMetadataFetch?: (from: string) => Promise<boolean>
  /** The page for a person who cannot be sent back to the client. */
  renderErrorPage: (problem: { error: string; error_description?: string }) => {
    headers: Record<string, string>
    body: string
  }
  onError?: (error: unknown) => void
}

/** What the types leave out. */
interface ClientModel {
  validate(metadata: ClientMetadata): Promise<void>
  adapter: Adapter
}

/**
 * The one scope there is. The interface knows no scopes, but the authorization server wants one for what it grants:
 * it is added to every request, whatever else that asks for.
 */
const apiScope = 'api'

const daySeconds = 24 * 3600

/** Addresses below the public one that a token can be for (RFC 8707). */
const resourcePaths = ['', '/v1', '/mcp']

/** The built-in authorization server: authorization code with PKCE, for every kind of client. */
export function createAuthorizationServer(needs: AuthorizationServerDeps): AuthorizationServer {
  const { database, publicUrl, keys, now, onError = () => {} } = needs
  const arrivals = new AsyncLocalStorage<Date>()
  const provider = new Provider(publicUrl, configuration(needs))
  provider.on('server_error', (_ctx, error) => onError(error))
  // Without a listener the errors of the Koa application would go to the console.
  ;(provider as EventEmitter).on('error', onError)
  // Secrets are kept hashed, so what is presented is hashed before the two are compared.
  provider.Client.prototype.compareClientSecret = function (presented: string) {
    const expected = Buffer.from(this.clientSecret ?? '')
    const given = Buffer.from(hashClientSecret(presented))
    return expected.length === given.length && timingSafeEqual(expected, given)
  }

  // Its addresses come from the setting, never from a Host header that anybody can send.
  const { host, protocol } = new URL(publicUrl)
  provider.proxy = true
  const callback = provider.callback()
  const senders = new WeakMap<IncomingMessage, string>()

  return {
    async handle(request, response, from) {
      senders.set(request, from)
      request.headers.host = host
      request.headers['x-forwarded-host'] = host
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      await arrivals.run(now(), () => callback(request, response))
    },
    interactions: createInteractions({ provider, database, findSession: needs.findSession }),
    async addClient(metadata) {
      const { Client } = provider as unknown as { Client: ClientModel }
      await Client.validate(metadata)
      await Client.adapter.upsert(metadata.client_id, metadata)
    },
  }

  function configuration({
    fetch,
    renderErrorPage,
    findSession,
    allowMetadataFetch,
  }: AuthorizationServerDeps): Configuration {
    const cookie = { httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
    return {
      adapter: createOAuthAdapter({
        database,
        now,
        resumeUrl: (id) => `${publicUrl}/oauth/authorize/${id}`,
        requestReceivedAt: () => arrivals.getStore(),
      }),
      jwks: keys.signing as Configuration['jwks'],
      cookies: {
        keys: keys.cookies,
        names: { session: 'lorewell_oauth', interaction: 'lorewell_asking', resume: 'lorewell_resume' },
        long: { ...cookie, path: '/oauth' },
        short: cookie,
      },
      routes: {
        authorization: '/oauth/authorize',
        token: '/oauth/token',
        revocation: '/oauth/revoke',
        introspection: '/oauth/introspect',
        registration: '/oauth/register',
        jwks: '/oauth/jwks',
      },
      features: {
        devInteractions: { enabled: false },
        // A bound token would be taken without its proof at the API: better not to promise it.
        dPoP: { enabled: false },
        pushedAuthorizationRequests: { enabled: false },
        rpInitiatedLogout: { enabled: false },
        userinfo: { enabled: false },
        revocation: {
          enabled: true,
          allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
        },
        introspection: {
          enabled: true,
          allowedPolicy: async (_ctx, client, token) => token.clientId === client.clientId,
        },
        registration: { enabled: true, issueRegistrationAccessToken: false },
        clientIdMetadataDocument: {
          enabled: true,
          ack: 'draft-02',
          allowFetch: async (ctx) =>
            allowMetadataFetch ? allowMetadataFetch(senders.get(ctx.req) ?? '') : true,
        },
        resourceIndicators: {
          enabled: true,
          defaultResource: async (_ctx, _client, oneOf) =>
            (oneOf ? (oneOf as string[])[0] : undefined) ?? `${publicUrl}/v1`,
          useGrantedResource: async () => true,
          getResourceServerInfo: async (ctx, resource) => {
            if (ctx.oidc.route === 'authorization') addApiScope(ctx)
            return { scope: apiScope, audience: knownResource(resource), accessTokenFormat: 'opaque' }
          },
        },
      },
      fetch: (url, { headers, signal } = {}) => fetch(String(url), { headers, signal }),
      scopes: supportedScopes,
      claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
      responseTypes: ['code'],
      clientDefaults: {
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
      clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
      extraClientMetadata: {
        properties: [organizationMetadataKey],
        validator: (ctx, _key, _value, metadata) => {
          // Whoever registers over the network cannot put a client into an organization.
          if (ctx?.oidc?.route === 'registration')
            delete (metadata as Record<string, unknown>)[organizationMetadataKey]
          normalizeClientMetadata(metadata as Record<string, unknown>)
        },
      },
      pkce: { required: (_ctx, client) => client.clientAuthMethod === 'none' },
      rotateRefreshToken: true,
      issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
      expiresWithSession: async () => false,
      clientBasedCORS: (_ctx, origin, client) =>
        client.clientAuthMethod === 'none' &&
        (client.redirectUris ?? []).some((uri) => URL.parse(uri)?.origin === origin),
      ttl: {
        AccessToken: 3600,
        AuthorizationCode: 60,
        IdToken: 3600,
        Interaction: 3600,
        RefreshToken: 30 * daySeconds,
        Session: 30 * daySeconds,
        Grant: 365 * daySeconds,
      },
      interactions: {
        policy: createInteractionPolicy(findSession),
        url: (_ctx, interaction) => `/oauth/interaction/${interaction.uid}`,
      },
      findAccount: async (_ctx, accountId) => findAccount(accountId),
      renderError: async (ctx, out) => {
        const { headers, body } = renderErrorPage(out)
        ctx.set(headers)
        ctx.type = 'html'
        ctx.body = body
      },
    }
  }

  function knownResource(resource: string): string {
    const asked = resource.replace(/\/+$/, '')
    const known = resourcePaths.map((path) => publicUrl + path).find((address) => address === asked)
    if (!known) throw new InvalidTarget(`this server issues tokens for ${publicUrl}/v1 and ${publicUrl}/mcp`)
    return known
  }

  async function findAccount(accountId: string) {
    const person = parseAccountId(accountId)
    if (!person) return undefined
    const member = await database.unrestricted
      .selectFrom('member')
      .select(['email', 'name'])
      .where('org_id', '=', person.organizationId)
      .where('id', '=', person.memberId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!member) return undefined
    const sub = toAccountId(person)
    return {
      accountId: sub,
      claims: async () => ({ sub, name: member.name, email: member.email, email_verified: true }),
    }
  }
}

function addApiScope(ctx: KoaContextWithOIDC): void {
  const { params } = ctx.oidc
  if (!params) return
  const asked = typeof params.scope === 'string' ? params.scope.split(' ') : []
  params.scope = [...new Set([...asked, apiScope])].join(' ')
}
