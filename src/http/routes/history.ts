import type { FastifyInstance } from 'fastify'
import { historyEndpoints as endpoints } from '../../contract/history-endpoints.ts'
import type { History } from '../../insights/history.ts'
import { type Gate, serve } from '../operation.ts'

/** What was asked before, example questions, the documents behind answers, and the admins' insights. */
export function historyRoutes(
  server: FastifyInstance,
  { gate, history }: { gate: Gate; history: History },
): void {
  const { questions, documents, examples, insights, branches, traces } = history

  serve(server, gate, endpoints.listQuestions, [endpoints.listQuestions.path], ({ viewer, query }) =>
    questions.list(viewer, query),
  )
  serve(server, gate, endpoints.exampleQuestions, [endpoints.exampleQuestions.path], async ({ viewer }) => ({
    questions: await examples.list(viewer),
  }))
  serve(server, gate, endpoints.readQuestion, [endpoints.readQuestion.path], ({ viewer, params }) =>
    questions.read(viewer, params.id),
  )
  serve(server, gate, endpoints.deleteQuestion, [endpoints.deleteQuestion.path], ({ viewer, params }) =>
    questions.remove(viewer, params.id),
  )
  serve(server, gate, endpoints.rateQuestion, [endpoints.rateQuestion.path], ({ viewer, params, body }) =>
    questions.rate(viewer, params.id, body),
  )
  serve(server, gate, endpoints.shareQuestion, [endpoints.shareQuestion.path], ({ viewer, params, body }) =>
    questions.share(viewer, params.id, body.isShared),
  )
  serve(server, gate, endpoints.readShared, [endpoints.readShared.path], ({ viewer, params }) =>
    questions.readShared(viewer, params.id),
  )
  serve(server, gate, endpoints.readDocument, [endpoints.readDocument.path], ({ viewer, params }) =>
    documents.read(viewer, params.id),
  )
  serve(server, gate, endpoints.noteBranch, [endpoints.noteBranch.path], ({ viewer, query }) =>
    branches.list(viewer, query),
  )
  serve(server, gate, endpoints.insights, [endpoints.insights.path], ({ viewer, query }) =>
    insights.read(viewer, query.days),
  )
  serve(server, gate, endpoints.listTraces, [endpoints.listTraces.path], ({ viewer, query }) =>
    traces.list(viewer, query),
  )
  serve(server, gate, endpoints.readTrace, [endpoints.readTrace.path], ({ viewer, params }) =>
    traces.read(viewer, params.id),
  )
}
