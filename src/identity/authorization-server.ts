import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Adapter, ClientMetadata, Configuration } from 'oidc-provider'
import { InvalidTarget } from 'oidc-provider/lib/helpers/errors.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { type Scope, scopes } from '../contract/scopes.ts'
import type { GuardedFetch } from '../net/guarded-fetch.ts'
import type { Database } from '../storage/database.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'
import { parseAccountId, toAccountId } from './account-id.ts'
import type { BrowserSession } from './browser-sessions.ts'
import { createOAuthAdapter, hashClientSecret } from './oauth-adapter.ts'
import { normalizeClientMetadata, supportedScopes } from './oauth-client-metadata.ts'
import { organizationMetadataKey } from './oauth-client-organization.ts'
import { createInteractionPolicy } from './oauth-interaction-policy.ts'
import { createInteractions, type Interactions } from './oauth-interactions.ts'
import { legacyTokenScope, scopesByPath, withDefaultScopes } from './oauth-scopes.ts'
import { isEqualConstantTime } from './secrets.ts'
import type { ServiceKeys } from './service-keys.ts'

export interface AuthorizationServer {
  /** Handles a request to one of its routes; `from` is the client's IP address. */
  handle(request: IncomingMessage, response: ServerResponse, from: string): Promise<void>
  interactions: Interactions
  /** Stores a client; throws if its metadata is invalid. */
  addClient(metadata: ClientMetadata): Promise<void>
}

export interface AuthorizationServerDeps {
  database: Database
  publicUrl: string
  keys: ServiceKeys
  now: () => Date
  /** Returns the browser session of a request. */
  findSession: (request: IncomingMessage) => Promise<BrowserSession | undefined>
  /** Fetches client-id metadata documents and key sets. */
  fetch: GuardedFetch
  /** Returns whether a request from this IP address can trigger another metadata fetch. */
  allowMetadataFetch?: (from: string) => Promise<boolean>
  /** Renders the page for errors that cannot be sent to the client by redirect. */
  renderErrorPage: (problem: { error: string; error_description?: string }) => {
    headers: Record<string, string>
    body: string
  }
  onError?: (error: unknown) => void
}

/** Members that the type declarations omit. */
interface ClientModel {
  validate(metadata: ClientMetadata): Promise<void>
  adapter: Adapter
}

const daySeconds = 24 * 3600

/** Creates the built-in authorization server: authorization code flow with PKCE, for public and confidential clients. */
export function createAuthorizationServer(deps: AuthorizationServerDeps): AuthorizationServer {
  const { database, publicUrl, keys, now, onError = () => {} } = deps
  const requestTimes = new AsyncLocalStorage<Date>()
  const provider = new Provider(publicUrl, configuration(deps))
  provider.on('server_error', (_ctx, error) => onError(error))
  // Without a listener Koa logs errors to the console.
  ;(provider as EventEmitter).on('error', onError)
  // Client secrets are stored as hashes: hash the presented one before comparing.
  provider.Client.prototype.compareClientSecret = function (presented: string) {
    return isEqualConstantTime(this.clientSecret ?? '', hashClientSecret(presented))
  }

  // The scopes of the API belong to its resources, so the library does not list them (RFC 8414, section 2).
  provider.use(async (ctx, next) => {
    await next()
    if (ctx.oidc?.route === 'discovery') ctx.body.scopes_supported.push(...scopes)
  })

  // URLs derive from the configured public URL, never from the Host header, which clients control.
  const { host, protocol } = new URL(publicUrl)
  provider.proxy = true
  const callback = provider.callback()
  const clientAddresses = new WeakMap<IncomingMessage, string>()

  return {
    async handle(request, response, from) {
      clientAddresses.set(request, from)
      request.headers.host = host
      request.headers['x-forwarded-host'] = host
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      await requestTimes.run(now(), () => callback(request, response))
    },
    interactions: createInteractions({ provider, database, findSession: deps.findSession }),
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
        requestReceivedAt: () => requestTimes.getStore(),
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
        // The API does not verify DPoP proofs, so tokens must not be bound to one.
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
            allowMetadataFetch ? allowMetadataFetch(clientAddresses.get(ctx.req) ?? '') : true,
        },
        resourceIndicators: {
          enabled: true,
          defaultResource: async (_ctx, _client, oneOf) =>
            (oneOf ? (oneOf as string[])[0] : undefined) ?? `${publicUrl}/v1`,
          useGrantedResource: async () => true,
          getResourceServerInfo: async (ctx, resource) => {
            const { url, scopes } = knownResource(resource)
            const { params, route } = ctx.oidc
            if (route === 'authorization' && params)
              params.scope = withDefaultScopes(params.scope as string | undefined)
            return { scope: [...scopes, legacyTokenScope].join(' '), audience: url, accessTokenFormat: 'opaque' }
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
          // A client that registers itself cannot join an organization.
          if (ctx?.oidc?.route === 'registration') delete (metadata as Record<string, unknown>)[organizationMetadataKey]
          normalizeClientMetadata(metadata as Record<string, unknown>)
        },
      },
      pkce: { required: () => true },
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

  function knownResource(resource: string): { url: string; scopes: readonly Scope[] } {
    const url = withoutTrailingSlashes(resource)
    const found = Object.entries(scopesByPath).find(([path]) => publicUrl + path === url)
    if (!found) throw new InvalidTarget(`this server issues tokens for ${publicUrl}/v1 and ${publicUrl}/mcp`)
    return { url, scopes: found[1] }
  }

  async function findAccount(accountId: string) {
    const account = parseAccountId(accountId)
    if (!account) return undefined
    const member = await database.unrestricted
      .selectFrom('member')
      .select(['email', 'name'])
      .where('org_id', '=', account.organizationId)
      .where('id', '=', account.memberId)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
    if (!member) return undefined
    const sub = toAccountId(account)
    return {
      accountId: sub,
      claims: async () => ({ sub, name: member.name, email: member.email, email_verified: true }),
    }
  }
}
