import type { FastifyInstance } from 'fastify'
import { requireScope } from '../../access/caller.ts'
import type { InboxEntryBody } from '../../contract/inbox.ts'
import { inboxEndpoints as endpoints } from '../../contract/inbox-endpoints.ts'
import type { Inbox, InboxEntry } from '../../digest/inbox.ts'
import type { Subscriptions } from '../../digest/subscriptions.ts'
import { type Mailer, mailUnavailableError } from '../../mail/mailer.ts'
import type { Callbacks } from '../../webhooks/callbacks.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Digest subscriptions, and the inbox that digests are delivered to. */
export function inboxRoutes(
  server: FastifyInstance,
  {
    guard,
    inbox,
    subscriptions,
    callbacks,
    mailer,
  }: {
    guard: Guard
    inbox: Inbox
    subscriptions: Subscriptions
    callbacks: Callbacks
    mailer: Mailer | undefined
  },
): void {
  const { subscribe, unsubscribe, listInbox, readInbox, markInbox } = endpoints
  const register = createEndpointRegistrar(server, guard)

  register(subscribe, async ({ caller, params, body: { webhookUrl, byEmail } }) => {
    // A webhook outlives the credential that names it.
    if (webhookUrl !== null) requireScope(caller, 'admin')
    if (webhookUrl !== null) await callbacks.validateUrl(webhookUrl, 'webhookUrl')
    if (byEmail && !mailer) throw mailUnavailableError('byEmail')
    await subscriptions.subscribe(caller, params.id, { webhookUrl, byEmail })
    return { webhookUrl, byEmail }
  })
  register(unsubscribe, ({ caller, params }) => subscriptions.unsubscribe(caller, params.id))
  register(listInbox, async ({ caller, query }) => {
    const { entries, unreadCount, nextCursor } = await inbox.list(caller, query.cursor)
    return {
      digests: entries.map(presentInboxEntry),
      unreadCount,
      hasNextPage: nextCursor !== null,
      nextCursor,
    }
  })
  register(readInbox, async ({ caller, params }) => {
    const entry = await inbox.read(caller, params.id)
    return { ...presentInboxEntry(entry), digest: entry.digest }
  })
  register(markInbox, async ({ caller, params, body }) =>
    presentInboxEntry(await inbox.markRead(caller, params.id, body.read)),
  )
}

function presentInboxEntry(entry: InboxEntry): InboxEntryBody {
  return {
    id: entry.id,
    assistantId: entry.assistantId,
    assistantName: entry.assistantName,
    scheduledFor: entry.scheduledFor.toISOString(),
    deliveredAt: entry.deliveredAt.toISOString(),
    readAt: entry.readAt?.toISOString() ?? null,
  }
}
