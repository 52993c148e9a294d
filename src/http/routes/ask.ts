import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { AskService } from '../../answer/ask-service.ts'
import type { CustomContents } from '../../content/sources/custom-content.ts'
import type { AskRequest } from '../../contract/ask.ts'
import { askEndpoints } from '../../contract/ask-endpoints.ts'
import type { Digests } from '../../digest/digests.ts'
import { acceptsEventStream, streamAnswer } from '../event-stream.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'
import { prefersAsync, presentAskOutcome } from './answers.ts'

/** Real clients use either first segment. */
const askPathSegments = ['ask', 'super'] as const

/** The five operations of the specification. */
export function askRoutes(
  server: FastifyInstance,
  {
    guard,
    askService,
    digests,
    contents,
  }: { guard: Guard; askService: AskService; digests: Digests; contents: CustomContents },
): void {
  const at = (path: string) => askPathSegments.map((segment) => path.replace('/ask', `/${segment}`))

  const ask = async (caller: Caller, asked: AskRequest, request: FastifyRequest, reply: FastifyReply) => {
    const later = prefersAsync(request.headers.prefer)
    if (acceptsEventStream(request) && !later)
      return streamAnswer(request, reply, (listener) => askService.answer(caller, asked, listener))
    return presentAskOutcome(await askService.ask(caller, asked, { prefersAsync: later }), reply)
  }

  registerEndpoint(server, guard, askEndpoints.ask, at('/ask'), ({ caller, body, request, reply }) =>
    ask(caller, body, request, reply),
  )
  registerEndpoint(server, guard, askEndpoints.askByQuery, at('/ask'), ({ caller, query, request, reply }) =>
    ask(caller, query, request, reply),
  )
  registerEndpoint(server, guard, askEndpoints.indexContent, at('/ask/index'), ({ caller, body }) =>
    contents.index(caller, body),
  )
  registerEndpoint(server, guard, askEndpoints.deleteContent, at('/ask/index'), async ({ caller, body }) => {
    await contents.remove(caller, body)
    return { ok: true }
  })
  registerEndpoint(server, guard, askEndpoints.listContent, at('/ask/index'), ({ caller, query }) =>
    contents.list(caller, query),
  )
  registerEndpoint(
    server,
    guard,
    askEndpoints.digest,
    at('/ask/digest/{assistantId}'),
    ({ caller, params }) => digests.renderMarkdown(caller, params.assistantId),
  )
}
