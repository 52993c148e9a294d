export interface ChatModel {
  readonly name: string
  /**
   * Streams the text. Ends without an error only after the model's own end: a failure, a stall or a truncated stream
   * throws AppError('unavailable'), an abort throws the signal's reason. Leaving the loop early aborts the request.
   */
  stream(input: ChatInput): AsyncIterable<string>
}

export interface ChatInput {
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  maxOutputTokens: number
  temperature?: number
  signal: AbortSignal
}

/** Reasoning tokens reset the timeouts like text does. */
export interface ChatTimeouts {
  /** From the request to the first token. */
  firstTokenTimeoutMs: number
  /** Between two tokens. */
  stallTimeoutMs: number
  /** For the whole call, retries included. */
  deadlineMs: number
}

export interface ChatSettings {
  baseUrl: string
  model: string
  apiKey?: string
  limits?: Partial<ChatTimeouts>
  fetch?: typeof globalThis.fetch
}
