import type { FastifyInstance, FastifyReply } from 'fastify'
import type { AskOutcome, AskService } from '../../answer/ask-service.ts'
import type { AcceptedAnswer } from '../../contract/answers.ts'
import { answersEndpoints } from '../../contract/answers-endpoints.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'

/** Answers that were asked for with `Prefer: respond-async`. */
export function answerRoutes(
  server: FastifyInstance,
  { guard, askService }: { guard: Guard; askService: AskService },
): void {
  registerEndpoint(
    server,
    guard,
    answersEndpoints.readAnswer,
    ['/ask/answers/{id}', '/super/answers/{id}'],
    ({ caller, params }) => askService.readDeferred(caller, params.id),
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

/** The answer itself, for `serve` to send; or a 202 that is sent here and says where the answer will be. */
export function presentAskOutcome(asked: AskOutcome, reply: FastifyReply): unknown {
  if (asked.kind === 'answer') return asked.result
  const accepted: AcceptedAnswer = { id: asked.id, state: 'pending' }
  reply
    .code(202)
    .header('location', `/v1/ask/answers/${asked.id}`)
    .header('preference-applied', 'respond-async')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(accepted))
  return undefined
}
