import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../../access/viewer.ts'
import type { AskRequest } from '../../contract/ask.ts'
import { askEndpoints } from '../../contract/ask-endpoints.ts'
import type { Digests } from '../../digest/digests.ts'
import type { AskDesk } from '../../jobs/ask-desk.ts'
import type { CustomContents } from '../../library/custom-content.ts'
import { streamAnswer, wantsEventStream } from '../event-stream.ts'
import { type Gate, serve } from '../operation.ts'
import { prefersAsync, presentAsked } from './answers.ts'

/** Real clients use either first segment. */
const segments = ['ask', 'super'] as const

/** The five operations of the specification. */
export function askRoutes(
  server: FastifyInstance,
  {
    gate,
    desk,
    digests,
    contents,
  }: { gate: Gate; desk: AskDesk; digests: Digests; contents: CustomContents },
): void {
  const at = (path: string) => segments.map((segment) => path.replace('/ask', `/${segment}`))

  const ask = async (viewer: Viewer, asked: AskRequest, request: FastifyRequest, reply: FastifyReply) => {
    const later = prefersAsync(request.headers.prefer)
    if (wantsEventStream(request) && !later)
      return streamAnswer(request, reply, (listener) => desk.answer(viewer, asked, listener))
    return presentAsked(await desk.ask(viewer, asked, { prefersAsync: later }), reply)
  }

  serve(server, gate, askEndpoints.ask, at('/ask'), ({ viewer, body, request, reply }) =>
    ask(viewer, body, request, reply),
  )
  serve(server, gate, askEndpoints.askByQuery, at('/ask'), ({ viewer, query, request, reply }) =>
    ask(viewer, query, request, reply),
  )
  serve(server, gate, askEndpoints.indexContent, at('/ask/index'), ({ viewer, body }) =>
    contents.index(viewer, body),
  )
  serve(server, gate, askEndpoints.deleteContent, at('/ask/index'), async ({ viewer, body }) => {
    await contents.remove(viewer, body)
    return { ok: true }
  })
  serve(server, gate, askEndpoints.listContent, at('/ask/index'), ({ viewer, query }) =>
    contents.list(viewer, query),
  )
  serve(server, gate, askEndpoints.digest, at('/ask/digest/{assistantId}'), ({ viewer, params }) =>
    digests.tell(viewer, params.assistantId),
  )
}
