import type { FastifyInstance } from 'fastify'
import type { ContentReader } from '../../content/content-reader.ts'
import type { NoteBranches } from '../../content/notes/note-branches.ts'
import { historyEndpoints as endpoints } from '../../contract/history-endpoints.ts'
import type { AnswerTraces } from '../../insights/answer-traces.ts'
import type { DocumentReader } from '../../insights/document-reader.ts'
import type { ExampleQuestions } from '../../insights/example-questions.ts'
import type { Insights } from '../../insights/insights.ts'
import type { QuestionHistory } from '../../insights/question-history.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** The question history, example questions, the documents behind answers, and insights for admins. */
export function historyRoutes(
  server: FastifyInstance,
  {
    guard,
    questionHistory: questions,
    contentReader,
    documentReader,
    exampleQuestions,
    insights,
    answerTraces,
    noteBranches,
  }: {
    guard: Guard
    questionHistory: QuestionHistory
    contentReader: ContentReader
    documentReader: DocumentReader
    exampleQuestions: ExampleQuestions
    insights: Insights
    answerTraces: AnswerTraces
    noteBranches: NoteBranches
  },
): void {
  const register = createEndpointRegistrar(server, guard)

  register(endpoints.listQuestions, ({ caller, query }) => questions.list(caller, query))
  register(endpoints.exampleQuestions, ({ caller }) => exampleQuestions.list(caller))
  register(endpoints.readQuestion, ({ caller, params }) => questions.read(caller, params.id))
  register(endpoints.deleteQuestion, ({ caller, params }) => questions.remove(caller, params.id))
  register(endpoints.rateQuestion, ({ caller, params, body }) => questions.rate(caller, params.id, body))
  register(endpoints.shareQuestion, ({ caller, params, body }) => questions.share(caller, params.id, body.isShared))
  register(endpoints.readShared, ({ caller, params }) => questions.readShared(caller, params.id))
  register(endpoints.readContent, ({ caller, params, query }) => contentReader.read(caller, { ...params, ...query }))
  register(endpoints.readDocument, ({ caller, params }) => documentReader.read(caller, params.id))
  register(endpoints.listBranch, ({ caller, query }) => noteBranches.list(caller, query))
  register(endpoints.insights, ({ caller, query }) => insights.read(caller, query.days))
  register(endpoints.listTraces, ({ caller, query }) => answerTraces.list(caller, query))
  register(endpoints.readTrace, ({ caller, params }) => answerTraces.read(caller, params.id))
}
