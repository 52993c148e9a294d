import { LorewellError, unreachableError } from './errors.ts'

/** An API key, an access token, or a function that returns a token; it is called again after a 401. */
export type Credential = string | ((attempt: { wasRefused: boolean }) => string | Promise<string>)

export interface SendOptions {
  /** Absent: no Authorization header, so that a browser sends its session cookie to its own origin. */
  credential?: Credential | undefined
  fetch: typeof globalThis.fetch
  /** How often a request is sent in total, including the first time. */
  maxAttempts: number
  /** The longest wait before a retry; if Retry-After asks for more, the error is thrown at once. */
  maxRetryDelayMs: number
  /**
   * The longest time of a whole call, with its retries and the body of its response. Absent: no limit. For `download` and
   * `indexStream`, which take as long as their content, only the limit of the call itself counts.
   */
  timeoutMs?: number | undefined
  /** False: an unreachable server is reported at once, for example for the first call to an address that a person typed. */
  retryUnreachable?: boolean | undefined
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  /** Called before the error of a 401 is thrown. */
  onUnauthorized?: (() => void) | undefined
}

export interface OutgoingRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | FormData | ReadableStream<Uint8Array> | undefined
  signal?: AbortSignal | undefined
  isIdempotent: boolean
}

/**
 * Returns the first successful response. Retries 429, and 503 with Retry-After, which the service sends before it does anything.
 * Retries broken connections, 502, 504 and other 503, after which the request may or may not have been processed, only if the
 * request is idempotent.
 */
export async function sendRequest(request: OutgoingRequest, options: SendOptions): Promise<Response> {
  const { credential, maxAttempts, maxRetryDelayMs, retryUnreachable = true, wait } = options
  let wasRefused = false
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= maxAttempts
    const token = typeof credential === 'function' ? await credential({ wasRefused }) : credential
    let response: Response
    try {
      response = await options.fetch(request.url, toRequestInit(request, token))
    } catch (error) {
      if (request.signal?.aborted) throw error
      if (isLast || !retryUnreachable || !request.isIdempotent) throw toConnectionError(request.url, error)
      await wait(backoffMs(attempt), request.signal)
      continue
    }
    if (response.ok) return response
    if (response.status === 401 && typeof credential === 'function' && !wasRefused) {
      wasRefused = true
      await response.body?.cancel()
      continue
    }
    if (response.status === 401) options.onUnauthorized?.()
    const delayMs = retryDelayMs(response, attempt, request.isIdempotent)
    if (isLast || delayMs === undefined || delayMs > maxRetryDelayMs) throw await toLorewellError(response)
    await response.body?.cancel()
    await wait(delayMs, request.signal)
  }
}

const sessionHeader = { 'x-requested-with': 'lorewell' }

function toRequestInit({ method, headers, body, signal }: OutgoingRequest, token: string | undefined): RequestInit {
  return {
    method,
    // Without a token the service accepts the page's cookie only with this header: no link or form can send it.
    headers: { ...headers, ...(token === undefined ? sessionHeader : { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
    ...(body instanceof ReadableStream && { duplex: 'half' }),
    ...(signal && { signal }),
  } as RequestInit
}

/** Node's fetch hides the reason ("ECONNREFUSED …") in the cause of a "fetch failed". */
export function toConnectionError(url: string, error: unknown): LorewellError {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const detail = reason instanceof Error && reason.message ? `: ${describeReason(reason)}` : '.'
  const server = URL.canParse(url) ? new URL(url).origin : 'the server'
  return unreachableError(`Cannot reach ${server}${detail}`, error)
}

/** The TLS library's own message for a server without TLS is a stack of its functions. */
function describeReason({ code, message }: Error & { code?: unknown }): string {
  return code === 'ERR_SSL_WRONG_VERSION_NUMBER' ? 'it does not use TLS, so its address begins with http://' : message
}

/** Returns undefined when the response is not worth a retry. */
function retryDelayMs(response: Response, attempt: number, isIdempotent: boolean): number | undefined {
  const { status } = response
  if (status === 429) return retryAfterMs(response) ?? backoffMs(attempt)
  if (status === 503) return retryAfterMs(response) ?? (isIdempotent ? backoffMs(attempt) : undefined)
  return isIdempotent && (status === 502 || status === 504) ? backoffMs(attempt) : undefined
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfterMs(response: Response): number | undefined {
  const field = response.headers.get('retry-after')
  if (field === null) return undefined
  if (/^\d+$/.test(field)) return Number(field) * 1000
  const date = Date.parse(field)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/** Doubles with each attempt; half of it is random, so that clients do not return all at once. */
function backoffMs(attempt: number): number {
  return 250 * 2 ** attempt * (0.5 + Math.random() / 2)
}

async function toLorewellError(response: Response): Promise<LorewellError> {
  // Not JSON, for example the error page of a proxy: the status alone describes the error.
  const body: unknown = await response.json().catch(() => undefined)
  return new LorewellError(response.status, body)
}

export function abortableDelay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
