import { InvalidClientMetadata } from 'oidc-provider/lib/helpers/errors.js'

/** The scopes a client can register; others are dropped, as RFC 7591 (section 2) allows. */
export const supportedScopes = ['openid', 'offline_access', 'profile', 'email']

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])
const maxRedirectUris = 20

/**
 * Adjusts client metadata before the authorization server validates it: clients register scopes of other services, and
 * native apps omit `application_type`.
 */
export function normalizeClientMetadata(metadata: Record<string, unknown>): void {
  if (typeof metadata.scope === 'string') {
    const supported = metadata.scope.split(' ').filter((scope) => supportedScopes.includes(scope))
    if (supported.length > 0) metadata.scope = supported.join(' ')
    else delete metadata.scope
  }
  const uris = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris.map(String) : []
  if (uris.length > maxRedirectUris)
    throw new InvalidClientMetadata(`redirect_uris must have at most ${maxRedirectUris} entries`)
  // RFC 8252, section 7: a loopback address with any port, or a private-use scheme.
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
