import { createClient } from '../../../sdk/src/client.ts'
import { LorewellError } from '../../../sdk/src/errors.ts'
import { reportSessionEnd } from './session.ts'

/** Browsers send at most 64 KiB after a page is closed. */
const maxKeptAliveLength = 60_000

/**
 * The API as the signed-in person: the browser sends the session cookie. Requests are sent once, because TanStack Query
 * retries reads itself.
 */
export const api = createClient({ url: '', maxAttempts: 1, fetch: fetchFromPage, onUnauthorized: reportSessionEnd })

export function isNotFound(error: unknown): boolean {
  return error instanceof LorewellError && error.status === 404
}

let isPageHidden = false

/** Notices when the page is being closed, and when the browser brings it back. */
export function watchPageVisibility(): void {
  window.addEventListener('pagehide', () => {
    isPageHidden = true
  })
  window.addEventListener('pageshow', () => {
    isPageHidden = false
  })
}

/** Completes small requests of a page that is being closed. */
function fetchFromPage(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const isSmall = typeof init.body === 'string' && init.body.length * 3 < maxKeptAliveLength
  return fetch(input, { ...init, keepalive: isPageHidden && isSmall })
}
