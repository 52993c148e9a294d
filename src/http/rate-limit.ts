import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'

export interface RateLimitState {
  isAllowed: boolean
  limit: number
  remaining: number
  /** Seconds until the window ends and the count restarts. */
  resetSeconds: number
}

export interface RateLimiter {
  count(organizationId: string, memberId: string, bucket: 'ask' | 'index'): Promise<RateLimitState>
}

const windowMs = 60_000

/** Counts requests in this process, for a service of one node. */
export function createMemoryRateLimiter(limits: { ask: number; index: number }, now: () => number): RateLimiter {
  const windows = new Map<string, { start: number; count: number }>()
  let sweptAt = now()
  return {
    async count(organizationId, memberId, bucket) {
      const at = now()
      if (Math.abs(at - sweptAt) > windowMs) {
        for (const [key, window] of windows) if (isOver(window, at)) windows.delete(key)
        sweptAt = at
      }
      const key = `${bucket} ${organizationId} ${memberId}`
      let window = windows.get(key)
      if (!window || isOver(window, at)) {
        window = { start: at, count: 0 }
        windows.set(key, window)
      }
      window.count += 1
      return toRateLimitState(window, limits[bucket], at)
    },
  }
}

/** Counts requests in the database, across all nodes. */
export function createDatabaseRateLimiter(
  database: Database,
  limits: { ask: number; index: number },
  now: () => number,
): RateLimiter {
  return {
    async count(organizationId, memberId, bucket) {
      const at = now()
      const isOver = sql`abs(excluded.window_start - w.window_start) >= ${windowMs}`
      const { rows } = await sql<{ start: number; count: number }>`
        insert into rate_window as w (org_id, member_id, bucket, window_start, count)
        values (${organizationId}, ${memberId}, ${bucket}, ${at}, 1)
        on conflict (org_id, member_id, bucket) do update set
          window_start = case when ${isOver} then excluded.window_start else w.window_start end,
          count = case when ${isOver} then 1 else w.count + 1 end
        returning window_start as start, count`.execute(database.unrestricted)
      return toRateLimitState(rows[0] as { start: number; count: number }, limits[bucket], at)
    },
  }
}

/** Also of a window that begins later than now, as after a clock that was ahead. */
function isOver({ start }: { start: number }, at: number): boolean {
  return Math.abs(at - start) >= windowMs
}

function toRateLimitState(window: { start: number; count: number }, limit: number, at: number): RateLimitState {
  return {
    isAllowed: window.count <= limit,
    limit,
    remaining: Math.max(0, limit - window.count),
    resetSeconds: Math.max(1, Math.ceil((window.start + windowMs - at) / 1000)),
  }
}
