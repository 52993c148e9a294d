import { sql } from 'kysely'
import type { Database } from './database.ts'

/** Below this many passages every query plan is fast. */
const minGrowth = 300
/** Statistics stay accurate enough until this fraction of the store is new. */
const growthFraction = 0.5

/**
 * Updates the planner statistics of the largest tables as the store grows: statistics of an empty store lead to nested
 * loops over everything. The autovacuum of a PostgreSQL server comes too late: up to a minute after a store is filled.
 */
export function createAutoAnalyze({ database, onError }: { database: Database; onError: (error: unknown) => void }): {
  recordWrites(passages: number): void
  whenIdle(): Promise<void>
} {
  let writesSinceAnalyze = 0
  let threshold = minGrowth
  let running: Promise<void> | undefined

  async function analyze(): Promise<void> {
    // Another node can be at it.
    await sql`analyze (skip_locked) document, chunk, chunk_vector`.execute(database.unrestricted)
    const { rows } = await sql<{ size: number }>`
      select reltuples::float8 as size from pg_class where oid = 'chunk'::regclass`.execute(database.unrestricted)
    threshold = Math.max(minGrowth, growthFraction * (rows[0]?.size ?? 0))
  }

  return {
    recordWrites(passages) {
      writesSinceAnalyze += passages
      if (writesSinceAnalyze < threshold || running) return
      writesSinceAnalyze = 0
      running = analyze()
        .catch(onError)
        .finally(() => {
          running = undefined
        })
    },
    whenIdle: async () => running,
  }
}
