import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerListener } from '../answer/answer-listener.ts'
import type { AnswerResult } from '../contract/ask.ts'
import { acceptedTypes } from './accepted-types.ts'
import { toAppError, toErrorResponse } from './error-table.ts'
import { takeOverResponse } from './take-over-response.ts'

export function acceptsEventStream({ headers }: FastifyRequest): boolean {
  return acceptedTypes(headers.accept).includes('text/event-stream')
}

/**
 * Streams an answer: `source` and `delta` events, then `done` with the whole answer, or `error`. Those of a report are
 * among `plan`, `progress` and `summary` events. Headers are sent with the first event, so that earlier failures
 * (validation, not found) become ordinary error responses.
 */
export async function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (listener: AnswerListener) => Promise<AnswerResult>,
): Promise<void> {
  const disconnected = disconnectSignal(reply)
  let isOpen = false
  const send = (event: string, data: unknown) => {
    if (disconnected.aborted) return
    if (!isOpen) sendEventStreamHeaders(reply)
    isOpen = true
    reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  try {
    const result = await answer({
      signal: disconnected,
      onPlan: (sections) => send('plan', { sections }),
      onProgress: (progress) => send('progress', progress),
      onSource: (source, number) => send('source', { number, source }),
      onDelta: (text) => send('delta', { text }),
      onSummary: (text) => send('summary', { text }),
    })
    send('done', result)
  } catch (thrown) {
    if (!isOpen && !disconnected.aborted) throw thrown
    const error = toAppError(thrown, request.id)
    if (error.code === 'internal' && !disconnected.aborted) request.log.error({ err: thrown }, 'answer failed')
    send('error', toErrorResponse(error, 'ask').body)
  }
  reply.raw.end()
}

/** Returns a signal that is aborted when the client disconnects before the response is complete. */
export function disconnectSignal(reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController()
  // Not the request: it closes as soon as its body has been read.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort(new Error('The client disconnected'))
  })
  return disconnected.signal
}

function sendEventStreamHeaders(reply: FastifyReply): void {
  takeOverResponse(reply).writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
}
