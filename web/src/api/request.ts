import type { z } from 'zod'
import type { Endpoint } from '../../../src/contract/endpoint.ts'

/** What the service answered instead of what was asked for. */
export class ApiError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  /** The error's id, such as `not-found`; empty where the service could not be reached. */
  readonly id: string
  /** By field, what is wrong with it. */
  readonly fieldErrors: Record<string, string>

  constructor(status: number, id: string, message: string, fields: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.id = id
    this.fieldErrors = fields
  }
}

/** What was asked for is not there, or not for this person to see. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

export type EndpointResponse<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.infer<E['response']>
  : undefined
export type EndpointBody<E extends Endpoint> = E['body'] extends z.ZodType ? z.input<E['body']> : undefined

type QueryParams = Record<string, string | number | boolean | undefined>

/**
 * Calls one operation of the interface; the type names the operation in the contract. The contract itself stays out of
 * the browser: only its types are used, so that no schema is shipped.
 */
export async function callApi<E extends Endpoint>(
  method: E['method'],
  path: string,
  { body, query, signal }: { body?: EndpointBody<E>; query?: QueryParams; signal?: AbortSignal } = {},
): Promise<EndpointResponse<E>> {
  const response = await sendRequest(method, path + toQueryString(query), {
    body,
    signal,
    accept: 'application/json',
  })
  return (response.status === 204 ? undefined : await response.json()) as EndpointResponse<E>
}

/** The bare response of a successful call; a failure is thrown as ServiceError. */
export async function sendRequest(
  method: string,
  path: string,
  {
    body,
    signal,
    accept,
    patience = 0,
  }: {
    body?: unknown
    signal?: AbortSignal | undefined
    accept: string
    /** How often a service that is busy is tried again, after the time that it names. */
    patience?: number
  },
): Promise<Response> {
  let response: Response
  try {
    response = await fetch(`/v1${path}`, {
      method,
      headers: { accept, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ?? null,
      credentials: 'same-origin',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, '', 'The service cannot be reached. Check your connection and try again.')
  }
  if (response.ok) return response
  if (response.status === 401) redirectToSignIn()
  const seconds = Number(response.headers.get('retry-after'))
  if (response.status === 503 && patience > 0 && seconds > 0 && seconds <= maxRetryAfterSeconds) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    signal?.throwIfAborted()
    return sendRequest(method, path, { body, signal, accept, patience: patience - 1 })
  }
  throw await parseErrorResponse(response)
}

const maxRetryAfterSeconds = 5

export async function parseErrorResponse(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ErrorResponseBody
  const fields = Object.fromEntries(
    Object.entries(body.details ?? {}).map(([name, problem]) => [name, problem.message]),
  )
  return new ApiError(response.status, body.id ?? '', body.message ?? response.statusText, fields)
}

interface ErrorResponseBody {
  id?: string
  message?: string
  details?: Record<string, { message: string }>
}

/** Whoever is not signed in comes back to where they were. */
export function redirectToSignIn(): void {
  const here = location.pathname + location.search
  location.assign(`/sign-in${here === '/' ? '' : `?return=${encodeURIComponent(here)}`}`)
}

export function toQueryString(query: QueryParams = {}): string {
  const pairs = Object.entries(query).filter(
    (pair): pair is [string, string | number | boolean] => pair[1] !== undefined && pair[1] !== '',
  )
  if (pairs.length === 0) return ''
  return `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`
}
