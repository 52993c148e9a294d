import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BrowserSessions, VerifiedPerson } from '../../identity/browser-sessions.ts'
import { createSessionCookieSetter } from './cookies.ts'

/**
 * Returns a function that signs a person in: it starts a new session and revokes an earlier one, so that a planted session
 * secret is of no use (session fixation).
 */
export function createSessionStarter({
  browserSessions,
  publicUrl,
}: {
  browserSessions: BrowserSessions
  publicUrl: string
}) {
  const setSessionCookie = createSessionCookieSetter(browserSessions.cookieName, publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply, person: VerifiedPerson): Promise<void> => {
    const before = browserSessions.readSecret(request.headers)
    if (before) await browserSessions.revoke(before)
    const { secret } = await browserSessions.create(person)
    setSessionCookie(reply, secret)
  }
}
