import type { Caller } from '../access/caller.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { cleanText } from '../ingest/clean-text.ts'
import { detectLanguage } from '../ingest/language-detection.ts'
import type { ChatModel, FindChat } from '../models/chat.ts'
import type { Reader } from '../models/reader.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import type { Passage, Retrieval } from '../search/retrieval.ts'
import type { SearchScope } from '../search/search-scope.ts'
import type { AnswerListener } from './answer-listener.ts'
import {
  cutOffMessage,
  modelUnavailableMessage,
  notFoundMessage,
  outdatedMessage,
  unconfirmedMessage,
} from './answer-messages.ts'
import { beginTrace, finishTrace, type PendingTrace } from './answer-trace.ts'
import { type CitedText, createCitationWriter, createSourceNumbers } from './citations.ts'
import type { Conversation } from './conversation/follow-up.ts'
import { readQuestion, withTranslation } from './conversation/question-readings.ts'
import type { QuestionLog } from './question-log.ts'
import { type Findings, quoteAnswer } from './quoted/quoted-answer.ts'
import { createPassageFinder, maxRetrievedPassages } from './reading/find-passages.ts'
import { maxScoredPassages } from './reading/sentence-scoring.ts'
import { dropSuperseded } from './reading/supersession.ts'
import { findRelated, presentRelatedNote } from './related-notes.ts'
import { type RequestScopeDeps, resolveScope } from './request-scope.ts'
import { requireModel } from './research/require-model.ts'
import { createReportWriter } from './research/write-report.ts'
import { searchedPart } from './searched-part.ts'
import { createSupportJudge } from './verification/support-judge.ts'
import { createStatementTranslation } from './verification/translate-statement.ts'
import { type DraftOutcome, generateAnswer } from './written/generative-answer.ts'
import { selectPromptPassages } from './written/prompt-passages.ts'
import { createSearchSteps } from './written/search-steps.ts'
import { createToolCalls } from './written/tool-calls.ts'
import { findUncitedDocuments } from './written/uncited-documents.ts'

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
}: RequestScopeDeps & {
  retrieval: Retrieval
  findChat: FindChat
  /** Absent: sentences are chosen by words and similarity. */
  reader: Reader | undefined
  questionLog: Pick<QuestionLog, 'record'>
  /** Returns an unguessable word, drawn for each prompt. */
  newDelimiter: () => string
  onModelFailure: (error: unknown) => void
  /** Called if the model can't say what else to search for; the answer is written from one search. */
  onSearchStepsFailure: (error: unknown) => void
  /** Called with the first of consecutive failures. */
  onReaderFailure: (error: unknown) => void
  now: () => Date
  /** Milliseconds from any origin. */
  clock?: () => number
}): AnswerPipeline {
  const { findBest } = createPassageFinder({ retrieval, reader, onReaderFailure, clock, now })
  const callTool = createToolCalls()
  const searchInSteps = createSearchSteps(callTool)
  const writeReport = createReportWriter({
    callTool,
    reader,
    newDelimiter,
    onModelFailure,
    onSearchStepsFailure,
    onReaderFailure,
  })

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
      const language = assistant?.language ?? detectLanguage(translatedFrom ?? asked)
      const text = chat && (translatedFrom ?? asked) === typed ? whole : asked
      const question = { text, language, instructions: assistant?.instructions ?? '' }
      listener.signal?.throwIfAborted()
      const trace = beginTrace(read, reading)
      const write = request.mode === 'research' ? researchAnswer : generativeAnswer
      const answered = chat
        ? await write(chat, question, { ...findings, search: searchAs(caller, scope, text) }, listener, trace)
        : await quotedAnswer(question, findings, listener, trace)
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

  async function quotedAnswer(
    question: Question,
    findings: Findings,
    listener: AnswerListener,
    trace: PendingTrace,
    notice = '',
  ): Promise<AnswerResult> {
    const numbers = createSourceNumbers(listener.onSource)
    const writer = createCitationWriter(numbers)
    trace.passagesRead = Math.max(trace.passagesRead, findings.read?.length ?? maxScoredPassages)
    for (const piece of await quoteAnswer(question.text, findings)) {
      recordPiece(trace, piece)
      const added = writer.add(piece)
      listener.onDelta?.(added)
    }
    const result = writer.result()
    if (result.sources.length === 0) return refuse(question, listener)
    trace.mode = 'quoted'
    trace.citedPages = numbers.citedPages()
    return appendNotices(result, [outdatedNotice(numbers.outdated(), question), notice], listener)
  }

  async function generativeAnswer(
    ...[model, question, findings, listener, trace]: WritingInput
  ): Promise<AnswerResult> {
    const { passages, search } = findings
    trace.model = model.name
    if (passages.length === 0) return refuse(question, listener)
    const numbers = createSourceNumbers(listener.onSource)
    const writer = createCitationWriter(numbers)
    const signal = listener.signal ?? new AbortController().signal
    const steps = await searchInSteps({
      chat: model,
      question: question.text,
      passages,
      search,
      signal,
      onFailure: onSearchStepsFailure,
    })
    trace.searches = steps.searches
    trace.merged = steps.passages
    const prompted = selectPromptPassages(steps.passages)
    const given = prompted.flatMap(({ parts }) => parts)
    trace.passagesRead = given.length
    let outcome: DraftOutcome | undefined
    try {
      const pieces = generateAnswer({
        chat: model,
        findSupport: createSupportJudge({
          reader,
          question: question.text,
          language: question.language,
          translate:
            reader &&
            createStatementTranslation({ chat: model, language: reader.language, delimiter: newDelimiter(), signal }),
          signal,
          onReaderFailure,
        }),
        question: question.text,
        passages: prompted,
        instructions: question.instructions,
        language: question.language,
        delimiter: newDelimiter(),
        signal,
        onOutcome: (known) => {
          outcome = known
        },
      })
      for await (const piece of pieces) {
        recordPiece(trace, piece)
        const added = writer.add(piece)
        listener.onDelta?.(added)
      }
    } catch (error) {
      signal.throwIfAborted()
      onModelFailure(error)
      trace.hasModelFailed = true
    }
    trace.sentencesDropped = outcome?.dropped ?? 0
    const result = writer.result()
    // Sentences verified before a stream broke off are true: the answer keeps them.
    if (result.sources.length > 0) {
      trace.mode = 'written'
      trace.citedPages = numbers.citedPages()
      recordUncitedDocuments(trace, question, given)
      const notices = [
        unconfirmedMessage(question.language, outcome),
        outcome?.isComplete ? '' : cutOffMessage(question.language),
        outdatedNotice(numbers.outdated(), question),
      ]
      return appendNotices(result, notices, listener)
    }
    // The model's refusal is the answer. A draft that broke off after naming a gap could have gone on to answer.
    if (outcome?.hasRefused || (outcome?.hasNamedGaps && !trace.hasModelFailed)) return refuse(question, listener)
    // The model failed, or the passages support nothing that it wrote; they can still answer by themselves.
    const notice = trace.hasModelFailed ? modelUnavailableMessage(question.language) : ''
    trace.merged = undefined
    return quotedAnswer(question, findings, listener, trace, notice)
  }

  async function researchAnswer(...[model, question, findings, listener, trace]: WritingInput): Promise<AnswerResult> {
    trace.model = model.name
    const { result, ...report } = await writeReport({
      chat: model,
      question,
      findings,
      search: findings.search,
      listener,
      onPiece: (piece) => recordPiece(trace, piece),
    })
    trace.sections = report.sections
    trace.merged = report.passages
    trace.passagesRead = report.passagesRead
    trace.sentencesDropped = report.sentencesDropped
    trace.hasModelFailed = report.hasModelFailed
    if (result.sources.length > 0) {
      trace.mode = 'written'
      trace.citedPages = report.citedPages
      recordUncitedDocuments(trace, question, report.passages)
      return result
    }
    if (report.isRefusal && !report.hasModelFailed) return refuse(question, listener)
    const notice = report.hasModelFailed ? modelUnavailableMessage(question.language) : ''
    trace.merged = undefined
    return quotedAnswer(question, findings, listener, trace, notice)
  }
}

