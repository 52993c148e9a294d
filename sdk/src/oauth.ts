import { type Credential, toConnectionError } from './send-request.ts'

export interface Tokens {
  accessToken: string
  refreshToken?: string
  /** Milliseconds since 1970. */
  expiresAt: number
  clientId: string
}

/** Store this between redirecting the person and their return. */
export interface PendingAuthorization {
  state: string
  verifier: string
  clientId: string
}

export interface OAuthOptions {
  /** The address of the service. */
  url: string
  redirectUri: string
  /** Absent: the client registers itself; `PendingAuthorization` and `Tokens` contain the new id. */
  clientId?: string
  clientName?: string
  /** The resource the tokens are for; the API by default. */
  resource?: string
  /** The scopes to ask for, separated by spaces. Absent: every scope but `admin`. */
  scope?: string
  fetch?: typeof globalThis.fetch
}

interface AuthorizationServerMetadata {
  issuer: string
  authorization_endpoint: string
  token_endpoint: string
  registration_endpoint: string
  revocation_endpoint: string
}

/** Signs people in with OAuth 2.0: authorization code with PKCE, for pages and programs that can't keep a secret. */
export function createOAuth(options: OAuthOptions) {
  const base = options.url.replace(/\/+$/, '')
  const resource = options.resource ?? `${base}/v1`
  const send = options.fetch ?? globalThis.fetch.bind(globalThis)
  const request = (address: string, init?: RequestInit) =>
    send(address, init).catch((error: unknown) => {
      throw toConnectionError(address, error)
    })
  let metadata: Promise<AuthorizationServerMetadata> | undefined

  const discover = () => {
    metadata ??= request(`${base}/.well-known/oauth-authorization-server`)
      .then((response) => readOAuthResponse<AuthorizationServerMetadata>(response))
      .catch((error: unknown) => {
        metadata = undefined
        throw error
      })
    return metadata
  }

  async function register(): Promise<string> {
    const { registration_endpoint } = await discover()
    const response = await request(registration_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_name: options.clientName ?? 'Lorewell client',
        redirect_uris: [options.redirectUri],
        token_endpoint_auth_method: 'none',
      }),
    })
    return (await readOAuthResponse<{ client_id: string }>(response)).client_id
  }

  async function grant(clientId: string, fields: Record<string, string>): Promise<Tokens> {
    const { token_endpoint } = await discover()
    const reply = await request(token_endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, resource, ...fields }).toString(),
    })
    const tokens = await readOAuthResponse<{
      access_token: string
      refresh_token?: string
      expires_in?: number
    }>(reply)
    return {
      accessToken: tokens.access_token,
      ...(tokens.refresh_token !== undefined && { refreshToken: tokens.refresh_token }),
      expiresAt: Date.now() + (tokens.expires_in ?? 3600) * 1000,
      clientId,
    }
  }

  const oauth = {
    /** Returns the address to redirect the person to, and the state to store until they return. */
    async begin(): Promise<{ url: string; pending: PendingAuthorization }> {
      const { authorization_endpoint } = await discover()
      const pending = {
        state: randomToken(),
        verifier: randomToken(),
        clientId: options.clientId ?? (await register()),
      }
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: pending.clientId,
        redirect_uri: options.redirectUri,
        state: pending.state,
        code_challenge: await codeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        resource,
        ...(options.scope !== undefined && { scope: options.scope }),
      })
      return { url: `${authorization_endpoint}?${query}`, pending }
    },

    /** Returns the tokens, given the address that the person returned to. */
    async finish(callback: string | URL, { state, verifier, clientId }: PendingAuthorization): Promise<Tokens> {
      const query = new URL(callback).searchParams
      const { issuer } = await discover()
      if (query.get('state') !== state) throw new Error('The response does not belong to this sign-in (state).')
      // RFC 9207: reject a response from another server.
      if (query.has('iss') && query.get('iss') !== issuer)
        throw new Error('The response comes from another server (iss).')
      const code = query.get('code')
      if (!code) throw new Error(query.get('error_description') ?? query.get('error') ?? 'The response has no code.')
      return grant(clientId, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: options.redirectUri,
        code_verifier: verifier,
      })
    },

    refresh({ refreshToken, clientId }: Tokens): Promise<Tokens> {
      if (refreshToken === undefined) throw new Error('There is no refresh token: sign in again.')
      return grant(clientId, { grant_type: 'refresh_token', refresh_token: refreshToken })
    },

    /** Revokes the access. */
    async revoke({ refreshToken, accessToken, clientId }: Tokens): Promise<void> {
      const { revocation_endpoint } = await discover()
      const response = await request(revocation_endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_id: clientId, token: refreshToken ?? accessToken }).toString(),
      })
      if (!response.ok) await readOAuthResponse(response)
    },

    /** Returns a credential for `createClient` that renews itself. `onTokens` receives each new pair, to store it. */
    credential(tokens: Tokens, onTokens: (tokens: Tokens) => void = () => {}): Credential {
      let current = tokens
      let renewing: Promise<Tokens> | undefined
      return async ({ wasRefused }) => {
        if (!wasRefused && current.expiresAt - Date.now() > 30_000) return current.accessToken
        // A refresh token can be used once, so concurrent requests share one renewal.
        renewing ??= oauth.refresh(current).finally(() => {
          renewing = undefined
        })
        const renewed = await renewing
        if (renewed !== current) {
          current = renewed
          onTokens(renewed)
        }
        return renewed.accessToken
      }
    },
  }
  return oauth
}

async function readOAuthResponse<T>(response: Response): Promise<T> {
  const body = (await response.json().catch(() => ({}))) as { error?: string; error_description?: string }
  if (response.ok) return body as T
  throw new Error(body.error_description ?? body.error ?? `The service returned status ${response.status}.`)
}

function randomToken(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

/** RFC 7636, section 4.2. */
async function codeChallenge(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
