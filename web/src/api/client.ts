import { createClient } from '../../../sdk/src/client.ts'
import { LorewellError } from '../../../sdk/src/errors.ts'

/**
 * The API as the signed-in person: the browser sends the session cookie. Requests are sent once, because TanStack Query
 * retries reads itself.
 */
export const api = createClient({ url: '', maxAttempts: 1, onUnauthorized: redirectToSignIn })

export function isNotFound(error: unknown): boolean {
  return error instanceof LorewellError && error.status === 404
}

/** Opens the sign-in page, which returns to the current page afterwards. */
function redirectToSignIn(): void {
  const path = location.pathname + location.search
  location.assign(`/sign-in${path === '/' ? '' : `?return=${encodeURIComponent(path)}`}`)
}
