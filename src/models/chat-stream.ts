import { setTimeout as delay } from 'node:timers/promises'
import { APICallError, type LanguageModel } from 'ai'
import type { ChatInput, ChatTimeouts } from './chat.ts'
import { ChatError } from './chat-error.ts'
import { createLinkedAbortController } from './linked-abort-controller.ts'
import { createModelText, type ModelHabits } from './model-text.ts'
import { parseRetryAfterMs } from './retry-after.ts'
import { reportUsage, startTextStream } from './text-stream.ts'
import { toChatError } from './to-chat-error.ts'

/** A model at its server. */
export interface ChatConnection {
  host: string
  apiKey?: string | undefined
  limits?: Partial<ChatTimeouts> | undefined
  habits: ModelHabits
}

/**
 * Streams a model's text with timeouts, retries before the first text, and thrown errors. The `ai` package alone reports
 * an error in mid-stream only to `onError`, and ends the iteration after an abort as if the answer were complete.
 */
export async function* streamChat(
  model: LanguageModel,
  { host, apiKey, limits = {}, habits }: ChatConnection,
  input: ChatInput,
): AsyncGenerator<string> {
  const { deadlineMs, ...perAttempt } = { ...defaultTimeouts, ...limits }
  const stop = createLinkedAbortController(input.signal)
  const deadline = setTimeout(() => stop.abort(timeoutError(host, deadlineMs, 'finish')), deadlineMs)
  try {
    for (let attempt = 1; ; attempt++) {
      stop.signal.throwIfAborted()
      let hasText = false
      try {
        for await (const text of streamOnce(model, { host, habits }, input, perAttempt, stop.signal)) {
          hasText = true
          yield text
        }
        if (!hasText) throw new ChatError('failed', `The language model at ${host} returned no text.`)
        return
      } catch (cause) {
        stop.signal.throwIfAborted()
        if (cause instanceof ReasoningCutOff) {
          habits.isReasoning = true
          continue
        }
        const waitMs = hasText || attempt > maxRetries ? undefined : retryWaitMs(cause, attempt)
        if (waitMs === undefined) throw toChatError(cause, { host, apiKey })
        await delay(waitMs, undefined, { signal: stop.signal }).catch(() => {})
      }
    }
  } finally {
    clearTimeout(deadline)
    stop.release()
  }
}

const defaultTimeouts: ChatTimeouts = {
  firstTokenTimeoutMs: 30_000,
  stallTimeoutMs: 20_000,
  deadlineMs: 120_000,
}
const maxRetries = 2
const firstRetryMs = 250
/** A user is waiting: beyond this, an answer without the model is better. */
const maxRetryWaitMs = 2_000

/** The model used up its tokens before its first text. */
class ReasoningCutOff extends Error {}

/** Beside the tokens of the answer; a server counts both against one limit. */
const reasoningTokens = 4000

/** Returns how many tokens a model can use up. */
export function tokenLimit({ maxOutputTokens }: ChatInput, { isReasoning }: ModelHabits): number {
  return maxOutputTokens + (isReasoning ? reasoningTokens : 0)
}

async function* streamOnce(
  model: LanguageModel,
  { host, habits }: Pick<ChatConnection, 'host' | 'habits'>,
  input: ChatInput,
  { firstTokenTimeoutMs, stallTimeoutMs }: Omit<ChatTimeouts, 'deadlineMs'>,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const stop = createLinkedAbortController(signal)
  const startTimer = (timeoutMs: number, expected: string) =>
    setTimeout(() => stop.abort(timeoutError(host, timeoutMs, expected)), timeoutMs)
  let timer = startTimer(firstTokenTimeoutMs, 'send its first token')
  const hasRoomToReason = habits.isReasoning
  const modelText = createModelText(habits)
  let hasText = false
  try {
    const parts = startTextStream(model, input, { maxTokens: tokenLimit(input, habits), signal: stop.signal })
    for await (const part of parts) {
      if (part.type === 'error') throw part.error
      if (part.type === 'finish') {
        reportUsage(part.totalUsage, input.onUsage)
        assertFinished(part, host)
        const isTruncated = part.finishReason === 'length'
        const rest = modelText.end(isTruncated)
        if (rest !== '') yield rest
        if (isTruncated && !hasText && rest === '' && !hasRoomToReason) throw new ReasoningCutOff()
        if (isTruncated) input.onTruncated?.()
        return
      }
      if (part.type !== 'text-delta' && part.type !== 'reasoning-delta') continue
      clearTimeout(timer)
      const text = part.type === 'text-delta' ? modelText.push(part.text) : ''
      if (part.type === 'reasoning-delta') habits.isReasoning = true
      hasText ||= text !== ''
      if (text !== '') yield text
      // Started after the yield: the consumer's time does not count.
      timer = startTimer(stallTimeoutMs, 'send its next token')
    }
    stop.signal.throwIfAborted()
    throw new ChatError('failed', `The language model at ${host} ended the stream early.`)
  } catch (error) {
    stop.signal.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    // Also reached when the consumer leaves the loop: stops the model.
    stop.abort(new Error('The stream was closed'))
    stop.release()
  }
}

/** How servers name the end of a text, beside OpenAI's "stop". */
const endReasons = new Set(['eos', 'eos_token', 'end_turn', 'stop_sequence'])

/** Accepts `length` too: the limit was set by the caller. */
function assertFinished(
  { finishReason, rawFinishReason }: { finishReason: string; rawFinishReason: string | undefined },
  host: string,
): void {
  if (finishReason === 'stop' || finishReason === 'length' || endReasons.has(rawFinishReason ?? '')) return
  throw new ChatError('failed', `The language model at ${host} stopped with "${finishReason}".`)
}

/** Returns the delay before the next attempt; undefined: do not retry. */
function retryWaitMs(cause: unknown, attempt: number): number | undefined {
  // Our own timeout: a retry would only double the wait.
  if (cause instanceof ChatError) return undefined
  if (!APICallError.isInstance(cause)) return firstRetryMs * attempt
  if (!cause.isRetryable) return undefined
  const waitMs = parseRetryAfterMs(cause.responseHeaders?.['retry-after'], Date.now()) ?? firstRetryMs * attempt
  return waitMs <= maxRetryWaitMs ? waitMs : undefined
}

function timeoutError(host: string, timeoutMs: number, expected: string): ChatError {
  return new ChatError('timeout', `The language model at ${host} did not ${expected} within ${timeoutMs} ms.`)
}
