import type { Caller } from '../access/caller.ts'
import type { Assistant, Assistants } from '../content/assistants.ts'
import type { Notes } from '../content/notes/notes.ts'
import type { DataSources } from '../content/sources/data-sources.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import type { Source } from '../contract/source.ts'
import { AppError } from '../errors.ts'
import { detectLanguage } from '../ingest/language-detection.ts'
import type { ChatModel } from '../models/chat.ts'
import type { Retrieval, RetrievalResult } from '../search/retrieval.ts'
import type { SearchScope } from '../search/search-scope.ts'
import { modelUnavailableMessage, notFoundMessage, outdatedMessage } from './answer-messages.ts'
import { type AnswerTrace, beginTrace, finishTrace, type PendingTrace } from './answer-trace.ts'
import { type CitedText, createCitationWriter } from './citations.ts'
import { extractAnswer } from './extractive-answer.ts'
import { generateAnswer } from './generative-answer.ts'
import { maxScoredPassages } from './sentence-scoring.ts'
import { dropSuperseded } from './supersession.ts'

export interface AnswerPipeline {
  ask(caller: Caller, request: AskRequest, listener?: AnswerListener): Promise<AnswerResult>
}

/** Hears the answer as it comes. */
export interface AnswerListener {
  /** The caller has gone: nothing more is computed. */
  signal?: AbortSignal
  onSource?(source: Source, number: number): void
  onDelta?(text: string): void
  /** How the answer came about, once it is there. */
  onTrace?(trace: AnswerTrace): void
}

/** How many passages a model gets to read. */
const maxPromptPassages = 8
/** Some of them may be replaced by newer editions. */
const maxRetrievedPassages = 40

/** From a question to a cited answer, out of what the asker may see. */
export function createAnswerPipeline({
  retrieval,
  notes,
  assistants,
  dataSources,
  chat,
  newMark,
  onModelFailure,
  clock = () => performance.now(),
}: {
  retrieval: Retrieval
  notes: Notes
  assistants: Assistants
  dataSources: Pick<DataSources, 'find'>
  /** Absent: answers are quoted, not written. */
  chat: ChatModel | undefined
  /** A word nobody can guess, drawn for each prompt. */
  newMark: () => string
  onModelFailure: (error: unknown) => void
  /** Milliseconds, from wherever. */
  clock?: () => number
}): AnswerPipeline {
  return {
    async ask(caller, request, listener = {}) {
      const assistant =
        request.assistantId === undefined ? undefined : await assistants.find(caller, request.assistantId)
      const scope = await scopeOf(caller, request, assistant)
      const startedAt = clock()
      const limit = { passages: maxRetrievedPassages }
      const found = await retrieval.find(caller, { question: request.question, scope, limit })
      const findings = { ...found, passages: dropSuperseded(request.question, found.passages) }
      const language = assistant?.language ?? detectLanguage(request.question)
      const question = { text: request.question, language, instructions: assistant?.instructions ?? '' }
      listener.signal?.throwIfAborted()
      const notes = beginTrace()
      const retrievalMs = clock() - startedAt
      const result = chat
        ? await written(chat, question, findings, listener, notes)
        : quoted(question, findings, listener, notes)
      listener.onTrace?.(
        finishTrace(notes, {
          found,
          kept: findings.passages,
          retrievalMs,
          totalMs: clock() - startedAt,
        }),
      )
      return result
    },
  }

  function quoted(
    question: Question,
    findings: RetrievalResult,
    listener: AnswerListener,
    notes: PendingTrace,
    note = '',
  ): AnswerResult {
    const writer = createCitationWriter(listener.onSource)
    notes.passagesRead = Math.max(notes.passagesRead, maxScoredPassages)
    for (const piece of extractAnswer(question.text, findings)) {
      recordCitedPassages(notes, piece)
      const added = writer.add(piece)
      listener.onDelta?.(added)
    }
    const result = writer.result()
    if (result.sources.length === 0) return refusal(question, listener)
    notes.mode = 'quoted'
    return withNotes(result, [outdatedNote(writer.outdatedSourceNumbers(), question), note], listener)
  }

  async function written(
    model: ChatModel,
    question: Question,
    findings: RetrievalResult,
    listener: AnswerListener,
    notes: PendingTrace,
  ): Promise<AnswerResult> {
    const { passages } = findings
    notes.model = model.name
    if (passages.length === 0) return refusal(question, listener)
    const writer = createCitationWriter(listener.onSource)
    const signal = listener.signal ?? new AbortController().signal
    let failure: unknown
    notes.passagesRead = maxPromptPassages
    try {
      const pieces = generateAnswer({
        chat: model,
        question: question.text,
        passages: passages.slice(0, maxPromptPassages),
        instructions: question.instructions,
        language: question.language,
        mark: newMark(),
        signal,
        onDropped: () => {
          notes.sentencesDropped += 1
        },
      })
      for await (const piece of pieces) {
        recordCitedPassages(notes, piece)
        const added = writer.add(piece)
        listener.onDelta?.(added)
      }
    } catch (error) {
      signal.throwIfAborted()
      onModelFailure(error)
      failure = error
      notes.hasModelFailed = true
    }
    const result = writer.result()
    // What was verified before a stream broke off is true, and stays.
    if (result.sources.length > 0) notes.mode = 'written'
    if (result.sources.length > 0)
      return withNotes(result, [outdatedNote(writer.outdatedSourceNumbers(), question)], listener)
    // The model said that the notes do not say, or nothing that they support: the quoted answer decides.
    return quoted(
      question,
      findings,
      listener,
      notes,
      failure ? modelUnavailableMessage(question.language) : '',
    )
  }

  function refusal(question: Question, listener: AnswerListener): AnswerResult {
    const answer = notFoundMessage(question.language)
    listener.onDelta?.(answer)
    return { answer, sources: [] }
  }

  function outdatedNote(numbers: readonly number[], { language }: Question): string {
    return numbers.length > 0 ? outdatedMessage(language, numbers) : ''
  }

  /** What the service itself has to add to an answer, each in a paragraph of its own. */
  function withNotes(
    { answer, sources }: AnswerResult,
    notes: readonly string[],
    listener: AnswerListener,
  ): AnswerResult {
    const added = notes.map((note) => note && `\n\n${note}`).join('')
    if (added) listener.onDelta?.(added)
    return { answer: answer + added, sources }
  }

  async function scopeOf(
    caller: Caller,
    { parentId, rootId }: AskRequest,
    assistant: Assistant | undefined,
  ): Promise<SearchScope> {
    const scope: SearchScope = {}
    if (parentId !== undefined) scope.underNote = (await parentNote(caller, parentId)).key
    if (rootId !== undefined) scope.dataSources = [(await dataSources.find(caller, rootId)).id]
    if (assistant?.scope) scope.anyOf = assistant.scope
    return scope
  }

  async function parentNote(caller: Caller, id: string) {
    try {
      return await notes.find(caller, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'not-found') {
        throw new AppError('parent-not-found', 'Parent note not found.')
      }
      throw error
    }
  }
}

interface Question {
  text: string
  language: string
  instructions: string
}

function recordCitedPassages({ citedChunks }: PendingTrace, { passages }: CitedText): void {
  for (const { chunkKey } of passages) citedChunks.add(chunkKey)
}
