import type { IncomingHttpHeaders } from 'node:http'

/** What a request brings to say who sends it. */
export interface RequestCredential {
  via: 'bearer' | 'api-key' | 'session'
  secret: string
}

const maxSecretLength = 8192

/**
 * The one secret of a request; undefined where there is none or where it cannot be told which one is meant. A header
 * outranks the cookie: a program that sends a bad key must not be answered as the person of the browser.
 */
export function extractCredential(
  headers: IncomingHttpHeaders,
  sessionCookie: string,
): RequestCredential | undefined {
  const { authorization } = headers
  const given = [headers['x-api-key'], headers['x-slite-api-key']]
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === 'string' ? value.trim() : ''))
  if (authorization !== undefined) given.push(parseBearerToken(authorization))
  const secret = given[0]
  if (secret !== undefined) {
    if (!isValidLength(secret) || given.some((other) => other !== secret)) return undefined
    return { via: authorization === undefined ? 'api-key' : 'bearer', secret }
  }
  const session = headers.cookie === undefined ? undefined : cookieValue(headers.cookie, sessionCookie)
  return session !== undefined && isValidLength(session) ? { via: 'session', secret: session } : undefined
}

/** The value of a cookie, or undefined when it is missing or sent twice. */
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
