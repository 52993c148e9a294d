import { LorewellError } from './errors.ts'

/** An API key, an access token, or a function that gives a token and is asked again where one was refused. */
export type Credential = string | ((asked: { wasRefused: boolean }) => string | Promise<string>)

export interface SendOptions {
  credential: Credential
  fetch: typeof globalThis.fetch
  /** How often a request is sent at most. */
  maxAttempts: number
  /** No wait is longer than this; where the service asks for more patience, its refusal is thrown. */
  maxRetryDelayMs: number
  wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

export interface OutgoingRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string | ReadableStream<Uint8Array> | undefined
  signal?: AbortSignal | undefined
  /** Sending it twice does what sending it once does. */
  isRepeatable: boolean
}

/**
 * The first answer that is no refusal. What the service turned away for now (429, 503) is sent again, after as long as
 * Retry-After says; what may have been done or not (a broken connection, 502, 504) only where repeating it is harmless.
 */
export async function sendRequest(sending: OutgoingRequest, options: SendOptions): Promise<Response> {
  const { credential, maxAttempts, maxRetryDelayMs, wait } = options
  let wasRefused = false
  for (let attempt = 1; ; attempt++) {
    const isLast = attempt >= maxAttempts
    const secret = typeof credential === 'string' ? credential : await credential({ wasRefused })
    let response: Response
    try {
      response = await options.fetch(sending.url, toRequestInit(sending, secret))
    } catch (error) {
      if (isLast || !sending.isRepeatable || sending.signal?.aborted) throw error
      await wait(backoffMs(attempt), sending.signal)
      continue
    }
    if (response.ok) return response
    if (response.status === 401 && typeof credential === 'function' && !wasRefused) {
      wasRefused = true
      await response.body?.cancel()
      continue
    }
    const pauseMs = retryDelayMs(response, attempt, sending.isRepeatable)
    if (isLast || pauseMs === undefined || pauseMs > maxRetryDelayMs) throw await toLorewellError(response)
    await response.body?.cancel()
    await wait(pauseMs, sending.signal)
  }
}

function toRequestInit({ method, headers, body, signal }: OutgoingRequest, secret: string): RequestInit {
  return {
    method,
    headers: { ...headers, authorization: `Bearer ${secret}` },
    ...(body !== undefined && { body }),
    ...(typeof body === 'object' && { duplex: 'half' }),
    ...(signal && { signal }),
  } as RequestInit
}

/** Undefined: it is not worth another try. */
function retryDelayMs(response: Response, attempt: number, isRepeatable: boolean): number | undefined {
  const { status } = response
  if (status === 429 || status === 503) return retryAfterMs(response) ?? backoffMs(attempt)
  return isRepeatable && (status === 502 || status === 504) ? backoffMs(attempt) : undefined
}

/** RFC 9110, section 10.2.3: seconds, or a date. */
function retryAfterMs(response: Response): number | undefined {
  const field = response.headers.get('retry-after')
  if (field === null) return undefined
  if (/^\d+$/.test(field)) return Number(field) * 1000
  const date = Date.parse(field)
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

function backoffMs(attempt: number): number {
  return 250 * 2 ** attempt * (0.5 + Math.random() / 2)
}

async function toLorewellError(response: Response): Promise<LorewellError> {
  const text = await response.text()
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    // A proxy's page, perhaps: the status says what there is to say.
  }
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
