import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { hashSecret } from './secrets.ts'

export interface AttemptLimit {
  name: string
  maxAttempts: number
  windowMs: number
}

export type AttemptLimiter = ReturnType<typeof createAttemptLimiter>

/**
 * Limits attempts of unauthenticated clients. Counts in fixed windows in the database, so that all nodes share the
 * counts; stores subjects (an IP address) as hashes. Attempts to guess a secret have guess-throttle.ts.
 */
export function createAttemptLimiter({ database, now }: { database: Database; now: () => Date }) {
  return {
    /** Counts an attempt before it is made, so that parallel attempts cannot exceed the limit. */
    async consume(limit: AttemptLimit, subject: string): Promise<{ isAllowed: boolean; retryAfterSeconds: number }> {
      const at = now().getTime()
      const start = Math.floor(at / limit.windowMs) * limit.windowMs
      const { rows } = await sql<{ count: number }>`
        insert into rate_window (org_id, member_id, bucket, window_start, count)
        values ('', ${hashSubject(subject)}, ${limit.name}, ${start}, 1)
        on conflict (org_id, member_id, bucket) do update set window_start = excluded.window_start,
          count = case when rate_window.window_start = excluded.window_start then rate_window.count + 1 else 1 end
        returning count`.execute(database.unrestricted)
      return {
        isAllowed: (rows[0]?.count ?? 0) <= limit.maxAttempts,
        retryAfterSeconds: Math.ceil((start + limit.windowMs - at) / 1000),
      }
    },
  }
}

/** Counters name whom they count by a hash: an address or an account. */
export function hashSubject(subject: string): string {
  return hashSecret(subject).toString('hex')
}
