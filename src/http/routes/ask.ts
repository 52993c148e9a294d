import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { AskService } from '../../answer/ask-service.ts'
import type { DeferredAnswers } from '../../answer/deferred-answers.ts'
import type { CustomContents } from '../../content/sources/custom-content.ts'
import type { AskRequest } from '../../contract/ask.ts'
import { askEndpoints } from '../../contract/ask-endpoints.ts'
import type { Digests } from '../../digest/digests.ts'
import { acceptsEventStream, streamAnswer } from '../event-stream.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'
import { prefersAsync, sendAccepted } from './answers.ts'

/** Real clients use either first segment. */
const askPathSegments = ['ask', 'super'] as const

/** Serves the five operations of docs/specification.md. */
export function askRoutes(
  server: FastifyInstance,
  {
    guard,
    askService,
    deferredAnswers,
    digests,
    contents,
  }: {
    guard: Guard
    askService: AskService
    deferredAnswers: DeferredAnswers
    digests: Digests
    contents: CustomContents
  },
): void {
  const at = (path: string) => askPathSegments.map((segment) => path.replace('/ask', `/${segment}`))

  const ask = async (caller: Caller, question: AskRequest, request: FastifyRequest, reply: FastifyReply) => {
    if (prefersAsync(request.headers.prefer))
      return sendAccepted(reply, await deferredAnswers.create(caller, question))
    if (acceptsEventStream(request))
      return streamAnswer(request, reply, (listener) => askService.ask(caller, question, listener))
    return askService.ask(caller, question)
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
