import { setTimeout as wait } from 'node:timers/promises'
import { parseRetryAfterMs } from '../../models/retry-after.ts'
import { type ConnectorDeps, OriginError } from '../connector.ts'

export interface HttpAnswer {
  /** After redirects. */
  url: string
  status: number
  headers: Headers
  bytes: Uint8Array
  /** The body is cut off at the limit. */
  isTooLarge: boolean
}

export type HttpClient = ReturnType<typeof createHttpClient>

export const userAgent = 'Lorewell (knowledge assistant; +https://www.npmjs.com/package/lorewell)'
const maxRedirects = 5
/** For servers that limit requests without saying for how long. */
const defaultRetryAfterMs = 60_000
/** Shorter pauses are waited out within the run. */
const maxPauseMs = 10_000

/** Creates a client for one origin: within the network rules, polite, and with errors that admins understand. */
export function createHttpClient(
  deps: Pick<ConnectorDeps, 'fetch' | 'signal' | 'now' | 'maxFileBytes'>,
  options: { headers?: Record<string, string>; delayMs?: number } = {},
) {
  let { delayMs = 0 } = options
  /** The server wants the pause after every request, also after one that costs it little. */
  let isDelayRequired = false
  let nextAt = 0

  async function waitForTurn(headers: Record<string, string> = {}): Promise<void> {
    for (let pause = nextAt - Date.now(); pause > 0; pause = nextAt - Date.now())
      await wait(pause, undefined, { signal: deps.signal })
    const isConditional = 'if-none-match' in headers || 'if-modified-since' in headers
    if (isDelayRequired || !isConditional) nextAt = Date.now() + delayMs
  }

  /** Requests an address. Fails if the server cannot be reached. */
  async function request(url: string, init: RequestOptions): Promise<Response> {
    await waitForTurn(init.headers)
    const { method = 'GET', body } = init
    const send = () =>
      deps.fetch(url, {
        method,
        headers: { 'user-agent': userAgent, ...options.headers, ...init.headers },
        ...(body === undefined ? {} : { body }),
        signal: deps.signal,
      })
    const response = await send()
      .catch((error: Error) => {
        // A server can close a connection that waits for its next request just when one is sent.
        if (method === 'GET' && isConnectionClosed(error)) return send()
        throw error
      })
      .catch((cause: Error) => {
        deps.signal.throwIfAborted()
        throw new OriginError(`${new URL(url).host} cannot be reached: ${cause.message}.`, { cause })
      })
    // An answer without a body costs the server little.
    if (response.status !== 304 || isDelayRequired) nextAt = Date.now() + delayMs
    return response
  }

  async function requestPatiently(url: string, init: RequestOptions): Promise<Response> {
    const response = await request(url, init)
    const pauseMs = requestedPause(response, deps.now())
    if (pauseMs === undefined) return response
    if (pauseMs <= maxPauseMs) {
      await wait(pauseMs, undefined, { signal: deps.signal })
      const again = await request(url, init)
      if (requestedPause(again, deps.now()) === undefined) return again
    }
    throw new OriginError(`${new URL(url).host} asks to send fewer requests (${response.status}).`, {
      retryAfterMs: pauseMs,
    })
  }

  return {
    /** Sets the pause that the server wants between requests; 0: none. */
    slowDown(milliseconds: number): void {
      delayMs = Math.max(delayMs, milliseconds)
      isDelayRequired = milliseconds > 0
    },

    /** Requests an address and follows redirects to those that are accepted; another one is returned as it is. */
    async get(url: string, init: RequestOptions & { accepts?: (url: URL) => boolean } = {}): Promise<HttpAnswer> {
      let current = url
      for (let redirects = 0; ; redirects += 1) {
        const response = await requestPatiently(current, init)
        const target = redirectTarget(response, current)
        if (target && redirects < maxRedirects && (init.accepts ?? isSameHost(url))(target)) {
          current = target.href
          continue
        }
        const bytes = new Uint8Array(await response.arrayBuffer())
        const { status, headers } = response
        return { url: current, status, headers, bytes, isTooLarge: bytes.length > deps.maxFileBytes }
      }
    },
  }
}

interface RequestOptions {
  method?: 'GET' | 'POST' | 'DELETE'
  headers?: Record<string, string>
  body?: string
}

/** Accepts redirects within a host, so that credentials go nowhere else; from http to https, but not back. */
export function isSameHost(origin: string): (url: URL) => boolean {
  const { hostname, host, protocol } = new URL(origin)
  return (url) =>
    (url.protocol === protocol && url.host === host) ||
    (url.protocol === 'https:' && protocol === 'http:' && url.hostname === hostname)
}

function isConnectionClosed({ code }: Error & { code?: string }): boolean {
  return code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE'
}

function redirectTarget(response: Response, current: string): URL | undefined {
  const location = response.headers.get('location')
  if (response.status < 300 || response.status > 399 || response.status === 304 || !location) return undefined
  return URL.canParse(location, current) ? new URL(location, current) : undefined
}

function requestedPause(response: Response, now: Date): number | undefined {
  const requested = parseRetryAfterMs(response.headers.get('retry-after'), now.getTime())
  if (response.status === 429) return requested ?? defaultRetryAfterMs
  return response.status === 503 ? requested : undefined
}
