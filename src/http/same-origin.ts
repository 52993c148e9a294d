import type { FastifyRequest } from 'fastify'

/** Whether a page of this service sent the request: its script, form or link. */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || headers.origin === new URL(publicUrl).origin
}

/**
 * Whether a script of our own pages sent the request; only such requests can use the session cookie, which browsers also
 * attach to links, images and requests of other sites. Judged by the fetch metadata that browsers send to https and
 * localhost (no page can forge it). Without it, by the origin of a write, or a header that a link or form cannot carry and
 * that another site could send only after a preflight, which we refuse.
 */
export function isScriptOfOwnPage({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination, origin } = headers
  if (mode !== undefined && mode !== 'cors' && mode !== 'same-origin') return false
  if (destination !== undefined && destination !== 'empty') return false
  if (site !== undefined) return site === 'same-origin'
  if (origin !== undefined) return origin === new URL(publicUrl).origin
  return headers['x-requested-with'] !== undefined
}
