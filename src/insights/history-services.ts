import { createNoteBranches } from '../content/notes/note-branches.ts'
import type { Retrieval } from '../search/retrieval.ts'
import type { Database } from '../storage/database.ts'
import { createAnswerTraces } from './answer-traces.ts'
import { createDocumentReader } from './document-reader.ts'
import { createExampleQuestions } from './example-questions.ts'
import { createInsights } from './insights.ts'
import { createQuestionHistory } from './question-history.ts'

export type HistoryServices = ReturnType<typeof createHistoryServices>

/** What was asked before and what stands behind the answers, for those who asked and for their admins. */
export function createHistoryServices(needs: { database: Database; retrieval: Retrieval; now: () => Date }) {
  return {
    questions: createQuestionHistory(needs),
    documents: createDocumentReader(needs),
    exampleQuestions: createExampleQuestions(needs),
    insights: createInsights(needs),
    answerTraces: createAnswerTraces(needs),
    noteBranches: createNoteBranches(needs),
  }
}
