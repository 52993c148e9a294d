import { sql } from 'kysely'
import { type Caller, issuedCredentialOf } from '../access/caller.ts'
import type { DeferredAnswer } from '../contract/answers.ts'
import type { AnswerResult, AskRequest } from '../contract/ask.ts'
import { disabledMessage } from '../contract/errors.ts'
import { dayMs } from '../durations.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { credentialOfJob, type JobCredential } from '../identity/job-credential.ts'
import { loadMemberAsCaller } from '../identity/load-caller.ts'
import { exponentialBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Job } from '../jobs/job-store.ts'
import { type PublicError, toPublicError } from '../public-error.ts'
import type { Database } from '../storage/database.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import type { AnswerPipeline } from './answer-pipeline.ts'
import { failDeferredTurn } from './conversation/thread-turn.ts'
import type { ThreadTurns } from './conversation/thread-turns.ts'
import { withCurrentSources } from './current-sources.ts'
import { presentCitations } from './written/linked-citations.ts'

/** How long an answer can be read. */
export const answerRetentionMs = 7 * dayMs

const answerJobKind = 'answer'
/** A report takes minutes: a kind of its own keeps other answers from waiting for it. */
const reportJobKind = 'report'

/** Answers questions in a background job. The asker reads the answer by its id, or gets it by callback. */
export function createDeferredAnswers({
  database,
  jobs,
  answering,
  threadTurns,
  callbacks,
  publicUrl,
  now,
  newId,
}: {
  database: Database
  jobs: JobQueue
  answering: AnswerPipeline
  threadTurns: ThreadTurns
  callbacks: Callbacks
  publicUrl: string
  now: () => Date
  newId: () => string
}) {
  for (const kind of [answerJobKind, reportJobKind]) {
    jobs.register(kind, answerQuestion, {
      purpose: 'answering',
      concurrency: 2,
      prefetch: 0,
      backoff: exponentialBackoff({ attempts: 4, initialMs: 2000 }),
      onDead: async (job) => {
        const question = await findQuestion(job)
        if (question && !question.hasFailed) await finish(job, question, { failure: unexpectedFailure })
      },
    })
  }

  callbacks.registerContent('answer', async (caller, { body, uncitedDocuments }) => {
    const posted = JSON.parse(body) as AnswerResult | PublicError
    if (!('sources' in posted)) return body
    const current = await withCurrentSources({ database, publicUrl }, caller, posted, uncitedDocuments)
    if (!current) return undefined
    // Otherwise all attempts post the same.
    const isComplete = current.related?.length === posted.related?.length
    return isComplete ? body : JSON.stringify({ ...posted, related: current.related })
  })

  async function answerQuestion(job: Job, { signal }: { signal: AbortSignal }): Promise<undefined> {
    const question = await findQuestion(job)
    if (!question) return
    const caller = await loadMemberAsCaller(database, job.organizationId, question.memberId, now())
    if (!caller) return finish(job, question, { failure: askerDisabled })
    if (!caller.askEnabled) return finish(job, question, { failure: askingDisabled })
    let result: AnswerResult
    let uncitedDocuments: readonly number[] = []
    const onUncitedDocuments = (keys: readonly number[]) => {
      uncitedDocuments = keys
    }
    try {
      const conversation =
        question.request.threadId === undefined ? undefined : await threadTurns.findDeferred(caller, answerId(job))
      result = await answering.ask(caller, question.request, { signal, onUncitedDocuments }, conversation)
    } catch (error) {
      if (error instanceof AppError && isPermanent(error.code)) {
        return finish(job, question, { failure: toPublicError(error) })
      }
      throw error
    }
    return finish(job, question, { result, uncitedDocuments })
  }

  /** Returns the question to answer. Undefined: it is answered, or expired. A failed one can be retried. */
  async function findQuestion(job: Job): Promise<PendingQuestion | undefined> {
    const { rows } = await sql<{ memberId: string; hasFailed: boolean; request: AskRequest | null }>`
      select member_id as "memberId", state = 'failed' as "hasFailed", request from pending_answer
      where org_id = ${job.organizationId} and id = ${answerId(job)} and state <> 'done'`.execute(database.unrestricted)
    const [row] = rows
    return row?.request ? { ...row, request: row.request } : undefined
  }

  /** Stores the outcome and enqueues its callback, both or neither. An outcome that is stored already stays. */
  async function finish(job: Job, { memberId, request }: PendingQuestion, outcome: Outcome): Promise<undefined> {
    const { organizationId } = job
    const result = outcome.result ? JSON.stringify(outcome.result) : null
    const failure = outcome.failure ? JSON.stringify(outcome.failure) : null
    const body = outcome.result ? JSON.stringify(presentCitations(outcome.result, request)) : (failure ?? '')
    // Of an answered question, only the form of its answer is kept, and what to check before it is read.
    const { uncitedDocuments = [] } = outcome
    const kept: KeptRequest = {
      ...(request.citations && { citations: request.citations }),
      ...(uncitedDocuments.length > 0 && { uncitedDocuments }),
    }
    await database.transaction(async (store) => {
      const { numAffectedRows = 0n } = await sql`
        update pending_answer set state = ${failure === null ? 'done' : 'failed'}, result = ${result}::jsonb,
          failure = ${failure}::jsonb, finished_at = ${now()},
          request = case when ${failure === null} then ${JSON.stringify(kept)}::jsonb else request end
        where org_id = ${organizationId} and id = ${answerId(job)}
          and (state = 'pending' or (state = 'failed' and ${failure === null}))`.execute(store)
      if (failure !== null) await failDeferredTurn(store, { organizationId, answerId: answerId(job) })
      if (numAffectedRows === 0n || request.callbackUrl === undefined) return
      const credential = credentialOfJob(payloadOf(job))
      const callback = { organizationId, memberId, credential, url: request.callbackUrl, body, answerId: answerId(job) }
      await callbacks.enqueue(store, { ...callback, content: 'answer', uncitedDocuments })
    })
    return undefined
  }

  return {
    /** Accepts a question and returns the id to read its answer by. */
    async create(caller: Caller, request: AskRequest): Promise<{ id: string }> {
      if (request.callbackUrl !== undefined) await callbacks.validateUrl(request.callbackUrl)
      const { organizationId, memberId } = caller
      const id = newId()
      await database.transaction(async (store) => {
        await sql`
          insert into pending_answer (org_id, id, member_id, request, created_at)
          values (${organizationId}, ${id}, ${memberId}, ${JSON.stringify(request)}::jsonb, ${now()})`.execute(store)
        const { threadId } = request
        const expiresAt = new Date(now().getTime() + answerRetentionMs)
        if (threadId !== undefined)
          await threadTurns.begin(store, caller, { ...request, threadId }, { expiresAt, answerId: id })
        await jobs.enqueue(store, {
          organizationId,
          kind: request.mode === 'research' ? reportJobKind : answerJobKind,
          payload: { answerId: id, credential: issuedCredentialOf(caller) } satisfies AnswerJobPayload,
        })
      })
      return { id }
    },

    /** Returns an answer to the member who asked; for everyone else it does not exist. */
    async read(caller: Caller, id: string): Promise<DeferredAnswer> {
      const { rows } = await sql<AnswerRow>`
        select id, state, result, failure, request->>'citations' as citations,
          request->'uncitedDocuments' as "uncitedDocuments" from pending_answer
        where org_id = ${caller.organizationId} and id = ${id} and member_id = ${caller.memberId}
          and created_at > ${new Date(now().getTime() - answerRetentionMs)}`.execute(database.unrestricted)
      const [row] = rows
      if (!row) throw new AppError('not-found', 'There is no such answer.')
      if (row.state === 'done' && row.result) {
        const result = await withCurrentSources({ database, publicUrl }, caller, row.result, row.uncitedDocuments ?? [])
        if (!result) return { id, state: 'failed', error: sourcesUnavailable }
        return { id, state: 'done', result: presentCitations(result, { citations: row.citations ?? undefined }) }
      }
      return { id, state: row.state, ...(row.failure && { error: row.failure }) }
    },

    async deleteExpired(at: Date): Promise<void> {
      await sql`
        delete from pending_answer where created_at <= ${new Date(at.getTime() - answerRetentionMs)}`.execute(
        database.unrestricted,
      )
    },
  }
}

