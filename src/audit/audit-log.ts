import { sql } from 'kysely'
import type { Database, Sql } from '../storage/database.ts'

export interface AuditEvent {
  id: number
  at: Date
  /** The member and their email at that time; null if unknown. */
  memberId: string | null
  email: string | null
  /** The credential used. */
  via: 'api-key' | 'session' | 'token' | 'password' | 'passkey' | 'oidc' | 'link' | 'terminal' | 'schedule'
  keyId: string | null
  action: string
  resource: string
  /** Notes that the operation deleted or restored; null for other operations. */
  noteCount: number | null
  outcome: 'done' | 'refused'
  address: string
  userAgent: string
  requestId: string
  /** The names in the audience of a note before and after it was moved or shared; null for other actions. */
  audienceBefore: string[] | null
  audienceAfter: string[] | null
  /** The same of its editors; null for other actions. */
  editorsBefore: string[] | null
  editorsAfter: string[] | null
}

export interface NewAuditEvent
  extends Omit<
    AuditEvent,
    'id' | 'at' | 'noteCount' | 'audienceBefore' | 'audienceAfter' | 'editorsBefore' | 'editorsAfter'
  > {
  noteCount?: number | undefined
  /** Empty if the organization is unknown. */
  organizationId: string
  audience?: { before: string[]; after: string[]; editors: { before: string[]; after: string[] } } | undefined
}

export interface AuditFilter {
  action?: string | undefined
  email?: string | undefined
  /** A path: the entries about it and about paths below it. */
  resource?: string | undefined
  since?: Date | undefined
  until?: Date | undefined
}

export type AuditLog = ReturnType<typeof createAuditLog>

const maxTextLength = 1024
const exportBatchSize = 500

/** Records who did what, to which resource, from where. The table is append-only, enforced by triggers (migration 0008). */
export function createAuditLog({ database, now }: { database: Database; now: () => Date }) {
  async function list(
    organizationId: string,
    { action, email, resource, since, until }: AuditFilter,
    { before, limit }: { before?: number | undefined; limit: number },
  ): Promise<AuditEvent[]> {
    const { rows } = await sql<AuditEvent>`
      select id, at, member_id as "memberId", email, via, key_id as "keyId", action, resource, note_count as "noteCount",
        outcome, address, user_agent as "userAgent", request_id as "requestId", audience_before as "audienceBefore",
        audience_after as "audienceAfter", editors_before as "editorsBefore", editors_after as "editorsAfter"
      from audit_event
      where org_id = ${organizationId}
        and (${before ?? null}::bigint is null or id < ${before ?? null})
        and (${action ?? null}::text is null or action = ${action ?? null})
        and (${email ?? null}::text is null or email = ${email ?? null})
        and (${resource ?? null}::text is null or resource = ${resource ?? null}
          or starts_with(resource, ${resource ?? null} || '/'))
        and (${since ?? null}::timestamptz is null or at >= ${since ?? null})
        and (${until ?? null}::timestamptz is null or at < ${until ?? null})
      order by id desc limit ${limit}`.execute(database.unrestricted)
    return rows
  }

  return {
    /** Resolves once the events are committed; in the transaction of `store`, they are committed with it. */
    async record(events: readonly NewAuditEvent[], store: Sql = database.unrestricted): Promise<void> {
      const at = now()
      const rows = events.map(
        (event) => sql`(${event.organizationId}, ${at}, ${event.memberId}, ${event.email}, ${event.via},
          ${event.keyId}, ${event.action}, ${sanitizeText(event.resource)}, ${event.noteCount ?? null}::integer,
          ${event.outcome}, ${event.address}, ${sanitizeText(event.userAgent)}, ${event.requestId},
          ${event.audience?.before ?? null}::text[], ${event.audience?.after ?? null}::text[],
          ${event.audience?.editors.before ?? null}::text[], ${event.audience?.editors.after ?? null}::text[])`,
      )
      await sql`
        insert into audit_event (org_id, at, member_id, email, via, key_id, action, resource, note_count, outcome, address,
          user_agent, request_id, audience_before, audience_after, editors_before, editors_after)
        values ${sql.join(rows)}`.execute(store)
    },

    /** Returns a page of events, newest first. */
    list,

    /** Yields batches of all matching events, newest first. */
    async *iterateBatches(organizationId: string, filter: AuditFilter): AsyncGenerator<AuditEvent[]> {
      let before: number | undefined
      for (;;) {
        const page = await list(organizationId, filter, { before, limit: exportBatchSize })
        yield page
        before = page.at(-1)?.id
        if (page.length < exportBatchSize) return
      }
    },
  }
}

/** Truncates text from a request and removes characters that PostgreSQL cannot store. */
function sanitizeText(text: string): string {
  return text.slice(0, maxTextLength).replaceAll('\0', '').toWellFormed()
}
