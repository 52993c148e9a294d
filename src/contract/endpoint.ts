import type { z } from 'zod'

/**
 * One operation of the interface, told once: validation, the OpenAPI document, the routes and the types come from it.
 * Paths are below /v1, parameters in braces.
 */
export interface Endpoint {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  tag: 'Ask' | 'Custom content' | 'Search' | 'Notes' | 'People' | 'Digests' | 'Administration'
  /** The shape of error bodies: docs/specification.md, 7.1 (`content`) or 7.2 (`ask`). */
  errorFormat: 'content' | 'ask'
  /** Which rate limit counts it; absent: none. */
  rateLimit?: 'ask' | 'index'
  /** Refused while asking is turned off for the organization. */
  requiresAskEnabled?: boolean
  /** Only for this role. */
  role?: 'admin'
  /**
   * When it is written into the audit log: before it is done (what is read out or goes on for long), or never. Absent:
   * after it was done where it changes something, else never.
   */
  audit?: 'before' | 'never'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body's fields may come from the query string where the body is empty. */
  bodyOrQuery?: boolean
  /** Instead of a body: NDJSON, one of these a line, and one `response` a line in return. */
  ndjsonItem?: z.ZodType
  response: z.ZodType | undefined
  /** The response is a file of one of these types, each with an example; in NDJSON, `response` is one line of it. */
  fileExamples?: Readonly<Record<string, string>>
  /** With `Accept: text/event-stream` the response comes bit by bit. */
  supportsEventStream?: boolean
  /** What `Prefer: respond-async` is answered with, as 202. */
  acceptedResponse?: z.ZodType
  status: 200 | 201 | 204
  /** Documented failures besides 401, 429, the disabled one and validation. */
  errorDescriptions?: Partial<Record<403 | 404 | 409 | 413 | 415 | 422, string>>
  example?: { params?: Record<string, string>; request?: unknown; response?: unknown }
}

/** What admins read. */
export const adminReadDefaults = {
  tag: 'Administration',
  errorFormat: 'content',
  role: 'admin',
  method: 'GET',
  status: 200,
} as const satisfies Partial<Endpoint>
