import { sql } from 'kysely'
import type { Database } from '../storage/database.ts'
import { hashSubject } from './attempt-limiter.ts'

export interface GuessPolicy {
  name: string
  /** Failures that cause no delay. Each further one doubles the delay, from a second up to the maximum. */
  freeFailures: number
  maxDelayMs: number
}

/** One counter that a guess adds to: a policy, and an account, an address or both. */
export interface GuessCounter {
  policy: GuessPolicy
  subject: string
}

export type GuessThrottle = ReturnType<typeof createGuessThrottle>

const firstDelayMs = 1000
/** Failures are forgotten after this time without another one. */
const memoryMs = 3600_000

/**
 * Delays guesses of secrets, the more the more have failed; nothing is ever locked. Counts in the database, so that all
 * nodes share the counts; stores subjects (an IP address, an account) as hashes.
 */
export function createGuessThrottle({ database, now }: { database: Database; now: () => Date }) {
  const remove = async ({ policy, subject }: GuessCounter): Promise<void> => {
    await sql`
      update rate_window set count = greatest(count - 1, 0)
      where org_id = '' and member_id = ${hashSubject(subject)} and bucket = ${policy.name}`.execute(
      database.unrestricted,
    )
  }

  /**
   * Counts a guess unless it has to wait, in one statement: parallel guesses cannot pass together. A failure later than now
   * is one by a clock that was ahead: it must not lock anyone out until then.
   */
  const add = async ({ policy, subject }: GuessCounter): Promise<boolean> => {
    const { rows } = await sql`
      insert into rate_window as w (org_id, member_id, bucket, window_start, count)
      values ('', ${hashSubject(subject)}, ${policy.name}, ${now().getTime()}, 1)
      on conflict (org_id, member_id, bucket) do update set window_start = excluded.window_start,
        count = case when abs(excluded.window_start - w.window_start) > ${memoryMs} then 1 else w.count + 1 end
      where abs(excluded.window_start - w.window_start) >= ${delayMs(policy)}
      returning count`.execute(database.unrestricted)
    return rows.length > 0
  }

  const waitSeconds = async ({ policy, subject }: GuessCounter): Promise<number> => {
    const { rows } = await sql<{ ms: number }>`
      select (w.window_start + ${delayMs(policy)} - ${now().getTime()})::float8 as ms from rate_window w
      where org_id = '' and member_id = ${hashSubject(subject)} and bucket = ${policy.name}`.execute(
      database.unrestricted,
    )
    return Math.max(1, Math.ceil((rows[0]?.ms ?? 0) / 1000))
  }

  return {
    /**
     * Returns 0 and counts the guess as failed before it is made; the caller refunds a right one. Returns the seconds to
     * wait, and counts nothing, while one of the counters is delayed.
     */
    async admit(counters: readonly GuessCounter[]): Promise<number> {
      for (const [index, counter] of counters.entries()) {
        if (await add(counter)) continue
        for (const counted of counters.slice(0, index)) await remove(counted)
        return waitSeconds(counter)
      }
      return 0
    },

    async refund(counters: readonly GuessCounter[]): Promise<void> {
      for (const counter of counters) await remove(counter)
    },
  }
}

/** The delay after the failures in the row `w`. */
function delayMs({ freeFailures, maxDelayMs }: GuessPolicy) {
  return sql`(case when w.count < ${freeFailures} then 0
    else least(${maxDelayMs}, ${firstDelayMs} * power(2, least(w.count - ${freeFailures}, 30))) end)`
}
