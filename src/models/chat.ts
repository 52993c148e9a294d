/** A language model that writes an answer. */
export interface ChatModel {
  readonly name: string
  /**
   * Streams the text. Ends without an error only when the model said that it was done: a failure, a stall or
   * a cut stream throws AppError('unavailable'), an abort throws the signal's reason. Leaving the loop early
   * aborts the request to the model.
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

/** How long a model may take. Thinking aloud counts as a sign of life, not as text. */
export interface ChatTimeouts {
  /** From the request to the first sign of life. */
  firstTokenTimeoutMs: number
  /** Between two signs of life. */
  stallTimeoutMs: number
  /** For everything, retries included. */
  deadlineMs: number
}

export interface ChatSettings {
  baseUrl: string
  model: string
  apiKey?: string
  limits?: Partial<ChatTimeouts>
  fetch?: typeof globalThis.fetch
}
