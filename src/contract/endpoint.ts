import type { z } from 'zod'
import type { Scope } from './scopes.ts'

/**
 * Declares one operation of the API. Validation, the OpenAPI document, routes and types derive from it. Paths are relative
 * to /v1, with parameters in braces.
 */
export interface Endpoint {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  summary: string
  /** Says more than the summary, in full sentences. Absent: that of `descriptions.ts`. */
  description?: string
  tag: 'Ask' | 'Custom content' | 'Search' | 'Notes' | 'People' | 'Digests' | 'Administration'
  /** The shape of error bodies: docs/specification.md, 7.1 (`content`) or 7.2 (`ask`). */
  errorFormat: 'content' | 'ask'
  /** The rate limit that counts it; absent: none. */
  rateLimit?: 'ask' | 'index'
  /** Refused while asking is turned off for the organization. */
  requiresAskEnabled?: boolean
  /** The role that it requires; absent: any. */
  role?: 'admin'
  /** The scope that a token or key needs for it; `any`: every credential can call it. Browser sessions have all. */
  scope: Scope | 'any'
  /** Only for browser sessions that just confirmed who they are (`POST /me/confirm`); never for keys and tokens. */
  requiresConfirmation?: boolean
  /**
   * When it is recorded in the audit log: before it runs (sensitive reads and long operations), part by part with the
   * outcome of each, or never. Absent: after it has run, if it changes something.
   */
  audit?: 'before' | 'by-part' | 'never'
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** When the body is empty, its fields are taken from the query string. */
  bodyOrQuery?: boolean
  /** Instead of a body: NDJSON with one of these per line. The response has one `response` per line. */
  ndjsonItem?: z.ZodType
  /** Instead of a body: multipart/form-data with these fields and one file, in any order. */
  formFields?: z.ZodObject
  response: z.ZodType | undefined
  /** The response is a file of one of these types, each with an example; for NDJSON, `response` is one line. */
  fileExamples?: Readonly<Record<string, string>>
  /** The response is a stream of server-sent events. */
  isEventStream?: boolean
  /** The 202 response while an answer is still written. */
  processingResponse?: z.ZodType
  status: 200 | 201 | 202 | 204
  /** Documented errors besides 401, rate limits, disabled and validation. */
  errorDescriptions?: Partial<Record<403 | 404 | 409 | 413 | 415 | 422 | 429, string>>
  example?: { params?: Record<string, string>; request?: unknown; response?: unknown }
}

const administrationDefaults = { tag: 'Administration', errorFormat: 'content', status: 200 } as const

/** Defaults of operations on what admins manage that every member can read. */
export const memberReadDefaults = {
  ...administrationDefaults,
  scope: 'content:read',
  method: 'GET',
} as const satisfies Partial<Endpoint>

/** Defaults of operations on the caller's own credentials: a credential for content must not create another one. */
export const ownCredentialDefaults = {
  ...administrationDefaults,
  scope: 'admin',
} as const satisfies Partial<Endpoint>

/** Defaults of operations for admins. */
export const adminDefaults = {
  ...administrationDefaults,
  role: 'admin',
  scope: 'admin',
} as const satisfies Partial<Endpoint>

export const adminReadDefaults = { ...adminDefaults, method: 'GET' } as const satisfies Partial<Endpoint>

export const adminCreateDefaults = {
  ...adminDefaults,
  method: 'POST',
  status: 201,
} as const satisfies Partial<Endpoint>

export const adminUpdateDefaults = { ...adminDefaults, method: 'PATCH' } as const satisfies Partial<Endpoint>

export const adminDeleteDefaults = {
  ...adminDefaults,
  method: 'DELETE',
  status: 204,
  response: undefined,
} as const satisfies Partial<Endpoint>

const noteDefaults = {
  tag: 'Notes',
  errorFormat: 'content',
  rateLimit: 'index',
  status: 200,
} as const satisfies Partial<Endpoint>

/** Defaults of operations that read notes. */
export const noteReadDefaults = {
  ...noteDefaults,
  scope: 'content:read',
  method: 'GET',
} as const satisfies Partial<Endpoint>

/** Defaults of operations that write notes. */
export const noteWriteDefaults = { ...noteDefaults, scope: 'notes:write' } as const satisfies Partial<Endpoint>
