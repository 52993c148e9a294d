import type { Caller } from '../access/caller.ts'
import type { Assistant, Assistants } from '../content/assistants.ts'
import { dayMs } from '../durations.ts'
import { AppError } from '../errors.ts'
import { loadMemberAsCaller } from '../identity/load-caller.ts'
import { exponentialBackoff } from '../jobs/backoff.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import type { Job } from '../jobs/job-store.ts'
import type { Database } from '../storage/database.ts'
import type { Callbacks } from '../webhooks/callbacks.ts'
import type { DigestMail } from './digest-mail.ts'
import { renderDigestMarkdown } from './digest-markdown.ts'
import type { Digests } from './digests.ts'
import { type Inbox, isEmptyDigest } from './inbox.ts'
import type { Subscriptions } from './subscriptions.ts'

/** Enqueued by a schedule; it enqueues a delivery for each subscriber. */
const digestJobKind = 'digest'
const digestDeliveryJobKind = 'digest-delivery'

/** After a longer gap (service stopped, schedule removed) a digest covers the assistant's usual period. */
const maxPeriodDays = 31

/**
 * Delivers scheduled digests. One job finds the subscribers; one job for each of them composes and delivers. After a crash
 * any of them can run twice: the unique keys of jobs and inbox entries ensure that a digest arrives once. Each digest
 * starts where the last one ended, so that nothing is repeated or left out.
 */
export function createDigestDelivery({
  database,
  jobs,
  assistants,
  digests,
  subscriptions,
  inbox,
  callbacks,
  digestMail,
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
  digestMail: DigestMail
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
    backoff: exponentialBackoff({ attempts: 8, initialMs: 5000 }),
  })

  callbacks.registerContent('digest', async (caller, { body, url }) => {
    const message = JSON.parse(body) as DigestMessage
    const { id, assistantId } = message.data
    const subscription = await subscriptions.find(caller.organizationId, assistantId, caller.memberId)
    if (subscription?.webhookUrl !== url || !(await visibleAssistant(caller, assistantId))) return undefined
    const entry = await inbox.find(caller, id)
    return entry && JSON.stringify({ ...message, data: { ...message.data, digest: entry.digest } })
  })

  async function deliver(job: Job, { signal }: { signal: AbortSignal }): Promise<undefined> {
    const { organizationId } = job
    const { assistantId, memberId, ...due } = job.payload as DigestJobPayload & { memberId: string }
    const scheduledFor = new Date(due.scheduledFor)
    if (await inbox.has({ organizationId, memberId, assistantId, scheduledFor })) return
    const subscription = await subscriptions.find(organizationId, assistantId, memberId)
    const caller = subscription && (await loadMemberAsCaller(database, organizationId, memberId, now()))
    if (!caller?.askEnabled) return
    const assistant = await visibleAssistant(caller, assistantId)
    if (!assistant) return
    const digest = await digests.compose(caller, assistant, await coveredUntil(caller, assistant), signal)
    const id = newId()
    const entry = { id, organizationId, memberId, assistantId, assistantName: assistant.name, scheduledFor }
    await database.transaction(async (store) => {
      if (!(await inbox.insert(store, { ...entry, digest }))) return
      if (subscription?.byEmail && !isEmptyDigest(digest))
        await digestMail.enqueue(store, organizationId, { memberId, digestId: id })
      if (!subscription?.webhookUrl) return
      const { assistantName } = entry
      const data = {
        id,
        assistantId,
        assistantName,
        scheduledFor: scheduledFor.toISOString(),
        digest: renderDigestMarkdown(digest),
      }
      const message: DigestMessage = { type: 'digest.delivered', timestamp: now().toISOString(), data }
      const body = JSON.stringify(message)
      await callbacks.enqueue(store, {
        organizationId,
        memberId,
        url: subscription.webhookUrl,
        content: 'digest',
        body,
      })
    })
  }

  async function coveredUntil(caller: Caller, assistant: Assistant): Promise<Date | undefined> {
    const last = await inbox.coveredUntil(caller.organizationId, caller.memberId, assistant.id)
    const agoMs = now().getTime() - (last?.getTime() ?? 0)
    // A time to come is that of a clock that was wrong.
    return agoMs >= 0 && agoMs <= maxPeriodDays * dayMs ? last : undefined
  }

  /** Returns undefined if it was removed or the member can no longer see it. */
  async function visibleAssistant(caller: Caller, id: string): Promise<Assistant | undefined> {
    try {
      return await assistants.find(caller, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'assistant-not-found') return undefined
      throw error
    }
  }
}

/** Returns the schedule of an assistant's digests, without its times. */
export function digestSchedule(assistantId: string) {
  return { name: `digest ${assistantId}`, kind: digestJobKind, payload: { assistantId } }
}

/** The body that a webhook gets. */
interface DigestMessage {
  type: 'digest.delivered'
  timestamp: string
  data: { id: string; assistantId: string; assistantName: string; scheduledFor: string; digest: string }
}

interface DigestJobPayload {
  assistantId: string
  scheduledFor: string
}
