import type { AnswerResult } from '../../../src/contract/ask.ts'
import type { Source } from '../../../src/contract/source.ts'
import { readEvents } from './event-stream.ts'
import { ServiceError, send } from './request.ts'

export interface AskedScope {
  parentId?: string
  assistantId?: string
  rootId?: string
}

export interface AnswerListener {
  onSource(source: Source, number: number): void
  onText(text: string): void
}

/**
 * Asks, and hears the answer as it comes where the service streams it. A stream that brings nothing at all (it was cut
 * on the way) is asked for once more, in one piece.
 */
export async function ask(
  question: string,
  scope: AskedScope,
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<AnswerResult> {
  const body = { question, ...scope }
  const response = await send('POST', '/ask', {
    body,
    accept: 'text/event-stream, application/json',
    signal,
    patience: 3,
  })
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith('application/json')) return (await response.json()) as AnswerResult
  if (type.startsWith('text/event-stream') && response.body) return hear(response.body, listener)
  const whole = await send('POST', '/ask', { body, accept: 'application/json', signal })
  return (await whole.json()) as AnswerResult
}

async function hear(stream: ReadableStream<Uint8Array>, listener: AnswerListener): Promise<AnswerResult> {
  for await (const { event, data } of readEvents(stream)) {
    if (event === 'source') {
      const { source, number } = data as { source: Source; number: number }
      listener.onSource(source, number)
    }
    if (event === 'delta') listener.onText((data as { text: string }).text)
    if (event === 'done') return data as AnswerResult
    if (event === 'error') {
      const { id, message } = data as { id: string; message: string }
      throw new ServiceError(502, id, message)
    }
  }
  throw new ServiceError(502, '', 'The answer broke off. Ask again.')
}
