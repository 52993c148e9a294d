import type { Caller } from '../access/caller.ts'
import type { DeferredAnswer } from '../contract/answers.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { disabledMessage } from '../contract/errors.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { loadMemberAsCaller } from '../identity/member-caller.ts'
import { exponentialBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Job } from '../jobs/job-store.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import type { AnswerListener, AnswerPipeline } from './answer-pipeline.ts'
import type { AnswerFailure, DeferredAnswers, PendingQuestion } from './deferred-answers.ts'

export type AskOutcome = { kind: 'answer'; result: AnswerResult } | { kind: 'accepted'; id: string }

export interface AskService {
  /** Answers now. Where a callback is wanted, it is certain to be sent once this returns. */
  answer(caller: Caller, request: AskRequest, listener?: AnswerListener): Promise<AnswerResult>
  /** Answers now, or promises to. */
  ask(caller: Caller, request: AskRequest, options: { prefersAsync: boolean }): Promise<AskOutcome>
  /** An answer that was promised, for its asker. */
  readDeferred(caller: Caller, id: string): Promise<DeferredAnswer>
}

const answerJobKind = 'answer'

/** Takes questions in: answers at once or later, to the asker or to an address of theirs as well. */
export function createAskService({
  database,
  jobs,
  answering,
  callbacks,
  answers,
  now,
  newId,
}: {
  database: Database
  jobs: JobQueue
  answering: AnswerPipeline
  callbacks: Callbacks
  answers: DeferredAnswers
  now: () => Date
  newId: () => string
}): AskService {
  jobs.register(answerJobKind, answerLater, {
    concurrency: 2,
    prefetch: 0,
    backoff: exponentialBackoff({ attempts: 4, firstMs: 2000 }),
    onDead: async (job) => {
      const question = await answers.findQuestion(job.organizationId, answerId(job))
      if (question && !question.hasFailed) await fail(job, question, unexpectedFailure)
    },
  })

  async function answerLater(job: Job, { signal }: { signal: AbortSignal }): Promise<undefined> {
    const question = await answers.findQuestion(job.organizationId, answerId(job))
    if (!question) return
    const caller = await loadMemberAsCaller(database, job.organizationId, question.memberId, now())
    if (!caller) return fail(job, question, askerDisabled)
    if (!caller.askEnabled) return fail(job, question, { message: disabledMessage, id: 'askx-disabled' })
    let result: AnswerResult
    try {
      result = await answering.ask(caller, question.request, { signal })
    } catch (error) {
      if (error instanceof AppError && isPermanent(error.code)) {
        return fail(job, question, { message: error.message, id: error.code })
      }
      throw error
    }
    await end(job, question, { result })
  }

  function fail(job: Job, question: PendingQuestion, failure: AnswerFailure): Promise<undefined> {
    return end(job, question, { failure })
  }

  /** The answer and its callback, together or not at all. */
  async function end(
    job: Job,
    question: PendingQuestion,
    ending: { result: AnswerResult } | { failure: AnswerFailure },
  ) {
    await database.transaction(async (store) => {
      if (!(await answers.end(store, job.organizationId, answerId(job), ending))) return
      const asker = { organizationId: job.organizationId, memberId: question.memberId }
      await send(store, asker, question.request, 'result' in ending ? ending.result : ending.failure)
    })
    return undefined
  }

  async function send(
    store: Sql,
    { organizationId, memberId }: { organizationId: string; memberId: string },
    { callbackUrl }: AskRequest,
    body: AnswerResult | AnswerFailure,
  ): Promise<void> {
    if (callbackUrl === undefined) return
    await callbacks.enqueue(store, { organizationId, memberId, url: callbackUrl, body: JSON.stringify(body) })
  }

  const check = async ({ callbackUrl }: AskRequest) => {
    if (callbackUrl !== undefined) await callbacks.validateUrl(callbackUrl)
  }

  const answer: AskService['answer'] = async (caller, request, listener) => {
    await check(request)
    const result = await answering.ask(caller, request, listener)
    if (request.callbackUrl !== undefined)
      await database.transaction((store) => send(store, caller, request, result))
    return result
  }

  return {
    answer,
    async ask(caller, request, { prefersAsync }) {
      if (!prefersAsync) return { kind: 'answer', result: await answer(caller, request) }
      await check(request)
      const id = newId()
      await database.transaction(async (store) => {
        await answers.create(store, caller, id, request)
        await jobs.enqueue(store, {
          organizationId: caller.organizationId,
          kind: answerJobKind,
          payload: { answerId: id },
        })
      })
      return { kind: 'accepted', id }
    },
    readDeferred: answers.read,
  }
}

function answerId(job: Job): string {
  return (job.payload as { answerId: string }).answerId
}

/** What asking again will not change. */
function isPermanent(code: ErrorCode): boolean {
  return code !== 'unavailable' && code !== 'internal' && code !== 'rate-limit'
}

const askerDisabled: AnswerFailure = { message: 'The person who asked has been disabled.', id: 'forbidden' }
const unexpectedFailure: AnswerFailure = {
  message: 'Something went wrong on our side. Please ask again.',
  id: 'internal',
}
