import type { Viewer } from '../access/viewer.ts'
import type { Answering, AnswerListener } from '../answer/answering.ts'
import type { LaterAnswer } from '../contract/answers.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { disabledMessage } from '../contract/errors.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import type { Database, Sql } from '../storage/database.ts'
import { memberAsViewer } from './asker.ts'
import { exponentialBackoff } from './backoff.ts'
import type { Callbacks } from './callbacks.ts'
import type { Job } from './job-store.ts'
import type { Jobs } from './jobs.ts'
import type { Failure, LaterAnswers, OpenQuestion } from './later-answers.ts'

export type Asked = { kind: 'answer'; result: AnswerResult } | { kind: 'accepted'; id: string }

export interface AskDesk {
  /** Answers now. Where a callback is wanted, it is certain to be sent once this returns. */
  answer(viewer: Viewer, request: AskRequest, listener?: AnswerListener): Promise<AnswerResult>
  /** Answers now, or promises to. */
  ask(viewer: Viewer, request: AskRequest, options: { prefersAsync: boolean }): Promise<Asked>
  /** An answer that was promised, for its asker. */
  read(viewer: Viewer, id: string): Promise<LaterAnswer>
}

const kind = 'answer'

/** Takes questions in: answers at once or later, to the asker or to an address of theirs as well. */
export function createAskDesk({
  database,
  jobs,
  answering,
  callbacks,
  answers,
  now,
  newId,
}: {
  database: Database
  jobs: Jobs
  answering: Answering
  callbacks: Callbacks
  answers: LaterAnswers
  now: () => Date
  newId: () => string
}): AskDesk {
  jobs.register(kind, answerLater, {
    concurrency: 2,
    claimAhead: 0,
    backoff: exponentialBackoff({ attempts: 4, firstMs: 2000 }),
    onDead: async (job) => {
      const question = await answers.question(job.organizationId, answerId(job))
      if (question && !question.hasFailed) await fail(job, question, unexpected)
    },
  })

  async function answerLater(job: Job, { signal }: { signal: AbortSignal }): Promise<undefined> {
    const question = await answers.question(job.organizationId, answerId(job))
    if (!question) return
    const viewer = await memberAsViewer(database, job.organizationId, question.memberId, now())
    if (!viewer) return fail(job, question, leftAsker)
    if (!viewer.askEnabled) return fail(job, question, { message: disabledMessage, id: 'askx-disabled' })
    let result: AnswerResult
    try {
      result = await answering.ask(viewer, question.request, { signal })
    } catch (error) {
      if (error instanceof AppError && isFinal(error.code)) {
        return fail(job, question, { message: error.message, id: error.code })
      }
      throw error
    }
    await end(job, question, { result })
  }

  function fail(job: Job, question: OpenQuestion, failure: Failure): Promise<undefined> {
    return end(job, question, { failure })
  }

  /** The answer and its callback, together or not at all. */
  async function end(
    job: Job,
    question: OpenQuestion,
    ending: { result: AnswerResult } | { failure: Failure },
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
    body: AnswerResult | Failure,
  ): Promise<void> {
    if (callbackUrl === undefined) return
    await callbacks.send(store, { organizationId, memberId, url: callbackUrl, body: JSON.stringify(body) })
  }

  const check = async ({ callbackUrl }: AskRequest) => {
    if (callbackUrl !== undefined) await callbacks.check(callbackUrl)
  }

  const answer: AskDesk['answer'] = async (viewer, request, listener) => {
    await check(request)
    const result = await answering.ask(viewer, request, listener)
    if (request.callbackUrl !== undefined)
      await database.transaction((store) => send(store, viewer, request, result))
    return result
  }

  return {
    answer,
    async ask(viewer, request, { prefersAsync }) {
      if (!prefersAsync) return { kind: 'answer', result: await answer(viewer, request) }
      await check(request)
      const id = newId()
      await database.transaction(async (store) => {
        await answers.open(store, viewer, id, request)
        await jobs.enqueue(store, {
          organizationId: viewer.organizationId,
          kind,
          payload: { answerId: id },
        })
      })
      return { kind: 'accepted', id }
    },
    read: answers.read,
  }
}

function answerId(job: Job): string {
  return (job.payload as { answerId: string }).answerId
}

/** What asking again will not change. */
function isFinal(code: ErrorCode): boolean {
  return code !== 'unavailable' && code !== 'internal' && code !== 'rate-limit'
}

const leftAsker: Failure = { message: 'The person who asked has been disabled.', id: 'forbidden' }
const unexpected: Failure = {
  message: 'Something went wrong on our side. Please ask again.',
  id: 'internal',
}
