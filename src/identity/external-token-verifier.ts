import { createRemoteJWKSet, customFetch, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { normalizeEmail } from './members.ts'
import type { ExternalIdentity, ExternalTokenVerifier } from './request-authenticator.ts'

export interface ExternalTokenVerifierOptions {
  issuer: string
  /** What tokens for the whole service carry. */
  audience: string
  /** Tokens may also be for one door of it, by its address (RFC 8707): then they open no other. */
  publicUrl: string
  now: () => Date
  fetch?: typeof fetch
  /** Hears why the issuer's keys could not be had; the token is refused. */
  onError?: (error: unknown) => void
}

/** Signatures by a key pair only: with a shared secret everybody who checks tokens could make them. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const discoveryCooldownMs = 30_000
const timeoutMs = 5000

/** Accepts the access tokens of an external issuer, whose keys are found through its metadata and kept. */
export function createExternalTokenVerifier(needs: ExternalTokenVerifierOptions): ExternalTokenVerifier {
  const { issuer, audience, publicUrl, now, onError = () => {} } = needs
  const get = needs.fetch ?? fetch
  const whole = [audience, `${audience}/`]
  const doors = ['/v1', '/mcp'].map((path) => publicUrl + path)
  let keys: Promise<JWTVerifyGetKey> | undefined
  let failedAt = Number.NEGATIVE_INFINITY

  const issuersKeys = (): Promise<JWTVerifyGetKey> => {
    if (now().getTime() - failedAt < discoveryCooldownMs)
      throw new Error(`${issuer} could not be reached just now`)
    keys ??= discoverKeys(issuer, get).catch((error: unknown) => {
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
        const { payload } = await jwtVerify(token, await issuersKeys(), {
          issuer: [issuer, `${issuer}/`],
          audience: [...whole, ...doors, ...doors.map((door) => `${door}/`)],
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

  /** The one door that a token is for; undefined: all of them. */
  function resourceOf(audiences: readonly string[]): string | undefined {
    if (audiences.some((name) => whole.includes(name))) return undefined
    const named = doors.filter((door) => audiences.some((name) => name.replace(/\/$/, '') === door))
    return named.length === 1 ? named[0] : undefined
  }
}

/** Only an address that the issuer has checked names a person: anybody can claim one that it has not. */
function identityFromClaims(
  { email, email_verified: isVerified, org }: JWTPayload,
  resource: string | undefined,
): ExternalIdentity | undefined {
  if (typeof email !== 'string' || isVerified !== true) return undefined
  return {
    email: normalizeEmail(email),
    ...(typeof org === 'string' ? { organizationId: org } : {}),
    ...(resource === undefined ? {} : { resource }),
  }
}

async function discoverKeys(issuer: string, get: typeof fetch): Promise<JWTVerifyGetKey> {
  let problem: unknown
  for (const name of ['openid-configuration', 'oauth-authorization-server']) {
    try {
      const response = await get(`${issuer}/.well-known/${name}`, {
        headers: { accept: 'application/json' },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (!response.ok) throw new Error(`${issuer} answered ${response.status} for its ${name}`)
      const metadata = (await response.json()) as { issuer?: unknown; jwks_uri?: unknown }
      if (String(metadata.issuer).replace(/\/$/, '') !== issuer)
        throw new Error(`${issuer} calls itself ${String(metadata.issuer)}`)
      if (typeof metadata.jwks_uri !== 'string') throw new Error(`${issuer} names no jwks_uri`)
      return createRemoteJWKSet(new URL(metadata.jwks_uri), {
        timeoutDuration: timeoutMs,
        cooldownDuration: discoveryCooldownMs,
        cacheMaxAge: 600_000,
        [customFetch]: (url, options) => get(url, options as RequestInit),
      })
    } catch (error) {
      problem = error
    }
  }
  throw problem
}