export type DeferredAnswers = ReturnType<typeof createDeferredAnswers>

type Outcome =
  | { result: AnswerResult; uncitedDocuments: readonly number[]; failure?: never }
  | { failure: PublicError; uncitedDocuments?: never; result?: never }

interface PendingQuestion {
  memberId: string
  /** It failed before, and an admin retried the job. */
  hasFailed: boolean
  request: AskRequest
}

/** What stays of the request of an answered question. */
interface KeptRequest extends Pick<AskRequest, 'citations'> {
  /** The keys of documents that the answer takes words from without citing them. */
  uncitedDocuments?: readonly number[]
}

interface AnswerRow {
  id: string
  state: DeferredAnswer['state']
  result: AnswerResult | null
  failure: PublicError | null
  citations: 'markdown' | null
  uncitedDocuments: number[] | null
}

interface AnswerJobPayload extends JobCredential {
  answerId: string
}

function payloadOf(job: Job): AnswerJobPayload {
  return job.payload as AnswerJobPayload
}

function answerId(job: Job): string {
  return payloadOf(job).answerId
}

/** Tells whether a retry would fail the same way. */
function isPermanent(code: ErrorCode): boolean {
  return code !== 'unavailable' && code !== 'internal' && code !== 'rate-limit'
}

const askerDisabled: PublicError = { message: 'The person who asked has been disabled.', id: 'forbidden' }
const askingDisabled: PublicError = { message: disabledMessage, id: 'askx-disabled' }
const unexpectedFailure: PublicError = {
  message: 'Something went wrong on our side. Please ask again.',
  id: 'internal',
}
const sourcesUnavailable: PublicError = {
  message: 'Something that this answer cites has been changed or is no longer available. Please ask again.',
  id: 'not-found',
}
