import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { normalizeEmail } from '../access/normal-names.ts'
import { contentScopes, parseScopes, type Scope } from '../contract/scopes.ts'
import type { ExternalIdentity, ExternalTokenVerifier } from './request-authenticator.ts'

export interface ExternalTokenVerifierOptions {
  issuer: string
  /** The audience of tokens for the whole service. */
  audience: string
  /** A token can also be limited to one resource, such as `/v1` below this URL (RFC 8707). */
  publicUrl: string
  now: () => Date
  fetch?: typeof fetch
  /** Called when the issuer's keys cannot be loaded; tokens are rejected then. */
  onError?: (error: unknown) => void
}

/** Asymmetric signatures only: with a shared secret, every verifier could issue tokens. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const discoveryCooldownMs = 30_000
const timeoutMs = 5000

/** Verifies access tokens of an external issuer with its keys, which are discovered from its metadata and cached. */
export function createExternalTokenVerifier(options: ExternalTokenVerifierOptions): ExternalTokenVerifier {
  const { issuer, audience, publicUrl, now, onError = () => {} } = options
  const request = options.fetch ?? fetch
  const serviceAudiences = [audience, `${audience}/`]
  const resources = ['/v1', '/mcp'].map((path) => publicUrl + path)
  let keys: Promise<JWTVerifyGetKey> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const loadKeys = (): Promise<JWTVerifyGetKey> => {
    if (now().getTime() - failedAt < discoveryCooldownMs)
      throw new Error(
        `${issuer} could not be reached recently; its keys are requested again in ${discoveryCooldownMs / 1000} s`,
      )
    keys ??= discoverKeys(issuer, request).catch((error: unknown) => {
      keys = undefined
      failedAt = now().getTime()
      onError(error)
      throw error
    })
    return keys
  }

  return {
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, await loadKeys(), {
          issuer: [issuer, `${issuer}/`],
          audience: [...serviceAudiences, ...resources, ...resources.map((resource) => `${resource}/`)],
          algorithms,
          requiredClaims: ['exp', 'sub'],
          clockTolerance: 5,
          currentDate: now(),
        })
        return identityFromClaims(payload, resourceOf([payload.aud ?? []].flat()))
      } catch {
        return undefined
      }
    },
  }

  /** Returns the resource a token is limited to; undefined if it is for the whole service. */
  function resourceOf(audiences: readonly string[]): string | undefined {
    if (audiences.some((name) => serviceAudiences.includes(name))) return undefined
    const matches = resources.filter((resource) => audiences.some((name) => name.replace(/\/$/, '') === resource))
    return matches.length === 1 ? matches[0] : undefined
  }
}

/** Returns the identity only for an email that the issuer has verified: users can claim any other. */
function identityFromClaims(
  { email, email_verified: isVerified, org, exp = 0, scope }: JWTPayload,
  resource: string | undefined,
): ExternalIdentity | undefined {
  if (typeof email !== 'string' || isVerified !== true) return undefined
  return {
    email: normalizeEmail(email),
    scopes: scopesFromClaim(scope),
    expiresAt: new Date(exp * 1000),
    ...(typeof org === 'string' ? { organizationId: org } : {}),
    ...(resource === undefined ? {} : { resource }),
  }
}

/** Returns the content scopes unless the token names some; `admin` is never implied. */
function scopesFromClaim(claim: unknown): readonly Scope[] {
  const named = typeof claim === 'string' ? parseScopes(claim) : []
  return named.some((scope) => contentScopes.includes(scope)) ? named : [...contentScopes, ...named]
}

async function discoverKeys(issuer: string, request: typeof fetch): Promise<JWTVerifyGetKey> {
  let lastError: unknown
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    try {
      const response = await request(`${issuer}/.well-known/${name}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`${issuer} answered ${response.status} for its ${name}`)
      const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
      if (String(metadata.issuer).replace(/\/$/, '') !== issuer)
        throw new Error(`${issuer} has metadata for another issuer, ${String(metadata.issuer)}`)
      if (typeof metadata.jwks_uri !== 'string') throw new Error(`${issuer} has no jwks_uri in its metadata`)
      return createRemoteJWKSet(new URL(metadata.jwks_uri), {
        timeoutDuration: timeoutMs,
        cooldownDuration: discoveryCooldownMs,
        cacheMaxAge: 600_000,
        [customFetch]: (url, options) => request(url, options as RequestInit),
      })
    } catch (error) {
      lastError = error
    }
  }
  throw lastError
}
