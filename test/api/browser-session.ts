import { createBrowserSessions } from '../../src/identity/browser-sessions.ts'
import type { Person, Reply, TestApp } from '../support/test-app.ts'

export type BrowserCall = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<Reply>

/** Requests as the app in somebody's browser makes them: with the session's cookie, from our own pages. */
export async function createBrowserCall(
  scratch: TestApp,
  organizationId: string,
  person: Person,
  at: Date = new Date(),
): Promise<BrowserCall> {
  const sessions = createBrowserSessions({
    database: scratch.database,
    publicUrl: scratch.app.config.publicUrl,
    now: () => at,
  })
  const { secret } = await sessions.create({ organizationId, memberId: person.id })
  return (method, path, body) =>
    scratch.call(undefined, method, path, body, {
      cookie: `${sessions.cookieName}=${secret}`,
      origin: new URL(scratch.app.config.publicUrl).origin,
    })
}
