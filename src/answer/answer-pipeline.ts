import type { Caller } from '../access/caller.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { cleanText } from '../ingest/clean-text.ts'
import { detectLanguage } from '../ingest/language-detection.ts'
import type { FindChat } from '../models/chat.ts'
import type { Retrieval } from '../search/retrieval.ts'
import type { SearchScope } from '../search/search-scope.ts'
import type { AnswerListener } from './answer-listener.ts'
import { type AnswerModesDeps, createAnswerModes } from './answer-modes.ts'
import { beginTrace, finishTrace } from './answer-trace.ts'
import type { Conversation } from './conversation/follow-up.ts'
import { readQuestion, withTranslation } from './conversation/question-readings.ts'
import type { QuestionLog } from './question-log.ts'
import { createPassageFinder, maxRetrievedPassages } from './reading/find-passages.ts'
import { dropSuperseded } from './reading/supersession.ts'
import { findRelated, presentRelatedNote } from './related-notes.ts'
import { type RequestScopeDeps, resolveScope } from './request-scope.ts'
import { requireModel } from './research/require-model.ts'
import { searchedPart } from './searched-part.ts'

export interface AnswerPipeline {
  /**
   * Answers a question from the documents that the caller can see, with citations, and logs it. A follow-up in a
   * conversation is answered as the standalone question that it stands for.
   */
  ask(
    caller: Caller,
    request: AskRequest,
    listener?: AnswerListener,
    conversation?: Conversation,
  ): Promise<AnswerResult>
}

export function createAnswerPipeline({
  retrieval,
  findChat,
  reader,
  questionLog,
  newDelimiter,
  onModelFailure,
  onSearchStepsFailure,
  onReaderFailure,
  now,
  clock = () => performance.now(),
  ...scopeDeps
}: RequestScopeDeps &
  AnswerModesDeps & {
    retrieval: Retrieval
    findChat: FindChat
    questionLog: Pick<QuestionLog, 'record'>
    now: () => Date
    /** Milliseconds from any origin. */
    clock?: () => number
  }): AnswerPipeline {
  const { findBest } = createPassageFinder({ retrieval, reader, onReaderFailure, clock, now })
  const modes = createAnswerModes({ reader, newDelimiter, onModelFailure, onSearchStepsFailure, onReaderFailure })

  return {
    async ask(caller, request, listener = {}, conversation) {
      const [{ scope, assistant }, chat] = await Promise.all([
        resolveScope(scopeDeps, caller, request),
        findChat(caller.organizationId),
      ])
      requireModel(request, chat)
      const startedAt = clock()
      const whole = cleanText(request.question)
      const typed = searchedPart(whole)
      const { signal } = listener
      const readings = await readQuestion(typed, conversation, { chat, newDelimiter, onModelFailure, signal })
      const found = await findBest(caller, scope, typed, withTranslation(readings, reader), signal)
      const { reading, retrieved, read, passages, retrievalMs } = found
      const { question: asked, standaloneQuestion, translatedFrom } = reading
      if (standaloneQuestion !== undefined) listener.onStandaloneQuestion?.(standaloneQuestion)
      const findings = {
        ...retrieved,
        passages,
        read,
        readSection: retrieval.readSection.bind(null, caller),
        readDocument: retrieval.readDocument.bind(null, caller),
      }
      const language = assistant?.language ?? translatedFrom?.language ?? detectLanguage(asked)
      const text = chat && (translatedFrom?.question ?? asked) === typed ? whole : asked
      const question = { text, language, instructions: assistant?.instructions ?? '' }
      listener.signal?.throwIfAborted()
      const trace = beginTrace(read, reading)
      const write = request.mode === 'research' ? modes.report : modes.written
      const answered = chat
        ? await write(chat, question, { ...findings, search: searchAs(caller, scope, text) }, listener, trace)
        : await modes.quoted(question, findings, listener, trace)
      const related = findRelated(request, answered, findings)
      const result = { ...answered, ...(related && { related: related.map(presentRelatedNote) }) }
      const times = { retrievalMs, totalMs: clock() - startedAt }
      listener.onUncitedDocuments?.(trace.uncitedDocuments)
      const finished = finishTrace(trace, { retrieved, remaining: findings.passages, related, ...times })
      await questionLog.record(caller, request, result, finished, conversation?.turn)
      return result
    },
  }

  /** Returns a search with the rights of the caller, for the further searches of the model, without superseded pages. */
  function searchAs(caller: Caller, scope: SearchScope, question: string) {
    const limit = { passages: maxRetrievedPassages }
    return async (query: string) => {
      const { passages } = await retrieval.search(caller, { question: query, scope, limit })
      return dropSuperseded(`${question}\n${query}`, passages, now())
    }
  }
}
