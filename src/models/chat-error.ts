import type { llmFailures } from '../contract/llm-settings.ts'
import { AppError } from '../errors.ts'

/** Why a language model failed. */
export type ChatFailure = (typeof llmFailures)[number] | 'tools-unsupported'

/** A failure of a language model. Neither its message nor its cause contains the API key. */
export class ChatError extends AppError {
  readonly failure: ChatFailure

  constructor(failure: ChatFailure, message: string, options: { cause?: unknown; retryAfterSeconds?: number } = {}) {
    super('unavailable', message, options)
    this.failure = failure
  }
}

export function redactSecret(text: string, secret: string): string {
  return secret === '' ? text : text.replaceAll(secret, '[key]')
}
