import { APICallError } from 'ai'
import { ChatError, type ChatFailure, redactSecret } from './chat-error.ts'
import { parseRetryAfterMs } from './retry-after.ts'

/** Turns an error of the `ai` package, or of a stream, into a ChatError without the API key. */
export function toChatError(cause: unknown, { host, apiKey = '' }: { host: string; apiKey?: string }): ChatError {
  if (cause instanceof ChatError) return cause
  const isCall = APICallError.isInstance(cause)
  const status = isCall && cause.statusCode !== undefined ? `status ${cause.statusCode}, ` : ''
  const waitMs = isCall ? parseRetryAfterMs(cause.responseHeaders?.['retry-after'], Date.now()) : undefined
  const given = providerErrorMessage(cause)
  const message = redactSecret(given, apiKey)
  return new ChatError(failureOf(cause), `The language model at ${host} failed: ${status}${message.slice(0, 300)}`, {
    // A server can repeat the key in its message, and loggers print the messages of causes.
    ...(message === given && { cause }),
    ...(waitMs !== undefined && { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
  })
}

function failureOf(cause: unknown): ChatFailure {
  if (!APICallError.isInstance(cause)) return 'failed'
  const { statusCode: status } = cause
  if (status === undefined) return 'unreachable'
  if (status === 401 || status === 403) return 'key-rejected'
  if (status === 429) return 'limit-reached'
  // Servers answer 404, some 400, for a model that they don't have; a 404 without a word of it is another address.
  const isAboutModel = /model/i.test(`${cause.responseBody ?? ''}${cause.message}`)
  if (status === 404) return isAboutModel ? 'model-unknown' : 'address-wrong'
  if (
    status === 400 &&
    /model\b.{0,80}(not (found|exist)|does not exist|unknown|invalid)/is.test(cause.responseBody ?? '')
  )
    return 'model-unknown'
  return status >= 300 && status < 400 ? 'address-wrong' : 'failed'
}

/** Errors inside a stream are strings or plain objects with a message. */
function providerErrorMessage(cause: unknown): string {
  return typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause)
}
