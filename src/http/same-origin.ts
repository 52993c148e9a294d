import type { FastifyRequest } from 'fastify'

/** Whether a page of this service sent the request: its script, form or link. */
export function isSameOrigin({ headers }: Pick<FastifyRequest, 'headers'>, publicUrl: string): boolean {
  return headers['sec-fetch-site'] === 'same-origin' || headers.origin === new URL(publicUrl).origin
}
