import type { AnswerResult } from '../contract/ask.ts'
import type { ChatModel } from '../models/chat.ts'
import type { Reader } from '../models/reader.ts'
import type { HydratedPassage } from '../search/hydrate-passages.ts'
import type { Passage } from '../search/retrieval.ts'
import type { AnswerListener } from './answer-listener.ts'
import {
  cutOffMessage,
  modelUnavailableMessage,
  notFoundMessage,
  outdatedMessage,
  unconfirmedMessage,
} from './answer-messages.ts'
import type { PendingTrace } from './answer-trace.ts'
import { type CitedText, createCitationWriter, createSourceNumbers } from './citations.ts'
import { type Findings, quoteAnswer } from './quoted/quoted-answer.ts'
import { maxScoredPassages } from './reading/sentence-scoring.ts'
import { createReportWriter } from './research/write-report.ts'
import { createSupportJudge } from './verification/support-judge.ts'
import { createStatementTranslation } from './verification/translate-statement.ts'
import { type DraftOutcome, generateAnswer } from './written/generative-answer.ts'
import { selectPromptPassages } from './written/prompt-passages.ts'
import { createSearchSteps } from './written/search-steps.ts'
import { createToolCalls } from './written/tool-calls.ts'
import { findUncitedDocuments } from './written/uncited-documents.ts'

export interface AnswerModesDeps {
  /** Absent: sentences are chosen by words and similarity. */
  reader: Reader | undefined
  /** Returns an unguessable word, drawn for each prompt. */
  newDelimiter: () => string
  onModelFailure: (error: unknown) => void
  /** Called if the model can't say what else to search for; the answer is written from one search. */
  onSearchStepsFailure: (error: unknown) => void
  /** Called with the first of consecutive failures. */
  onReaderFailure: (error: unknown) => void
}

/** Creates the three ways to answer from what was found: quoted from the notes, written by a model, or as its report. */
export function createAnswerModes(deps: AnswerModesDeps) {
  const { reader, newDelimiter, onModelFailure, onSearchStepsFailure, onReaderFailure } = deps
  const callTool = createToolCalls()
  const searchInSteps = createSearchSteps(callTool)
  const writeReport = createReportWriter({ ...deps, callTool })

  return { quoted, written, report }

  async function quoted(
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

  async function written(...[model, question, findings, listener, trace]: WritingInput): Promise<AnswerResult> {
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
    return quoted(question, findings, listener, trace, notice)
  }

  async function report(...[model, question, findings, listener, trace]: WritingInput): Promise<AnswerResult> {
    trace.model = model.name
    const { result, ...outcome } = await writeReport({
      chat: model,
      question,
      findings,
      search: findings.search,
      listener,
      onPiece: (piece) => recordPiece(trace, piece),
    })
    trace.sections = outcome.sections
    trace.merged = outcome.passages
    trace.passagesRead = outcome.passagesRead
    trace.sentencesDropped = outcome.sentencesDropped
    trace.hasModelFailed = outcome.hasModelFailed
    if (result.sources.length > 0) {
      trace.mode = 'written'
      trace.citedPages = outcome.citedPages
      recordUncitedDocuments(trace, question, outcome.passages)
      return result
    }
    if (outcome.isRefusal && !outcome.hasModelFailed) return refuse(question, listener)
    const notice = outcome.hasModelFailed ? modelUnavailableMessage(question.language) : ''
    trace.merged = undefined
    return quoted(question, findings, listener, trace, notice)
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
