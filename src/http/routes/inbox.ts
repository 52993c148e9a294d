import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { InboxEntryBody } from '../../contract/inbox.ts'
import { inboxEndpoints as endpoints } from '../../contract/inbox-endpoints.ts'
import { dateTimeText, parseDateTime, storableText } from '../../contract/text.ts'
import type { Inbox, InboxEntry } from '../../digest/inbox.ts'
import type { Subscriptions } from '../../digest/subscriptions.ts'
import type { Callbacks } from '../../jobs/callbacks.ts'
import { decodeCursor, encodeCursor } from '../../library/cursor.ts'
import { type Gate, serve } from '../operation.ts'

const pageSize = 50
const place = z.tuple([dateTimeText(), storableText()])

/** Digests that come by themselves: who gets them, and the inbox they arrive in. */
export function inboxRoutes(
  server: FastifyInstance,
  {
    gate,
    inbox,
    subscriptions,
    callbacks,
  }: { gate: Gate; inbox: Inbox; subscriptions: Subscriptions; callbacks: Callbacks },
): void {
  const { subscribe, unsubscribe, listInbox, readInbox, markInbox } = endpoints
  serve(server, gate, subscribe, [subscribe.path], async ({ viewer, params, body: { webhookUrl } }) => {
    if (webhookUrl !== null) await callbacks.check(webhookUrl, 'webhookUrl')
    await subscriptions.subscribe(viewer, params.id, webhookUrl)
    return { webhookUrl }
  })
  serve(server, gate, unsubscribe, [unsubscribe.path], ({ viewer, params }) =>
    subscriptions.unsubscribe(viewer, params.id),
  )
  serve(server, gate, listInbox, [listInbox.path], async ({ viewer, query }) => {
    const after = query.cursor === undefined ? undefined : placeOf(query.cursor)
    const { entries, unreadCount } = await inbox.list(viewer, { after, limit: pageSize + 1 })
    const page = entries.slice(0, pageSize)
    const last = entries.length > pageSize ? page.at(-1) : undefined
    return {
      digests: page.map(presentEntry),
      unreadCount,
      hasNextPage: last !== undefined,
      nextCursor: last ? encodeCursor([last.deliveredAt.toISOString(), last.id]) : null,
    }
  })
  serve(server, gate, readInbox, [readInbox.path], async ({ viewer, params }) => {
    const entry = await inbox.read(viewer, params.id)
    return { ...presentEntry(entry), digest: entry.digest }
  })
  serve(server, gate, markInbox, [markInbox.path], async ({ viewer, params, body }) =>
    presentEntry(await inbox.markRead(viewer, params.id, body.read)),
  )
}

function placeOf(cursor: string) {
  const [deliveredAt, id] = decodeCursor(cursor, place)
  return { deliveredAt: parseDateTime(deliveredAt) as Date, id }
}

function presentEntry(entry: InboxEntry): InboxEntryBody {
  return {
    id: entry.id,
    assistantId: entry.assistantId,
    assistantName: entry.assistantName,
    scheduledFor: entry.scheduledFor.toISOString(),
    deliveredAt: entry.deliveredAt.toISOString(),
    readAt: entry.readAt?.toISOString() ?? null,
  }
}
