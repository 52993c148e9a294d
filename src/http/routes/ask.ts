import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/caller.ts'
import type { AskService } from '../../answer/ask-service.ts'
import type { DeferredAnswers } from '../../answer/deferred-answers.ts'
import type { CustomContents } from '../../content/sources/custom-content.ts'
import type { AcceptedAnswer } from '../../contract/answers.ts'
import { answersEndpoints } from '../../contract/answers-endpoints.ts'
import type { AskRequest } from '../../contract/ask.ts'
import { askEndpoints } from '../../contract/ask-endpoints.ts'
import { validationMessage } from '../../contract/errors.ts'
import type { Digests } from '../../digest/digests.ts'
import { AppError, truncateValue } from '../../errors.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'
import { acceptsEventStream, disconnectSignal, streamAnswer } from '../event-stream.ts'
import type { ReportSlots } from '../report-slots.ts'

/** Asking, indexing and digests, and reading deferred answers. */
export function askRoutes(
  server: FastifyInstance,
  {
    guard,
    reportSlots,
    askService,
    deferredAnswers,
    digests,
    contents,
  }: {
    guard: Guard
    reportSlots: ReportSlots
    askService: AskService
    deferredAnswers: DeferredAnswers
    digests: Digests
    contents: CustomContents
  },
): void {
  const ask = async (caller: Caller, question: AskRequest, request: FastifyRequest, reply: FastifyReply) => {
    if (prefersAsync(request.headers.prefer)) return sendAccepted(reply, await defer(caller, question, reply))
    if (acceptsEventStream(request)) return stream(caller, question, request, reply)
    // A report nobody waits for would keep the language model busy for minutes.
    const listener = question.mode === 'research' ? { signal: disconnectSignal(reply) } : {}
    return answer(caller, question, request, () => askService.ask(caller, question, listener))
  }

  const stream = (caller: Caller, question: AskRequest, request: FastifyRequest, reply: FastifyReply) =>
    answer(caller, question, request, () =>
      streamAnswer(request, reply, (listener) => askService.ask(caller, question, listener)),
    )

  const answer = async <T>(caller: Caller, question: AskRequest, request: FastifyRequest, work: () => Promise<T>) => {
    rejectSessionCallback(caller, question)
    if (question.mode !== 'research') return work()
    guard.loadShedder.exempt(request)
    return reportSlots.run(caller, work)
  }

  const defer = async (caller: Caller, question: AskRequest, reply: FastifyReply): Promise<AcceptedAnswer> => {
    rejectSessionCallback(caller, question)
    await askService.validate(caller, question)
    const { id } = await deferredAnswers.create(caller, question)
    reply.header('location', `/v1/ask/answers/${id}`)
    return { id, state: 'pending' }
  }

  const register = createEndpointRegistrar(server, guard)

  register(askEndpoints.ask, ({ caller, body, request, reply }) => ask(caller, body, request, reply))
  register(askEndpoints.askByQuery, ({ caller, query, request, reply }) => ask(caller, query, request, reply))
  register(askEndpoints.streamAnswer, ({ caller, body, request, reply }) => stream(caller, body, request, reply))
  register(askEndpoints.respondAsync, ({ caller, body, reply }) => defer(caller, body, reply))
  register(answersEndpoints.readAnswer, ({ caller, params }) => deferredAnswers.read(caller, params.id))
  register(askEndpoints.indexContent, ({ caller, body }) => contents.index(caller, body))
  register(askEndpoints.deleteContent, async ({ caller, body }) => {
    await contents.remove(caller, body)
    return { ok: true }
  })
  register(askEndpoints.listContent, ({ caller, query }) => contents.list(caller, query))
  register(askEndpoints.digest, ({ caller, params }) => digests.renderMarkdown(caller, params.assistantId))
}

/** A browser session cannot name a callback address: a forged request would send the answer there. */
function rejectSessionCallback({ credential }: Caller, { callbackUrl }: AskRequest): void {
  if (credential.kind !== 'session' || callbackUrl === undefined) return
  throw new AppError('validation', validationMessage, {
    details: { callbackUrl: { message: 'needs an API key or an access token', value: truncateValue(callbackUrl) } },
  })
}

/** Whether a `Prefer` header (RFC 7240) asks for a deferred answer. */
export function prefersAsync(header: string | string[] | undefined): boolean {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((preference) => /^respond-async\s*(;|$)/i.test(preference.trim()))
}

/** Sends a 202 where the contract has another status. */
function sendAccepted(reply: FastifyReply, accepted: AcceptedAnswer): void {
  reply
    .code(202)
    .header('preference-applied', 'respond-async')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(accepted))
}
