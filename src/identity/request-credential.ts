import type { IncomingHttpHeaders } from 'node:http'

/** The credential that a request presents. */
export interface RequestCredential {
  via: 'bearer' | 'api-key' | 'session'
  secret: string
}

const maxSecretLength = 8192

/**
 * Returns the credential of a request; undefined if there is none or if several contradict each other. A header takes
 * precedence over the cookie: a request with a bad key must not fall back to the browser's session.
 */
export function extractCredential(headers: IncomingHttpHeaders, sessionCookie: string): RequestCredential | undefined {
  const { authorization } = headers
  const secrets = [headers['x-api-key'], headers['x-slite-api-key']]
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === 'string' ? value.trim() : ''))
  if (authorization !== undefined) secrets.push(parseBearerToken(authorization))
  const secret = secrets[0]
  if (secret !== undefined) {
    if (!isValidLength(secret) || secrets.some((other) => other !== secret)) return undefined
    return { via: authorization === undefined ? 'api-key' : 'bearer', secret }
  }
  const session = headers.cookie === undefined ? undefined : cookieValue(headers.cookie, sessionCookie)
  return session !== undefined && isValidLength(session) ? { via: 'session', secret: session } : undefined
}

/** Returns the value of a cookie; undefined if it is missing or sent twice. */
export function cookieValue(header: string, name: string): string | undefined {
  const values = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
  return values.length === 1 ? values[0] : undefined
}

function parseBearerToken(header: string): string {
  return /^bearer +(\S+)$/i.exec(header.trim())?.[1] ?? ''
}

function isValidLength(secret: string): boolean {
  return secret.length > 0 && secret.length <= maxSecretLength
}
