import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Assistants } from '../content/assistants.ts'
import type { Database } from '../storage/database.ts'

/** Where digests go besides the inbox. */
export interface DigestDestinations {
  webhookUrl: string | null
  byEmail: boolean
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

/** Stores which members receive the digests of which assistant. Members subscribe themselves. */
export function createSubscriptions({
  database,
  assistants,
  now,
}: {
  database: Database
  assistants: Assistants
  now: () => Date
}) {
  return {
    async subscribe(caller: Caller, assistantId: string, { webhookUrl, byEmail }: DigestDestinations): Promise<void> {
      await assistants.find(caller, assistantId)
      await sql`
        insert into digest_subscription (org_id, assistant_id, member_id, webhook_url, by_email, created_at)
        values (${caller.organizationId}, ${assistantId}, ${caller.memberId}, ${webhookUrl}, ${byEmail}, ${now()})
        on conflict (org_id, assistant_id, member_id) do update
        set webhook_url = excluded.webhook_url, by_email = excluded.by_email`.execute(database.unrestricted)
    },

    /** Also works for a caller who can no longer see the assistant. */
    async unsubscribe(caller: Caller, assistantId: string): Promise<void> {
      await sql`
        delete from digest_subscription where org_id = ${caller.organizationId}
          and assistant_id = ${assistantId} and member_id = ${caller.memberId}`.execute(database.unrestricted)
    },

    /** Returns the caller's subscriptions by assistant id. */
    async listOwn(caller: Caller): Promise<ReadonlyMap<string, DigestDestinations>> {
      const { rows } = await sql<DigestDestinations & { id: string }>`
        select assistant_id as id, webhook_url as "webhookUrl", by_email as "byEmail" from digest_subscription
        where org_id = ${caller.organizationId} and member_id = ${caller.memberId}`.execute(database.unrestricted)
      return new Map(rows.map(({ id, ...destinations }) => [id, destinations]))
    },

    async subscribers(organizationId: string, assistantId: string): Promise<string[]> {
      const { rows } = await sql<{ member_id: string }>`
        select s.member_id from digest_subscription s
        where s.org_id = ${organizationId} and s.assistant_id = ${assistantId} order by s.member_id`.execute(
        database.unrestricted,
      )
      return rows.map((row) => row.member_id)
    },

    /** Returns undefined if the member is not subscribed. */
    async find(organizationId: string, assistantId: string, memberId: string): Promise<DigestDestinations | undefined> {
      const { rows } = await sql<DigestDestinations>`
        select webhook_url as "webhookUrl", by_email as "byEmail" from digest_subscription where org_id = ${organizationId}
          and assistant_id = ${assistantId} and member_id = ${memberId}`.execute(database.unrestricted)
      return rows[0]
    },
  }
}
