import type { OAuthClientProvider } from '@modelcontextprotocol/client'
import { HttpBrowser } from '../support/http-browser.ts'
import { redirectUri } from '../support/oauth-client.ts'

type McpTokens = Parameters<OAuthClientProvider['saveTokens']>[0]
type ClientInformation = Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0]
type DiscoveryState = Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0]

/** What an agent's host keeps for its OAuth client, with a person before it who signs in and agrees. */
export function createMcpOAuthHost(publicUrl: string, documentUrl?: string) {
  let verifier = ''
  let information: ClientInformation | undefined
  let tokens: McpTokens | undefined
  let callback: URL | undefined
  let discovered: DiscoveryState | undefined
  const provider: OAuthClientProvider = {
    discoveryState: () => discovered,
    saveDiscoveryState: (given) => {
      discovered = given
    },
    redirectUrl: redirectUri,
    ...(documentUrl !== undefined && { clientMetadataUrl: documentUrl }),
    clientMetadata: {
      client_name: 'An agent',
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
    async redirectToAuthorization(address) {
      const browser = new HttpBrowser(publicUrl)
      await browser.open(address)
      await browser.signIn()
      callback = await browser.submit({ decision: 'allow' })
    },
  }
  return {
    provider,
    information: () => information,
    tokens: () => tokens,
    /** Where the person was sent back to, with the code. */
    callback: () => callback,
  }
}
