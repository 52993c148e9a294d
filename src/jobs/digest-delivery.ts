import type { Viewer } from '../access/viewer.ts'
import { digestMarkdown } from '../digest/digest-markdown.ts'
import type { Digests } from '../digest/digests.ts'
import type { Inbox } from '../digest/inbox.ts'
import type { Subscriptions } from '../digest/subscriptions.ts'
import { AppError } from '../errors.ts'
import type { Assistant, Assistants } from '../library/assistants.ts'
import type { Database } from '../storage/database.ts'
import { memberAsViewer } from './asker.ts'
import { exponentialBackoff } from './backoff.ts'
import type { Callbacks } from './callbacks.ts'
import type { Job } from './job-store.ts'
import type { Jobs } from './jobs.ts'

/** What a schedule enqueues, and what that enqueues for each subscriber. */
const digestKind = 'digest'
const deliveryKind = 'digest-delivery'

const dayMs = 24 * 3600_000
/** Who has not been told for longer, because the service or the schedule stood still, is told the usual period. */
const longestPeriodDays = 31

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
  jobs: Jobs
  assistants: Assistants
  digests: Digests
  subscriptions: Subscriptions
  inbox: Inbox
  callbacks: Callbacks
  now: () => Date
  newId: () => string
}): void {
  jobs.register(digestKind, async (job) => {
    const { assistantId, scheduledFor } = job.payload as Occasion
    const memberIds = await subscriptions.subscribers(job.organizationId, assistantId)
    await database.transaction(async (store) => {
      for (const memberId of memberIds) {
        await jobs.enqueue(store, {
          organizationId: job.organizationId,
          kind: deliveryKind,
          payload: { assistantId, scheduledFor, memberId },
          uniqueKey: `${assistantId} ${scheduledFor} ${memberId}`,
        })
      }
    })
    return undefined
  })

  jobs.register(deliveryKind, deliver, {
    concurrency: 2,
    claimAhead: 0,
    backoff: exponentialBackoff({ attempts: 8, firstMs: 5000 }),
  })

  async function deliver(job: Job, { signal }: { signal: AbortSignal }): Promise<undefined> {
    const { organizationId } = job
    const { assistantId, memberId, ...occasion } = job.payload as Occasion & { memberId: string }
    const scheduledFor = new Date(occasion.scheduledFor)
    if (await inbox.has({ organizationId, memberId, assistantId, scheduledFor })) return
    const subscription = await subscriptions.find(organizationId, assistantId, memberId)
    const viewer = subscription && (await memberAsViewer(database, organizationId, memberId, now()))
    if (!viewer?.askEnabled) return
    const assistant = await visibleAssistant(viewer, assistantId)
    if (!assistant) return
    const digest = await digests.compose(viewer, assistant, await toldUntil(viewer, assistant), signal)
    const id = newId()
    const entry = { id, organizationId, memberId, assistantId, assistantName: assistant.name, scheduledFor }
    await database.transaction(async (store) => {
      if (!(await inbox.put(store, { ...entry, digest })) || !subscription?.webhookUrl) return
      const { assistantName } = entry
      const data = {
        id,
        assistantId,
        assistantName,
        scheduledFor: scheduledFor.toISOString(),
        digest: digestMarkdown(digest),
      }
      const body = JSON.stringify({ type: 'digest.delivered', timestamp: now().toISOString(), data })
      await callbacks.send(store, { organizationId, memberId, url: subscription.webhookUrl, body })
    })
  }

  async function toldUntil(viewer: Viewer, assistant: Assistant): Promise<Date | undefined> {
    const last = await inbox.toldUntil(viewer.organizationId, viewer.memberId, assistant.id)
    return last && now().getTime() - last.getTime() <= longestPeriodDays * dayMs ? last : undefined
  }

  /** Undefined where it was removed, or is not meant for this member any more. */
  async function visibleAssistant(viewer: Viewer, id: string): Promise<Assistant | undefined> {
    try {
      return await assistants.find(viewer, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'assistant-not-found') return undefined
      throw error
    }
  }
}

/** The schedule of an assistant's digests, but for its times. */
export function digestSchedule(assistantId: string) {
  return { name: `digest ${assistantId}`, kind: digestKind, payload: { assistantId } }
}

interface Occasion {
  assistantId: string
  scheduledFor: string
}
