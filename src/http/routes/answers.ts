import type { FastifyInstance, FastifyReply } from 'fastify'
import type { DeferredAnswers } from '../../answer/deferred-answers.ts'
import type { AcceptedAnswer } from '../../contract/answers.ts'
import { answersEndpoints } from '../../contract/answers-endpoints.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'

/** Answers that were asked for with `Prefer: respond-async`. */
export function answerRoutes(
  server: FastifyInstance,
  { guard, deferredAnswers }: { guard: Guard; deferredAnswers: DeferredAnswers },
): void {
  registerEndpoint(
    server,
    guard,
    answersEndpoints.readAnswer,
    ['/ask/answers/{id}', '/super/answers/{id}'],
    ({ caller, params }) => deferredAnswers.read(caller, params.id),
  )
}

/** Whether a request's `Prefer` field (RFC 7240) asks for an answer later. */
export function prefersAsync(field: string | string[] | undefined): boolean {
  return [field ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((preference) => /^respond-async\s*(;|$)/i.test(preference.trim()))
}

/** Sends a 202 with the address of the answer. */
export function sendAccepted(reply: FastifyReply, { id }: { id: string }): void {
  const accepted: AcceptedAnswer = { id, state: 'pending' }
  reply
    .code(202)
    .header('location', `/v1/ask/answers/${id}`)
    .header('preference-applied', 'respond-async')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(accepted))
}
