import type { Configuration } from 'openid-client'
import { normalizeEmail } from '../access/normal-names.ts'
import { AppError } from '../errors.ts'

/** The person that the issuer vouches for. */
export interface OidcIdentity {
  email: string
  name: string
}

/** What the browser carries, encrypted, from the start of a sign-in to its end. */
export interface OidcAttempt {
  nonce: string
  codeVerifier: string
}

export type OidcSignIn = ReturnType<typeof createOidcSignIn>

const timeoutSeconds = 10

/** Signs people in at an external issuer (OpenID Connect Core 1.0, authorization code flow with PKCE). */
export function createOidcSignIn({
  issuer,
  name,
  clientId,
  clientSecret,
  publicUrl,
  onError,
}: {
  issuer: string
  /** On the button of the sign-in page. */
  name: string
  clientId: string
  clientSecret: string
  publicUrl: string
  onError: (error: unknown) => void
}) {
  let configuration: Promise<Configuration> | undefined
  const redirectUri = `${publicUrl}${oidcCallbackPath}`
  // Loaded with the first sign-in: it would delay every start.
  const load = () => import('openid-client')

  const configure = async (): Promise<Configuration> => {
    const client = await load()
    configuration ??= client
      .discovery(
        new URL(issuer),
        clientId,
        undefined,
        clientSecret ? client.ClientSecretBasic(clientSecret) : client.None(),
        {
          timeout: timeoutSeconds,
          // The operator chose the issuer; without TLS it can only be one on a private network.
          ...(issuer.startsWith('http:') && { execute: [client.allowInsecureRequests] }),
        },
      )
      .catch((error: unknown) => {
        configuration = undefined
        throw error
      })
    return configuration
  }

  const reportFailure = (error: unknown): AppError => {
    onError(error)
    return new AppError('forbidden', `${name} did not confirm who you are. Try again, or sign in another way.`)
  }

  return {
    name,

    /** Returns the address at the issuer that the browser goes to, with the state of the attempt. */
    async start(toState: (attempt: OidcAttempt) => string): Promise<URL> {
      try {
        const client = await load()
        const attempt = { nonce: client.randomNonce(), codeVerifier: client.randomPKCECodeVerifier() }
        return client.buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state: toState(attempt),
          nonce: attempt.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
          code_challenge_method: 'S256',
        })
      } catch (error) {
        throw reportFailure(error)
      }
    },

    /** Returns the person with the code in the query string; only for an address that the issuer has verified. */
    async finish(query: string, state: string, { nonce, codeVerifier }: OidcAttempt): Promise<OidcIdentity> {
      const claims = await this.exchange(query, state, { nonce, codeVerifier })
      const { email, email_verified: isVerified, name: fullName } = claims
      if (typeof email !== 'string' || isVerified !== true)
        throw new AppError('forbidden', `${name} has not verified your e-mail address, so it cannot be used here.`)
      return { email: normalizeEmail(email), name: typeof fullName === 'string' ? fullName.trim().slice(0, 200) : '' }
    },

    async exchange(
      query: string,
      state: string,
      { nonce, codeVerifier }: OidcAttempt,
    ): Promise<Record<string, unknown>> {
      try {
        const client = await load()
        const tokens = await client.authorizationCodeGrant(await configure(), new URL(`${redirectUri}?${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        return { ...tokens.claims() }
      } catch (error) {
        throw reportFailure(error)
      }
    },
  }
}

export const oidcCallbackPath = '/sign-in/oidc/callback'
