import { setTimeout as delay } from 'node:timers/promises'
import { APICallError, type LanguageModel, streamText } from 'ai'
import { AppError } from '../errors.ts'
import type { ChatInput, ChatTimeouts } from './chat.ts'
import { createLinkedAbortController } from './linked-abort-controller.ts'
import { parseRetryAfterMs } from './retry-after.ts'

/**
 * What both chat adapters do with their provider: time limits, retries until the first text, and errors that
 * are thrown. The package by itself reports an error in mid-stream only to `onError`, and ends the iteration
 * after an abort as if the answer were whole.
 */
export async function* streamChat(
  model: LanguageModel,
  host: string,
  input: ChatInput,
  limits: Partial<ChatTimeouts> = {},
): AsyncGenerator<string> {
  const { deadlineMs, ...perAttempt } = { ...DEFAULT_TIMEOUTS, ...limits }
  const stop = createLinkedAbortController(input.signal)
  const deadline = setTimeout(() => stop.abort(timeoutError(host, deadlineMs, 'end')), deadlineMs)
  try {
    for (let attempt = 1; ; attempt++) {
      stop.signal.throwIfAborted()
      let hasText = false
      try {
        for await (const text of streamOnce(model, host, input, perAttempt, stop.signal)) {
          hasText = true
          yield text
        }
        if (!hasText) throw new AppError('unavailable', `The language model at ${host} gave no text.`)
        return
      } catch (cause) {
        stop.signal.throwIfAborted()
        const waitMs = hasText || attempt > MAX_RETRIES ? undefined : retryWaitMs(cause, attempt)
        if (waitMs === undefined) throw toAppError(cause, host)
        await delay(waitMs, undefined, { signal: stop.signal }).catch(() => {})
      }
    }
  } finally {
    clearTimeout(deadline)
    stop.release()
  }
}

const DEFAULT_TIMEOUTS: ChatTimeouts = {
  firstTokenTimeoutMs: 30_000,
  stallTimeoutMs: 20_000,
  deadlineMs: 120_000,
}
const MAX_RETRIES = 2
const FIRST_RETRY_MS = 250
/** Whoever asked is waiting; beyond this an answer without the model is better. */
const MAX_RETRY_WAIT_MS = 2_000

async function* streamOnce(
  model: LanguageModel,
  host: string,
  { system, messages, maxOutputTokens, temperature }: ChatInput,
  { firstTokenTimeoutMs, stallTimeoutMs }: Omit<ChatTimeouts, 'deadlineMs'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const stop = createLinkedAbortController(signal)
  const watch = (timeoutMs: number, missing: string) =>
    setTimeout(() => stop.abort(timeoutError(host, timeoutMs, missing)), timeoutMs)
  let timer = watch(firstTokenTimeoutMs, 'first word')
  try {
    const { fullStream } = streamText({
      model,
      system,
      messages,
      maxOutputTokens,
      temperature,
      maxRetries: 0,
      abortSignal: stop.signal,
      // Errors are taken from the stream below; the default would also print them.
      onError: () => {},
    })
    for await (const part of fullStream) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') return assertFinished(part.finishReason, host)
      if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue
      clearTimeout(timer)
      if (part.type === 'text-delta' && part.text !== '') yield part.text
      // Started after the yield: the time the reader takes is not the model's.
      timer = watch(stallTimeoutMs, 'next word')
    }
    stop.signal.throwIfAborted()
    throw new AppError('unavailable', `The language model at ${host} broke off.`)
  } catch (error) {
    stop.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    // Also reached when the reader leaves: the model must not go on writing for nobody.
    stop.abort(new Error('no longer read'))
    stop.release()
  }
}

/** `length` is an end too: the limit was ours. */
function assertFinished(finishReason: string, host: string): void {
  if (finishReason === 'stop' || finishReason === 'length') return
  throw new AppError('unavailable', `The language model at ${host} stopped with "${finishReason}".`)
}

/** Undefined: do not try again. */
function retryWaitMs(cause: unknown, attempt: number): number | undefined {
  // A time limit of ours has run out once: a second time would only double the wait.
  if (cause instanceof AppError) return undefined
  if (!APICallError.isInstance(cause)) return FIRST_RETRY_MS * attempt
  if (!cause.isRetryable) return undefined
  const waitMs =
    parseRetryAfterMs(cause.responseHeaders?.['retry-after'], Date.now()) ?? FIRST_RETRY_MS * attempt
  return waitMs <= MAX_RETRY_WAIT_MS ? waitMs : undefined
}

function toAppError(cause: unknown, host: string): AppError {
  if (cause instanceof AppError) return cause
  const isCall = APICallError.isInstance(cause)
  const status = isCall && cause.statusCode !== undefined ? `status ${cause.statusCode}, ` : ''
  const waitMs = isCall ? parseRetryAfterMs(cause.responseHeaders?.['retry-after'], Date.now()) : undefined
  return new AppError(
    'unavailable',
    `The language model at ${host} failed: ${status}${providerErrorMessage(cause)}`,
    {
      cause,
      retryAfterSeconds: waitMs === undefined ? undefined : Math.ceil(waitMs / 1000),
    },
  )
}

/** In-band errors of a stream are plain objects with a message, or strings. */
function providerErrorMessage(cause: unknown): string {
  const message =
    typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause)
  return message.slice(0, 300)
}

function timeoutError(host: string, timeoutMs: number, missing: string): AppError {
  return new AppError(
    'unavailable',
    `The language model at ${host} did not come to its ${missing} within ${timeoutMs} ms.`,
  )
}
