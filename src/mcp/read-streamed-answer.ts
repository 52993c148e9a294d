import type { CallOptions, Client } from '../../sdk/src/client.ts'
import type { AnswerListener } from '../answer/answer-listener.ts'
import type { AnswerResult } from '../contract/ask.ts'
import { AppError } from '../errors.ts'

/** Asks a running server and returns the complete answer; calls the listener while it is written. */
export async function readStreamedAnswer(
  client: Pick<Client, 'askStream'>,
  question: Parameters<Client['askStream']>[0],
  { onDelta, onPlan, onProgress }: Pick<AnswerListener, 'onDelta' | 'onPlan' | 'onProgress'>,
  options: CallOptions,
): Promise<AnswerResult> {
  for await (const event of client.askStream(question, options)) {
    if (event.type === 'delta') onDelta?.(event.text)
    if (event.type === 'plan') onPlan?.(event.sections)
    if (event.type === 'progress') onProgress?.(event)
    if (event.type !== 'done') continue
    const { type: _, ...result } = event
    return result
  }
  throw new AppError('unavailable', 'The server sent no answer. Ask again.')
}
