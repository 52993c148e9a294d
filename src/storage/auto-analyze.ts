import { sql } from 'kysely'
import type { Database } from './database.ts'

/** So few passages are quick to go through in any order. */
const minGrowth = 300
/** Statistics stay good enough until this share of a store is new. */
const growthFraction = 0.5

/**
 * Keeps the statistics of the embedded store's largest tables in step with its growth: made for an empty store they
 * lead the planner to compare everything with everything. A server does this by itself.
 */
export function createAutoAnalyze({
  database,
  onError,
}: {
  database: Database
  onError: (error: unknown) => void
}): { recordWrites(passages: number): void; whenIdle(): Promise<void> } {
  let sinceLast = 0
  let limit = minGrowth
  let running: Promise<void> | undefined

  async function analyze(): Promise<void> {
    await sql`analyze document, chunk, chunk_vector`.execute(database.unrestricted)
    const { rows } = await sql<{ size: number }>`
      select reltuples::float8 as size from pg_class where oid = 'chunk'::regclass`.execute(
      database.unrestricted,
    )
    limit = Math.max(minGrowth, growthFraction * (rows[0]?.size ?? 0))
  }

  return {
    recordWrites(passages) {
      sinceLast += passages
      if (database.engine !== 'pglite' || sinceLast < limit || running) return
      sinceLast = 0
      running = analyze()
        .catch(onError)
        .finally(() => {
          running = undefined
        })
    },
    whenIdle: async () => running,
  }
}
