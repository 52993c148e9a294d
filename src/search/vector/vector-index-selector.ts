import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../storage/database.ts'
import { findVectorIndex, type VectorIndex } from '../../storage/vector-index.ts'

/** Whether the database's approximate index is there and pays for somebody. */
export type VectorIndexSelector = (caller: Caller) => Promise<VectorIndex | undefined>

/** Up to so many vectors are compared one by one in less time than the index takes with a filter behind it. */
const maxExactVectors = 20_000
/** Where less than this share of the store is seen, the index would go through most of it to find enough. */
const minVisibleShare = 0.02
/** How much somebody sees changes little in this time, and only the speed depends on it. */
const countsTtlMs = 10 * 60_000

/**
 * By how much the viewer sees, measured for each organization: exact comparison costs by what is seen, the index by what
 * is not.
 */
export function createVectorIndexSelector({
  database,
  now,
  thresholds = { maxExactVectors, minVisibleShare },
}: {
  database: Database
  now: () => Date
  thresholds?: { maxExactVectors: number; minVisibleShare: number }
}): VectorIndexSelector {
  const measured = new Map<string, { at: number; measure: Promise<VectorCounts> }>()

  function measureOf(organizationId: string): Promise<VectorCounts> {
    const at = now().getTime()
    const known = measured.get(organizationId)
    if (known && at - known.at < countsTtlMs) return known.measure
    const measure = countVectors(database, organizationId)
    measured.set(organizationId, { at, measure })
    measure.catch(() => measured.delete(organizationId))
    return measure
  }

  return async ({ organizationId, audienceIds }) => {
    const { index, total, byAudience } = await measureOf(organizationId)
    const seen = audienceIds.reduce((sum, id) => sum + (byAudience.get(id) ?? 0), 0)
    return seen > thresholds.maxExactVectors && seen >= thresholds.minVisibleShare * total ? index : undefined
  }
}

interface VectorCounts {
  index: VectorIndex | undefined
  total: number
  byAudience: ReadonlyMap<number, number>
}

async function countVectors({ unrestricted }: Database, organizationId: string): Promise<VectorCounts> {
  const index = await findVectorIndex(unrestricted)
  if (!index) return { index, total: 0, byAudience: new Map() }
  const { rows } = await sql<{ audience_id: number; count: number; in_all: number }>`
    select audience_id, count(*)::int as count,
      (select reltuples::float8 from pg_class where oid = 'chunk_vector'::regclass) as in_all
    from chunk_vector where org_id = ${organizationId} group by audience_id`.execute(unrestricted)
  const own = rows.reduce((sum, { count }) => sum + count, 0)
  return {
    index,
    // The server's own estimate, which lags behind and does not know of other machines.
    total: Math.max(own, rows[0]?.in_all ?? 0),
    byAudience: new Map(rows.map((row) => [row.audience_id, row.count])),
  }
}
