/** What the service said instead of an answer. */
export class LorewellError extends Error {
  override readonly name = 'LorewellError'
  readonly status: number
  /** A fixed word for programs, such as `root-id-not-found`. */
  readonly id: string
  /** What is wrong with which field, where fields were wrong. */
  readonly details: Record<string, { message: string; value?: unknown }> | undefined

  constructor(status: number, body: unknown) {
    const told = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
    super(typeof told.message === 'string' ? told.message : `The service answered with status ${status}.`)
    this.status = status
    this.id = typeof told.id === 'string' ? told.id : 'unknown'
    this.details = told.details as LorewellError['details']
  }
}
