import { InvalidClientMetadata } from 'oidc-provider/lib/helpers/errors.js'

/** The scopes that a client may name; every other one is dropped, as RFC 7591 (section 2) lets a server do. */
export const supportedScopes = ['openid', 'offline_access', 'profile', 'email']

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
const maxRedirectUris = 20

/**
 * Makes what clients say about themselves fit the rules here, before the authorization server checks it: clients name
 * scopes of other services, and programs on people's machines forget to say that they are such.
 */
export function normalizeClientMetadata(metadata: Record<string, unknown>): void {
  if (typeof metadata.scope === 'string') {
    const known = metadata.scope.split(' ').filter((scope) => supportedScopes.includes(scope))
    if (known.length > 0) metadata.scope = known.join(' ')
    else delete metadata.scope
  }
  const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris.map(String) : []
  if (uris.length > maxRedirectUris)
    throw new InvalidClientMetadata(`redirect_uris must have at most ${maxRedirectUris} entries`)
  // RFC 8252, section 7: loopback addresses with any port, or a scheme of the program's own.
  if (uris.some(isNativeAppRedirect)) metadata.application_type = 'native'
  for (const uri of uris) rejectInsecureRedirect(uri)
}

function isNativeAppRedirect(uri: string): boolean {
  const url = URL.parse(uri)
  if (!url) return false
  if (url.protocol === 'http:') return loopbackHosts.has(url.hostname)
  return url.protocol !== 'https:'
}

function rejectInsecureRedirect(uri: string): void {
  const url = URL.parse(uri)
  if (url?.protocol === 'http:' && !loopbackHosts.has(url.hostname))
    throw new InvalidClientMetadata('redirect_uris must use https, except for loopback addresses')
}