type WritingInput = [
  model: ChatModel,
  question: Question,
  findings: SearchableFindings,
  listener: AnswerListener,
  trace: PendingTrace,
]

/** What was found for the question, and a search with the rights of the caller. */
type SearchableFindings = Findings & { search: (query: string) => Promise<Passage[]> }

interface Question {
  text: string
  language: string
  instructions: string
}

function recordPiece({ citedChunks, uncited }: PendingTrace, { text, passages }: CitedText): void {
  for (const { chunkKey } of passages) citedChunks.add(chunkKey)
  if (passages.length === 0) uncited.push(text)
}

/** Records what a text of the language model has from documents that it doesn't cite. */
function recordUncitedDocuments(
  trace: PendingTrace,
  { text: question, language }: Question,
  passages: readonly HydratedPassage[],
): void {
  const { uncited, citedChunks } = trace
  trace.uncitedDocuments = findUncitedDocuments(uncited, { question, passages, citedChunks, language })
}

function refuse(question: Question, listener: AnswerListener): AnswerResult {
  const answer = notFoundMessage(question.language)
  listener.onDelta?.(answer)
  return { answer, sources: [] }
}

function outdatedNotice(numbers: readonly number[], { language }: Question): string {
  return numbers.length > 0 ? outdatedMessage(language, numbers) : ''
}

/** Appends the service's own notices to an answer, each as a paragraph. */
function appendNotices(
  { answer, sources }: AnswerResult,
  notices: readonly string[],
  listener: AnswerListener,
): AnswerResult {
  const added = notices.map((notice) => notice && `\n\n${notice}`).join('')
  if (added) listener.onDelta?.(added)
  return { answer: answer + added, sources }
}
