import { sql } from 'kysely'
import type { Viewer } from '../../access/viewer.ts'
import type { Database } from '../../storage/database.ts'
import { findVectorIndex, type VectorIndex } from '../../storage/vector-index.ts'

/** Whether the database's approximate index is there and pays for somebody. */
export type IndexChoice = (viewer: Viewer) => Promise<VectorIndex | undefined>

/** Up to so many vectors are compared one by one in less time than the index takes with a filter behind it. */
const mostExact = 20_000
/** Where less than this share of the store is seen, the index would go through most of it to find enough. */
const leastShare = 0.02
/** How much somebody sees changes little in this time, and only the speed depends on it. */
const measuredForMs = 10 * 60_000

/**
 * By how much the viewer sees, measured for each organization: exact comparison costs by what is seen, the index by what
 * is not.
 */
export function createIndexChoice({
  database,
  now,
  thresholds = { mostExact, leastShare },
}: {
  database: Database
  now: () => Date
  thresholds?: { mostExact: number; leastShare: number }
}): IndexChoice {
  const measured = new Map<string, { at: number; measure: Promise<Measure> }>()

  function measureOf(organizationId: string): Promise<Measure> {
    const at = now().getTime()
    const known = measured.get(organizationId)
    if (known && at - known.at < measuredForMs) return known.measure
    const measure = measureSizes(database, organizationId)
    measured.set(organizationId, { at, measure })
    measure.catch(() => measured.delete(organizationId))
    return measure
  }

  return async ({ organizationId, audienceIds }) => {
    const { index, inAll, byAudience } = await measureOf(organizationId)
    const seen = audienceIds.reduce((sum, id) => sum + (byAudience.get(id) ?? 0), 0)
    return seen > thresholds.mostExact && seen >= thresholds.leastShare * inAll ? index : undefined
  }
}

interface Measure {
  index: VectorIndex | undefined
  inAll: number
  byAudience: ReadonlyMap<number, number>
}

async function measureSizes({ service }: Database, organizationId: string): Promise<Measure> {
  const index = await findVectorIndex(service)
  if (!index) return { index, inAll: 0, byAudience: new Map() }
  const { rows } = await sql<{ audience_id: number; count: number; in_all: number }>`
    select audience_id, count(*)::int as count,
      (select reltuples::float8 from pg_class where oid = 'chunk_vector'::regclass) as in_all
    from chunk_vector where org_id = ${organizationId} group by audience_id`.execute(service)
  const own = rows.reduce((sum, { count }) => sum + count, 0)
  return {
    index,
    // The server's own estimate, which lags behind and does not know of other machines.
    inAll: Math.max(own, rows[0]?.in_all ?? 0),
    byAudience: new Map(rows.map((row) => [row.audience_id, row.count])),
  }
}
