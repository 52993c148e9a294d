import { sql } from 'kysely'
import type { Database } from './database.ts'

/** So few passages are quick to go through in any order. */
const leastGrowth = 300
/** Statistics stay good enough until this share of a store is new. */
const growthShare = 0.5

/**
 * Keeps the statistics of the embedded store's largest tables in step with its growth: made for an empty store they
 * lead the planner to compare everything with everything. A server does this by itself.
 */
export function createGrowthWatch({
  database,
  onError,
}: {
  database: Database
  onError: (error: unknown) => void
}): { wrote(passages: number): void; settled(): Promise<void> } {
  let sinceLast = 0
  let limit = leastGrowth
  let running: Promise<void> | undefined

  async function analyze(): Promise<void> {
    await sql`analyze document, chunk, chunk_vector`.execute(database.service)
    const { rows } = await sql<{ size: number }>`
      select reltuples::float8 as size from pg_class where oid = 'chunk'::regclass`.execute(database.service)
    limit = Math.max(leastGrowth, growthShare * (rows[0]?.size ?? 0))
  }

  return {
    wrote(passages) {
      sinceLast += passages
      if (database.engine !== 'pglite' || sinceLast < limit || running) return
      sinceLast = 0
      running = analyze()
        .catch(onError)
        .finally(() => {
          running = undefined
        })
    },
    settled: async () => running,
  }
}
