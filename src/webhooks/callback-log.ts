import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'

export interface CallbackDelivery {
  id: string
  url: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: Date
  finishedAt: Date | null
  attempts: { at: string; durationMs: number; status: number | null; error: string | null }[]
}

/** Where a page of the log ended. */
export interface CallbackCursor {
  createdAt: Date
  id: string
}

/** What became of an organization's callbacks, newest first; never what was in them. */
export async function listCallbackDeliveries(
  database: Database,
  organizationId: string,
  { after, limit }: { after?: CallbackCursor | undefined; limit: number },
): Promise<CallbackDelivery[]> {
  const { rows } = await sql<CallbackDelivery>`
    select d.id, d.url, d.state, d.created_at as "createdAt", d.finished_at as "finishedAt", coalesce((
      select json_agg(json_build_object('at', a.at, 'durationMs', a.duration_ms, 'status', a.status, 'error', a.error)
        order by a.id)
      from callback_attempt a where a.org_id = d.org_id and a.delivery_id = d.id), '[]') as attempts
    from callback_delivery d
    where d.org_id = ${organizationId}
      and (${after?.id ?? null}::text is null
        or (d.created_at, d.id) < (${after?.createdAt ?? null}::timestamptz, ${after?.id ?? null}))
    order by d.created_at desc, d.id desc limit ${limit}`.execute(database.unrestricted)
  return rows
}
