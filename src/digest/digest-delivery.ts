import type { Caller } from '../access/caller.ts'
import type { Assistant, Assistants } from '../content/assistants.ts'
import { AppError } from '../errors.ts'
import { loadMemberAsCaller } from '../identity/load-caller.ts'
import { exponentialBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Job } from '../jobs/job-store.ts'
import type { Database } from '../storage/database.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import { renderDigestMarkdown } from './digest-markdown.ts'
import type { Digests } from './digests.ts'
import type { Inbox } from './inbox.ts'
import type { Subscriptions } from './subscriptions.ts'

/** What a schedule enqueues, and what that enqueues for each subscriber. */
const digestJobKind = 'digest'
const digestDeliveryJobKind = 'digest-delivery'

const dayMs = 24 * 3600_000
/** Who has not been told for longer, because the service or the schedule stood still, is told the usual period. */
const maxPeriodDays = 31

/**
 * Delivers the digests of a schedule. One job finds the subscribers, one for each of them composes and delivers. All of
 * it may run twice, after a crash: the keys of the jobs and of the inbox make sure that a digest arrives once. Each
 * tells from where the last one ended, so that nothing is told twice and nothing is left out.
 */
export function createDigestDelivery({
  database,
  jobs,
  assistants,
  digests,
  subscriptions,
  inbox,
  callbacks,
  now,
  newId,
}: {
  database: Database
  jobs: JobQueue
  assistants: Assistants
  digests: Digests
  subscriptions: Subscriptions
  inbox: Inbox
  callbacks: Callbacks
  now: () => Date
  newId: () => string
}): void {
  jobs.register(digestJobKind, async (job) => {
    const { assistantId, scheduledFor } = job.payload as DigestJobPayload
    const memberIds = await subscriptions.subscribers(job.organizationId, assistantId)
    await database.transaction(async (store) => {
      for (const memberId of memberIds) {
        await jobs.enqueue(store, {
          organizationId: job.organizationId,
          kind: digestDeliveryJobKind,
          payload: { assistantId, scheduledFor, memberId },
          uniqueKey: `${assistantId} ${scheduledFor} ${memberId}`,
        })
      }
    })
    return undefined
  })

  jobs.register(digestDeliveryJobKind, deliver, {
    concurrency: 2,
    prefetch: 0,
    backoff: exponentialBackoff({ attempts: 8, firstMs: 5000 }),
  })

  async function deliver(job: Job, { signal }: { signal: AbortSignal }): Promise<undefined> {
    const { organizationId } = job
    const { assistantId, memberId, ...occasion } = job.payload as DigestJobPayload & { memberId: string }
    const scheduledFor = new Date(occasion.scheduledFor)
    if (await inbox.has({ organizationId, memberId, assistantId, scheduledFor })) return
    const subscription = await subscriptions.find(organizationId, assistantId, memberId)
    const caller = subscription && (await loadMemberAsCaller(database, organizationId, memberId, now()))
    if (!caller?.askEnabled) return
    const assistant = await visibleAssistant(caller, assistantId)
    if (!assistant) return
    const digest = await digests.compose(caller, assistant, await toldUntil(caller, assistant), signal)
    const id = newId()
    const entry = { id, organizationId, memberId, assistantId, assistantName: assistant.name, scheduledFor }
    await database.transaction(async (store) => {
      if (!(await inbox.insert(store, { ...entry, digest })) || !subscription?.webhookUrl) return
      const { assistantName } = entry
      const data = {
        id,
        assistantId,
        assistantName,
        scheduledFor: scheduledFor.toISOString(),
        digest: renderDigestMarkdown(digest),
      }
      const body = JSON.stringify({ type: 'digest.delivered', timestamp: now().toISOString(), data })
      await callbacks.enqueue(store, { organizationId, memberId, url: subscription.webhookUrl, body })
    })
  }

  async function toldUntil(caller: Caller, assistant: Assistant): Promise<Date | undefined> {
    const last = await inbox.coveredUntil(caller.organizationId, caller.memberId, assistant.id)
    return last && now().getTime() - last.getTime() <= maxPeriodDays * dayMs ? last : undefined
  }

  /** Undefined where it was removed, or is not meant for this member any more. */
  async function visibleAssistant(caller: Caller, id: string): Promise<Assistant | undefined> {
    try {
      return await assistants.find(caller, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'assistant-not-found') return undefined
      throw error
    }
  }
}

/** The schedule of an assistant's digests, but for its times. */
export function digestSchedule(assistantId: string) {
  return { name: `digest ${assistantId}`, kind: digestJobKind, payload: { assistantId } }
}

interface DigestJobPayload {
  assistantId: string
  scheduledFor: string
}
