/** The errors that callers can get. `http/error-table.ts` maps each to a status and a body. */
export type ErrorCode =
  | 'unauthorized'
  | 'rate-limit'
  | 'disabled'
  | 'validation'
  | 'root-not-found'
  | 'parent-not-found'
  | 'assistant-not-found'
  | 'thread-not-found'
  | 'not-found'
  | 'method-not-allowed'
  | 'forbidden'
  | 'confirmation-required'
  | 'conflict'
  | 'research-unavailable'
  | 'request-timeout'
  | 'payload-too-large'
  | 'file-not-readable'
  | 'unsupported-media-type'
  | 'insufficient-storage'
  | 'unavailable'
  | 'internal'

/** The problem of one field. The field's name is its key in `AppError.details`. */
export interface FieldProblem {
  message: string
  value?: unknown
}

const maxValueCharacters = 200

/** Returns the beginning of an input, for `FieldProblem.value`: at most 200 Unicode characters, well-formed. */
export function truncateValue(text: string): string {
  // A character has at most two code units: the rest of a long text needs no splitting.
  const start = [...text.slice(0, 2 * maxValueCharacters)]
  return start.slice(0, maxValueCharacters).join('').toWellFormed()
}

export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: Record<string, FieldProblem> | undefined
  readonly retryAfterSeconds: number | undefined
  /** The scope that the credential lacks. */
  readonly requiredScope: string | undefined
  /** The same call would fail again. */
  readonly isPermanent: boolean

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      cause?: unknown
      details?: Record<string, FieldProblem>
      retryAfterSeconds?: number
      requiredScope?: string
      isPermanent?: boolean
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.details = options.details
    this.retryAfterSeconds = options.retryAfterSeconds
    this.requiredScope = options.requiredScope
    this.isPermanent = options.isPermanent ?? false
  }
}
