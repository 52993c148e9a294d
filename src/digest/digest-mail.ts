import type { NoteFormatter } from '../content/notes/note-format.ts'
import { Markup } from '../html.ts'
import { loadMemberAsCaller } from '../identity/load-caller.ts'
import { renderMail } from '../mail/mail-layout.ts'
import type { MailQueue } from '../mail/mail-queue.ts'
import type { Database, Sql } from '../storage/database.ts'
import type { Inbox } from './inbox.ts'
import type { Subscriptions } from './subscriptions.ts'

export type DigestMail = ReturnType<typeof createDigestMail>

/** Sends digests of the inbox to subscribers who chose e-mail, with what they can see when the message is sent. */
export function createDigestMail({
  database,
  mailQueue,
  inbox,
  subscriptions,
  format,
  publicUrl,
  now,
}: {
  database: Database
  mailQueue: MailQueue
  inbox: Inbox
  subscriptions: Subscriptions
  format: NoteFormatter
  publicUrl: string
  now: () => Date
}) {
  mailQueue.register('mail-digest', async ({ organizationId, payload }) => {
    const { memberId, digestId } = payload as { memberId: string; digestId: string }
    const caller = await loadMemberAsCaller(database, organizationId, memberId, now())
    const entry = caller && (await inbox.find(caller, digestId))
    if (!entry) return undefined
    const subscription = await subscriptions.find(organizationId, entry.assistantId, memberId)
    if (!subscription?.byEmail) return undefined
    const heading = `${entry.assistantName}: what’s new`
    // The formatter returns safe HTML: the digest quotes notes.
    const markup = new Markup(await format({ content: entry.digest, type: 'markdown' }, 'html'))
    return {
      to: { name: caller.name, address: caller.email },
      subject: heading,
      unsubscribeUrl: `${publicUrl}/assistants`,
      ...renderMail({
        heading,
        paragraphs: [],
        body: { html: markup, text: entry.digest },
        footer: `You subscribed to this digest. Read it in your inbox (${publicUrl}/inbox), or change your subscription at ${publicUrl}/assistants.`,
      }),
    }
  })

  return {
    enqueue(store: Sql, organizationId: string, payload: { memberId: string; digestId: string }): Promise<void> {
      return mailQueue.enqueue(store, { organizationId, kind: 'mail-digest', payload, uniqueKey: payload.digestId })
    },
  }
}
