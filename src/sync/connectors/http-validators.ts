import type { HttpAnswer } from './http-client.ts'

export interface HttpValidators {
  etag?: string
  lastModified?: string
}

/** A date this much older than the answer is not the date of a later change, too (RFC 9110, section 8.8.2.2). */
const minAgeMs = 60_000

/** Returns the validators by which the next request can ask for changes; a date only if no later change can have the same. */
export function validatorsOf({ headers }: Pick<HttpAnswer, 'headers'>): HttpValidators {
  const etag = headers.get('etag')
  const lastModified = headers.get('last-modified')
  const ageMs = Date.parse(headers.get('date') ?? '') - Date.parse(lastModified ?? '')
  return { ...(etag ? { etag } : {}), ...(lastModified && ageMs >= minAgeMs ? { lastModified } : {}) }
}

/** Returns the headers of a request for a body only if it has changed. */
export function conditionalHeaders({ etag, lastModified }: HttpValidators): Record<string, string> {
  return {
    ...(etag ? { 'if-none-match': etag } : {}),
    ...(lastModified ? { 'if-modified-since': lastModified } : {}),
  }
}
