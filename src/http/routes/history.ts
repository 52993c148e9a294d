import type { FastifyInstance } from 'fastify'
import { historyEndpoints as endpoints } from '../../contract/history-endpoints.ts'
import type { HistoryServices } from '../../insights/history-services.ts'
import { type Guard, registerEndpoint } from '../register-endpoint.ts'

/** What was asked before, example questions, the documents behind answers, and the admins' insights. */
export function historyRoutes(
  server: FastifyInstance,
  { guard, history }: { guard: Guard; history: HistoryServices },
): void {
  const { questions, documents, exampleQuestions, insights, noteBranches, answerTraces } = history

  registerEndpoint(
    server,
    guard,
    endpoints.listQuestions,
    [endpoints.listQuestions.path],
    ({ caller, query }) => questions.list(caller, query),
  )
  registerEndpoint(
    server,
    guard,
    endpoints.exampleQuestions,
    [endpoints.exampleQuestions.path],
    async ({ caller }) => ({
      questions: await exampleQuestions.list(caller),
    }),
  )
  registerEndpoint(
    server,
    guard,
    endpoints.readQuestion,
    [endpoints.readQuestion.path],
    ({ caller, params }) => questions.read(caller, params.id),
  )
  registerEndpoint(
    server,
    guard,
    endpoints.deleteQuestion,
    [endpoints.deleteQuestion.path],
    ({ caller, params }) => questions.remove(caller, params.id),
  )
  registerEndpoint(
    server,
    guard,
    endpoints.rateQuestion,
    [endpoints.rateQuestion.path],
    ({ caller, params, body }) => questions.rate(caller, params.id, body),
  )
  registerEndpoint(
    server,
    guard,
    endpoints.shareQuestion,
    [endpoints.shareQuestion.path],
    ({ caller, params, body }) => questions.share(caller, params.id, body.isShared),
  )
  registerEndpoint(server, guard, endpoints.readShared, [endpoints.readShared.path], ({ caller, params }) =>
    questions.readShared(caller, params.id),
  )
  registerEndpoint(
    server,
    guard,
    endpoints.readDocument,
    [endpoints.readDocument.path],
    ({ caller, params }) => documents.read(caller, params.id),
  )
  registerEndpoint(server, guard, endpoints.noteBranch, [endpoints.noteBranch.path], ({ caller, query }) =>
    noteBranches.list(caller, query),
  )
  registerEndpoint(server, guard, endpoints.insights, [endpoints.insights.path], ({ caller, query }) =>
    insights.read(caller, query.days),
  )
  registerEndpoint(server, guard, endpoints.listTraces, [endpoints.listTraces.path], ({ caller, query }) =>
    answerTraces.list(caller, query),
  )
  registerEndpoint(server, guard, endpoints.readTrace, [endpoints.readTrace.path], ({ caller, params }) =>
    answerTraces.read(caller, params.id),
  )
}
