import { sql } from 'kysely'
import type { Caller } from '../access/caller.ts'
import type { Assistants } from '../content/assistants.ts'
import type { Database } from '../storage/database.ts'

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
    async subscribe(caller: Caller, assistantId: string, webhookUrl: string | null): Promise<void> {
      await assistants.find(caller, assistantId)
      await sql`
        insert into digest_subscription (org_id, assistant_id, member_id, webhook_url, created_at)
        values (${caller.organizationId}, ${assistantId}, ${caller.memberId}, ${webhookUrl}, ${now()})
        on conflict (org_id, assistant_id, member_id) do update set webhook_url = excluded.webhook_url`.execute(
        database.unrestricted,
      )
    },

    /** Also works for a caller who can no longer see the assistant. */
    async unsubscribe(caller: Caller, assistantId: string): Promise<void> {
      await sql`
        delete from digest_subscription where org_id = ${caller.organizationId}
          and assistant_id = ${assistantId} and member_id = ${caller.memberId}`.execute(database.unrestricted)
    },

    /** Returns the caller's subscriptions by assistant id. */
    async listOwn(caller: Caller): Promise<ReadonlyMap<string, { webhookUrl: string | null }>> {
      const { rows } = await sql<{ id: string; webhook_url: string | null }>`
        select assistant_id as id, webhook_url from digest_subscription
        where org_id = ${caller.organizationId} and member_id = ${caller.memberId}`.execute(database.unrestricted)
      return new Map(rows.map((row) => [row.id, { webhookUrl: row.webhook_url }]))
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
    async find(
      organizationId: string,
      assistantId: string,
      memberId: string,
    ): Promise<{ webhookUrl: string | undefined } | undefined> {
      const { rows } = await sql<{ webhook_url: string | null }>`
        select webhook_url from digest_subscription where org_id = ${organizationId}
          and assistant_id = ${assistantId} and member_id = ${memberId}`.execute(database.unrestricted)
      return rows[0] && { webhookUrl: rows[0].webhook_url ?? undefined }
    },
  }
}
