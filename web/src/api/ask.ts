import type { AnswerResult } from '../../../src/contract/ask.ts'
import type { Source } from '../../../src/contract/source.ts'
import { parseEventStream } from './event-stream.ts'
import { ApiError, sendRequest } from './request.ts'

export interface ScopeFilter {
  parentId?: string
  assistantId?: string
  rootId?: string
}

export interface AnswerStreamListener {
  onSource(source: Source, number: number): void
  onText(text: string): void
}

/**
 * Asks, and hears the answer as it comes where the service streams it. A stream that brings nothing at all (it was cut
 * on the way) is asked for once more, in one piece.
 */
export async function ask(
  question: string,
  scope: ScopeFilter,
  listener: AnswerStreamListener,
  signal: AbortSignal,
): Promise<AnswerResult> {
  const body = { question, ...scope }
  const response = await sendRequest('POST', '/ask', {
    body,
    accept: 'text/event-stream, application/json',
    signal,
    patience: 3,
  })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return (await response.json()) as AnswerResult
  if (type.startsWith('text/event-stream') && response.body) return readAnswerStream(response.body, listener)
  const whole = await sendRequest('POST', '/ask', { body, accept: 'application/json', signal })
  return (await whole.json()) as AnswerResult
}

async function readAnswerStream(
  stream: ReadableStream<Uint8Array>,
  listener: AnswerStreamListener,
): Promise<AnswerResult> {
  for await (const { event, data } of parseEventStream(stream)) {
    if (event === 'source') {
      const { source, number } = data as { source: Source; number: number }
      listener.onSource(source, number)
    }
    if (event === 'delta') listener.onText((data as { text: string }).text)
    if (event === 'done') return data as AnswerResult
    if (event === 'error') {
      const { id, message } = data as { id: string; message: string }
      throw new ApiError(502, id, message)
    }
  }
  throw new ApiError(502, '', 'The answer broke off. Ask again.')
}
