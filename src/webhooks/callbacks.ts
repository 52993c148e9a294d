import { sql } from 'kysely'
import type { Caller, IssuedCredential } from '../access/caller.ts'
import { AppError, truncateValue } from '../errors.ts'
import { isCredentialRevoked } from '../identity/is-credential-revoked.ts'
import { credentialOfJob, type JobCredential } from '../identity/job-credential.ts'
import { loadMemberAsCaller } from '../identity/load-caller.ts'
import { tableBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { JobOutcome } from '../jobs/job-runner.ts'
import type { Job } from '../jobs/job-store.ts'
import type { AddressGuard } from '../net/address-guard.ts'
import { createGuardedFetch } from '../net/guarded-fetch.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { CallbackSecrets } from './callback-secrets.ts'

export interface NewCallback {
  organizationId: string
  /** The member who asked for it. Nothing is sent for a disabled member. */
  memberId: string
  /** The key or token that asked for it. Nothing is sent once it is revoked. */
  credential?: IssuedCredential | undefined
  url: string
  content: CallbackContent
  body: string
  /** The id that a 202 gave, by which the receiver matches the callback. */
  answerId?: string
  /** The keys of documents that the body takes words from without citing them. */
  uncitedDocuments?: readonly number[]
}

export type CallbackContent = 'answer' | 'digest'

/**
 * Returns the body to post now, without anything that the member can no longer see. Undefined: nothing of it can be sent.
 * Called before each attempt, because a body quotes and must not outlive access to what it quotes.
 */
export type RefreshBody = (
  caller: Caller,
  callback: { body: string; url: string; uncitedDocuments: readonly number[] },
) => Promise<string | undefined>

export type Callbacks = ReturnType<typeof createCallbacks>

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs

/**
 * Pauses between attempts, documented for receivers: eleven attempts in all. Each pause is lengthened by up to a tenth, so
 * the last attempt follows 21 h 42 min to 23 h 53 min after the first.
 */
export const callbackRetryDelaysMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  1 * hourMs,
  2 * hourMs,
  4 * hourMs,
  6 * hourMs,
  8 * hourMs,
] as const
export const callbackRetryJitter = 0.1
const callbackTimeoutMs = 15 * secondMs

const callbackJobKind = 'callback'

/**
 * Posts callbacks, signed as in Standard Webhooks. A status from 200 to 299 means delivered, 410 that the receiver wants no
 * more; anything else is retried. All attempts have the same id, so that a receiver recognizes a repeated delivery after a
 * crash.
 */
