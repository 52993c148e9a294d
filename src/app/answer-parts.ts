import { randomUUID } from 'node:crypto'
import { createLlmTrials } from '../admin/llm-trial.ts'
import { type AnswerPipeline, createAnswerPipeline } from '../answer/answer-pipeline.ts'
import { createAskPriority } from '../answer/ask-priority.ts'
import { createAskService } from '../answer/ask-service.ts'
import { createThreadTurns } from '../answer/conversation/thread-turns.ts'
import { createDeferredAnswers } from '../answer/deferred-answers.ts'
import { createQuestionLog } from '../answer/question-log.ts'
import { createSearchService } from '../answer/search-service.ts'
import { createAnswerTraces } from '../insights/answer-traces.ts'
import { createDocumentReader } from '../insights/document-reader.ts'
import { createExampleQuestions } from '../insights/example-questions.ts'
import { createInsights } from '../insights/insights.ts'
import { createQuestionHistory } from '../insights/question-history.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Retrieval } from '../search/retrieval.ts'
import { createThreads } from '../threads/threads.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import type { AppContext } from './app-context.ts'
import type { ContentParts } from './content-parts.ts'
import type { LanguageModelParts } from './language-model-parts.ts'

interface AnswerPartsDeps {
  content: ContentParts
  retrieval: Retrieval
  languageModels: LanguageModelParts
  jobs: JobQueue
  callbacks: Callbacks
}

/** Wires the answer pipeline, the services that ask it, and what is stored about questions. */
export function createAnswerParts(
  { config, database, reader, log, now, newId }: AppContext,
  { content, retrieval, languageModels, jobs, callbacks }: AnswerPartsDeps,
) {
  const { publicUrl } = config
  const { notes, assistants, dataSources } = content
  const { llmSettings, createChat, llm } = languageModels
  const questionLog = createQuestionLog({
    database,
    newId,
    now,
    onError: (err) => log.warn({ err }, 'questions could not be logged'),
  })
  const pipelineDeps = {
    retrieval,
    notes,
    assistants,
    dataSources,
    reader,
    newDelimiter: () => randomUUID(),
    now,
    onSearchStepsFailure: (err: unknown) =>
      log.warn({ err }, 'the language model could not choose further searches; the answer uses one'),
    onReaderFailure: (err: unknown) =>
      log.warn({ err }, 'the reader failed; answers are chosen by words and similarity until it responds again'),
  }
  const pipeline = createAnswerPipeline({
    ...pipelineDeps,
    findChat: llm.find,
    questionLog,
    onModelFailure: (err) => log.warn({ err }, 'the language model failed; the answer is extractive instead'),
  })
  const askPriority = createAskPriority()
  const answering: AnswerPipeline = { ask: (...input) => askPriority.runFirst(() => pipeline.ask(...input)) }
  const exampleQuestions = createExampleQuestions({
    database,
    ask: createAnswerPipeline({
      ...pipelineDeps,
      findChat: async () => undefined,
      questionLog: { record: async () => {} },
      onModelFailure: () => {},
    }).ask,
    priority: askPriority,
    now,
  })
  const threadTurns = createThreadTurns({
    database,
    newId,
    now,
    onError: (err) => log.warn({ err }, 'a turn of a conversation could not be extended; it can be shown as failed'),
  })
  return {
    answering,
    questionLog,
    exampleQuestions,
    searchService: createSearchService({ retrieval, notes, assistants, dataSources, now }),
    askService: createAskService({ database, answering, findChat: llm.find, threadTurns, callbacks }),
    deferredAnswers: createDeferredAnswers({
      database,
      jobs,
      answering,
      threadTurns,
      callbacks,
      publicUrl,
      now,
      newId,
    }),
    llmTrials: createLlmTrials({
      settings: llmSettings,
      createChat: async (settings) => (await createChat(settings)).model,
      createPipeline: (deps) => createAnswerPipeline({ ...pipelineDeps, ...deps }),
      listExamples: async (caller) => (await exampleQuestions.list(caller)).questions,
    }),
    threads: createThreads({ database, publicUrl, now }),
    questionHistory: createQuestionHistory({ database, publicUrl, now }),
    answerTraces: createAnswerTraces({ database, now }),
    insights: createInsights({ database, now }),
    documentReader: createDocumentReader({ database, publicUrl }),
  }
}
