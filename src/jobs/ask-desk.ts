import type { Viewer } from '../access/viewer.ts'
import type { Answering } from '../answer/answering.ts'
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
  /** Answers now, or promises to; where a callback is wanted, it is certain to be sent once this returns. */
  ask(viewer: Viewer, request: AskRequest, options: { prefersAsync: boolean }): Promise<Asked>
  /** Refuses a callback address that we would not go to. For doors that answer by themselves, such as a stream. */
  checkCallback(request: AskRequest): Promise<void>
  /** Makes sure that the callback is sent, if one is wanted. Before the last byte of the answer is. */
  sendCallback(viewer: Viewer, request: AskRequest, result: AnswerResult): Promise<void>
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
    backoff: exponentialBackoff({ attempts: 4, firstMs: 2000 }),
    onDead: async (job) => {
      const question = await answers.question(job.organizationId, answerId(job))
      if (question && !question.hasFailed) await fail(job, question, unexpected)
    },
  })

  async function answerLater(job: Job): Promise<undefined> {
    const question = await answers.question(job.organizationId, answerId(job))
    if (!question) return
    const viewer = await memberAsViewer(database, job.organizationId, question.memberId, now())
    if (!viewer) return fail(job, question, leftAsker)
    if (!viewer.askEnabled) return fail(job, question, { message: disabledMessage, id: 'askx-disabled' })
    let result: AnswerResult
    try {
      result = await answering.ask(viewer, question.request)
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

  const checkCallback = async ({ callbackUrl }: AskRequest) => {
    if (callbackUrl !== undefined) await callbacks.check(callbackUrl)
  }

  const sendCallback = async (viewer: Viewer, request: AskRequest, result: AnswerResult) => {
    if (request.callbackUrl === undefined) return
    await database.transaction((store) => send(store, viewer, request, result))
  }

  return {
    async ask(viewer, request, { prefersAsync }) {
      await checkCallback(request)
      if (!prefersAsync) {
        const result = await answering.ask(viewer, request)
        await sendCallback(viewer, request, result)
        return { kind: 'answer', result }
      }
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
    checkCallback,
    sendCallback,
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
