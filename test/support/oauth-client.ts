import * as oauth from 'openid-client'
import { HttpBrowser } from './http-browser.ts'

export const redirectUri = 'http://127.0.0.1:9/callback'

const insecureOptions = { execute: [oauth.allowInsecureRequests] }

/** A client that registers itself, as programs do. */
export function registerClient(
  publicUrl: string,
  metadata: Partial<oauth.ClientMetadata> = {},
): Promise<oauth.Configuration> {
  return oauth.dynamicClientRegistration(
    new URL(publicUrl),
    {
      client_name: 'Test client',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
      ...metadata,
    },
    undefined,
    { ...insecureOptions, algorithm: 'oauth2' },
  )
}

/** A client that has its id, and perhaps a secret, already. */
export function discoverClient(publicUrl: string, clientId: string, secret?: string): Promise<oauth.Configuration> {
  const authentication = secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret)
  return oauth.discovery(new URL(publicUrl), clientId, undefined, authentication, insecureOptions)
}

/** Goes from the client's request through sign-in and consent to the redirect with the code. */
export async function authorize(
  publicUrl: string,
  config: oauth.Configuration,
  parameters: Record<string, string> = {},
  browser = new HttpBrowser(publicUrl),
) {
  const verifier = oauth.randomPKCECodeVerifier()
  const url = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  let callback = await browser.open(url)
  if (isAt(callback, '/sign-in')) callback = await browser.signIn()
  const consent = browser.text
  if (isAt(callback, '/oauth/interaction')) callback = await browser.submit({ decision: 'allow' })
  return { callback, verifier, browser, consent }

  function isAt(address: URL, path: string): boolean {
    return address.origin === publicUrl && address.pathname.startsWith(path) && browser.status === 200
  }
}

export async function getTokens(
  publicUrl: string,
  config: oauth.Configuration,
  parameters: Record<string, string> = {},
  browser = new HttpBrowser(publicUrl),
) {
  const { callback, verifier } = await authorize(publicUrl, config, parameters, browser)
  return oauth.authorizationCodeGrant(config, callback, { pkceCodeVerifier: verifier })
}

/** Who the API takes the bearer of a token for. */
export async function fetchCurrentUser(
  publicUrl: string,
  token: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${publicUrl}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
