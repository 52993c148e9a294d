import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnswerListener } from '../answer/answer-pipeline.ts'
import type { AnswerResult } from '../contract/ask.ts'
import { toAppError, toErrorResponse } from './error-table.ts'
import { takeOverResponse } from './take-over-response.ts'

export function acceptsEventStream(request: FastifyRequest): boolean {
  return /\btext\/event-stream\b/.test(request.headers.accept ?? '')
}

/**
 * Streams an answer: `source` and `delta` events, then `done` with the whole answer, or `error`. Headers are sent with the
 * first event, so that earlier failures (validation, not found) become ordinary error responses.
 */
export async function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (listener: AnswerListener) => Promise<AnswerResult>,
): Promise<void> {
  const disconnected = new AbortController()
  // Not the request: it closes as soon as its body has been read.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort(new Error('The client disconnected'))
  })
  let isOpen = false
  const send = (event: string, data: unknown) => {
    if (disconnected.signal.aborted) return
    if (!isOpen) sendEventStreamHeaders(reply)
    isOpen = true
    reply.raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  try {
    const result = await answer({
      signal: disconnected.signal,
      onSource: (source, number) => send('source', { number, source }),
      onDelta: (text) => send('delta', { text }),
    })
    send('done', result)
  } catch (thrown) {
    if (!isOpen && !disconnected.signal.aborted) throw thrown
    const error = toAppError(thrown, request.id)
    if (error.code === 'internal' && !disconnected.signal.aborted) request.log.error({ err: thrown }, 'answer failed')
    send('error', toErrorResponse(error, 'ask').body)
  }
  reply.raw.end()
}

function sendEventStreamHeaders(reply: FastifyReply): void {
  takeOverResponse(reply).writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
}
