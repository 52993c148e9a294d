/** An error response of the service, or a request that got no complete response. */
export class LorewellError extends Error {
  override readonly name = 'LorewellError'
  /** The HTTP status; 0 when no complete response arrived. */
  readonly status: number
  /** A fixed identifier for programs, such as `root-id-not-found`; `unreachable` or `timeout` when no complete response arrived. */
  readonly id: string
  /** The rejected fields with their messages; present on validation errors. */
  readonly details: Record<string, { message: string; value?: unknown }> | undefined

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    super(typeof fields.message === 'string' ? fields.message : `The service returned status ${status}.`, options)
    this.status = status
    this.id = typeof fields.id === 'string' ? fields.id : 'unknown'
    this.details = fields.details as LorewellError['details']
  }

  /** The message of each rejected field. */
  get fieldErrors(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.details ?? {}).map(([field, { message }]) => [field, message]))
  }
}

/** The time that the call allows is over. */
export function timeoutError(timeoutMs: number, cause: unknown): LorewellError {
  return new LorewellError(0, { id: 'timeout', message: `There was no response within ${timeoutMs} ms.` }, { cause })
}

/** Wraps a failed fetch or a response that broke off. */
export function unreachableError(message: string, cause?: unknown): LorewellError {
  return new LorewellError(0, { id: 'unreachable', message }, { cause })
}
