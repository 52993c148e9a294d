import type { AnswerResult } from '../../../src/contract/ask.ts'
import type { Source } from '../../../src/contract/source.ts'
import { readEvents } from './event-stream.ts'
import { ServiceError, send } from './request.ts'

export interface AskedScope {
  parentId?: string
  assistantId?: string
}

export interface AnswerListener {
  onSource(source: Source, number: number): void
  onText(text: string): void
}

/** Asks, and hears the answer as it comes where the service streams it. */
export async function ask(
  question: string,
  scope: AskedScope,
  listener: AnswerListener,
  signal: AbortSignal,
): Promise<AnswerResult> {
  const response = await send('POST', '/ask', {
    body: { question, ...scope },
    accept: 'text/event-stream, application/json',
    signal,
  })
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('text/event-stream') || !response.body) return (await response.json()) as AnswerResult
  for await (const { event, data } of readEvents(response.body)) {
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