export function createCallbacks({
  database,
  jobs,
  guard,
  secrets,
  now,
  newId,
  timeoutMs = callbackTimeoutMs,
}: {
  database: Database
  jobs: JobQueue
  guard: AddressGuard
  secrets: CallbackSecrets
  now: () => Date
  newId: () => string
  timeoutMs?: number
}) {
  const guardedFetch = createGuardedFetch({ guard, httpsOnly: false, timeoutMs, maxResponseBytes: 0 })
  const refreshers = new Map<CallbackContent, RefreshBody>()

  jobs.register(callbackJobKind, deliver, {
    concurrency: 16,
    prefetch: 0,
    // The request's own timeout fires first.
    timeoutMs: timeoutMs + 15 * secondMs,
    backoff: tableBackoff(callbackRetryDelaysMs, callbackRetryJitter),
    onDead: async (job) => {
      await sql`
        update callback_delivery set state = 'failed', finished_at = ${now()}
        where org_id = ${job.organizationId} and id = ${deliveryId(job)} and state = 'waiting'`.execute(
        database.unrestricted,
      )
    },
  })

  async function deliver(job: Job, { signal }: { signal: AbortSignal }): Promise<JobOutcome> {
    const id = deliveryId(job)
    const delivery = await find(job.organizationId, id)
    if (!delivery || delivery.state === 'delivered') return
    if (delivery.body === null) return { giveUp: 'The body has expired and is no longer stored.' }
    const credential = credentialOfJob(payloadOf(job))
    if (credential && (await isCredentialRevoked(database, job.organizationId, credential)))
      return { giveUp: 'The API key or token that asked for this has been revoked.' }
    const caller = await loadMemberAsCaller(database, job.organizationId, delivery.memberId, now())
    if (!caller) return { giveUp: 'The person who asked for this has been disabled.' }
    const { uncitedDocuments = [] } = payloadOf(job)
    const refresh = refresherOf(job, delivery.body)
    const body = await refresh(caller, { body: delivery.body, url: delivery.url, uncitedDocuments })
    if (body === undefined) return { giveUp: 'The person who asked for this can no longer see what it quotes.' }
    const attempt = await post(job, delivery.url, body, signal)
    // Interrupted by our own stop: does not count as an attempt.
    if (signal.aborted && attempt.status === undefined) throw new Error('Interrupted')
    const isDelivered = attempt.error === undefined
    await database.transaction(async (store) => {
      await sql`
        insert into callback_attempt (org_id, delivery_id, at, duration_ms, status, error)
        values (${job.organizationId}, ${id}, ${attempt.at}, ${attempt.durationMs}, ${attempt.status ?? null},
          ${attempt.error ?? null})`.execute(store)
      await sql`
        update callback_delivery set
          state = ${isDelivered ? 'delivered' : 'waiting'}, finished_at = ${isDelivered ? now() : null},
          body = case when ${isDelivered} then null else body end
        where org_id = ${job.organizationId} and id = ${id}`.execute(store)
    })
    if (isDelivered) return
    if (attempt.status === 410) return { giveUp: 'The receiver is gone (410).' }
    throw new Error(attempt.error)
  }

  async function post(job: Job, url: string, body: string, signal: AbortSignal): Promise<DeliveryAttempt> {
    const at = now()
    const startedMs = performance.now()
    const toAttempt = (result: { status?: number; error?: string }): DeliveryAttempt => ({
      at,
      durationMs: Math.round(performance.now() - startedMs),
      ...result,
    })
    try {
      const { status } = await guardedFetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Lorewell',
          ...answerIdHeader(job),
          ...(await secrets.sign(job.organizationId, `msg_${deliveryId(job)}`, body)),
        },
        body,
        signal,
      })
      return toAttempt(status >= 200 && status < 300 ? { status } : { status, error: describeStatus(status) })
    } catch (error) {
      return toAttempt({ error: describeDeliveryError(error, timeoutMs) })
    }
  }

  function refresherOf(job: Job, body: string): RefreshBody {
    const content = contentOf(job, body)
    const refresh = refreshers.get(content)
    if (!refresh) throw new Error(`Nothing refreshes callbacks with the content ${content}.`)
    return refresh
  }

  async function find(organizationId: string, id: string) {
    const { rows } = await sql<{ memberId: string; url: string; body: string | null; state: string }>`
      select d.member_id as "memberId", d.url, d.body, d.state from callback_delivery d
      where d.org_id = ${organizationId} and d.id = ${id}`.execute(database.unrestricted)
    return rows[0]
  }

  return {
    /** Registers what brings bodies of this content up to date. */
    registerContent(content: CallbackContent, refresh: RefreshBody): void {
      refreshers.set(content, refresh)
    },

    /** Throws a validation error for the field if callbacks cannot go to the URL. */
    async validateUrl(url: string, field = 'callbackUrl'): Promise<void> {
      const problem = await guard.validateUrl(url)
      if (problem === undefined) return
      throw new AppError('validation', 'Validation Failed', {
        details: { [field]: { message: problem, value: truncateValue(url) } },
      })
    },

    /** Enqueues within the caller's transaction. Once that commits, the callback is sent, even after a crash. */
    async enqueue(store: Sql, callback: NewCallback): Promise<{ id: string }> {
      const id = newId()
      const { content, credential, answerId, uncitedDocuments } = callback
      await sql`
        insert into callback_delivery (org_id, id, member_id, url, body, created_at)
        values (${callback.organizationId}, ${id}, ${callback.memberId}, ${callback.url}, ${callback.body},
          ${now()})`.execute(store)
      await jobs.enqueue(store, {
        organizationId: callback.organizationId,
        kind: callbackJobKind,
        payload: { deliveryId: id, content, credential, answerId, uncitedDocuments } satisfies CallbackJobPayload,
      })
      return { id }
    },
  }
}

interface DeliveryAttempt {
  at: Date
  durationMs: number
  status?: number
  error?: string
}

interface CallbackJobPayload extends JobCredential {
  deliveryId: string
  /** Undefined for a job of an earlier version. */
  content?: CallbackContent
  answerId?: string | undefined
  uncitedDocuments?: readonly number[] | undefined
}

function payloadOf(job: Job): CallbackJobPayload {
  return job.payload as CallbackJobPayload
}

function deliveryId(job: Job): string {
  return payloadOf(job).deliveryId
}

function contentOf(job: Job, body: string): CallbackContent {
  const { content } = payloadOf(job)
  if (content) return content
  const { type } = JSON.parse(body) as { type?: string }
  return type === 'digest.delivered' ? 'digest' : 'answer'
}

function answerIdHeader(job: Job): Record<string, string> {
  const { answerId } = payloadOf(job)
  return answerId === undefined ? {} : { 'lorewell-answer-id': answerId }
}

function describeStatus(status: number): string {
  return status >= 300 && status < 400
    ? `The receiver answered ${status}; redirects are not followed.`
    : `The receiver answered ${status}.`
}

function describeDeliveryError(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `The receiver did not answer within ${timeoutMs / 1000} seconds.`
  return (error.message || error.name).slice(0, 500)
}
