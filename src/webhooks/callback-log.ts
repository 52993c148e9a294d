import { sql } from 'kysely'
import { dayMs } from '../durations.ts'
import type { Database } from '../storage/database.ts'
import { isAfterCursor, toPage } from '../storage/newest-first.ts'

export interface CallbackDelivery {
  id: string
  url: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: Date
  finishedAt: Date | null
  attempts: { at: string; durationMs: number; status: number | null; error: string | null }[]
}

const pageSize = 50
const retentionDays = 30
/** An undelivered callback keeps its body this long, so that an admin can retry it. */
const bodyRetentionDays = 7

/** Returns a page of an organization's callbacks, newest first, without their bodies. */
export async function listCallbackDeliveries(
  database: Database,
  organizationId: string,
  cursor?: string,
): Promise<{ deliveries: CallbackDelivery[]; nextCursor: string | null }> {
  const { rows } = await sql<CallbackDelivery>`
    select d.id, d.url, d.state, d.created_at as "createdAt", d.finished_at as "finishedAt", coalesce((
      select json_agg(json_build_object('at', a.at, 'durationMs', a.duration_ms, 'status', a.status, 'error', a.error)
        order by a.id)
      from callback_attempt a where a.org_id = d.org_id and a.delivery_id = d.id), '[]') as attempts
    from callback_delivery d
    where d.org_id = ${organizationId} and ${isAfterCursor(cursor, { at: 'd.created_at', id: 'd.id' })}
    order by d.created_at desc, d.id desc limit ${pageSize + 1}`.execute(database.unrestricted)
  const { page, nextCursor } = toPage(rows, pageSize, (row) => row.createdAt)
  return { deliveries: page, nextCursor }
}

export async function deleteExpiredCallbacks(database: Database, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  await sql`delete from callback_delivery where created_at < ${daysAgo(retentionDays)}`.execute(database.unrestricted)
  await sql`
    update callback_delivery set body = null
    where body is not null and created_at < ${daysAgo(bodyRetentionDays)}`.execute(database.unrestricted)
}
