import { createNoteBranches } from '../administration/note-branches.ts'
import type { Retrieval } from '../retrieval/search.ts'
import type { Database } from '../storage/database.ts'
import { createAnswerTraces } from './answer-traces.ts'
import { createDocuments } from './documents.ts'
import { createExampleQuestions } from './example-questions.ts'
import { createInsights } from './insights.ts'
import { createQuestions } from './questions.ts'

export type History = ReturnType<typeof createHistory>

/** What was asked before and what stands behind the answers, for those who asked and for their admins. */
export function createHistory(needs: { database: Database; retrieval: Retrieval; now: () => Date }) {
  return {
    questions: createQuestions(needs),
    documents: createDocuments(needs),
    examples: createExampleQuestions(needs),
    insights: createInsights(needs),
    traces: createAnswerTraces(needs),
    branches: createNoteBranches(needs),
  }
}
