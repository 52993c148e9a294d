import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { Database } from '../../storage/database.ts'
import { findVectorIndex, type VectorIndex } from '../../storage/vector-index.ts'

/** Returns the database's approximate index if it exists and is faster than an exact search for the caller. */
export type VectorIndexSelector = (caller: Caller) => Promise<VectorIndex | undefined>

/** Tells whether the store has so many vectors that an exact search of all of them takes too long. */
export async function needsVectorIndex(
  { unrestricted }: Pick<Database, 'unrestricted'>,
  { maxExact = maxExactVectors }: { maxExact?: number | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    select from chunk_vector where space_id = (select id from embedding_space where is_current)
    offset ${maxExact} limit 1`.execute(unrestricted)
  return rows.length > 0 && !(await findVectorIndex(unrestricted))
}

/** Up to this many vectors an exact search is faster than a filtered index scan. */
const maxExactVectors = 20_000
/** Below this share of visible vectors an index scan reads most of the index to find enough. */
const minVisibleShare = 0.02
/** The counts change slowly, and only the speed depends on them. */
const countsTtlMs = 10 * 60_000

/**
 * Selects by the number of vectors that the caller can see, counted per organization: an exact search costs time for
 * visible vectors, the index for hidden ones.
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
  const cache = new Map<string, { at: number; counts: Promise<VectorCounts> }>()

  function countsOf(organizationId: string): Promise<VectorCounts> {
    const at = now().getTime()
    const cached = cache.get(organizationId)
    if (cached && at - cached.at < countsTtlMs) return cached.counts
    const counts = countVectors(database, organizationId)
    cache.set(organizationId, { at, counts })
    counts.catch(() => cache.delete(organizationId))
    return counts
  }

  return async ({ organizationId, audienceIds }) => {
    const { index, total, byAudience } = await countsOf(organizationId)
    const visible = audienceIds.reduce((sum, id) => sum + (byAudience.get(id) ?? 0), 0)
    return visible > thresholds.maxExactVectors && visible >= thresholds.minVisibleShare * total ? index : undefined
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
    // The server's estimate, which lags behind and excludes other nodes.
    total: Math.max(own, rows[0]?.in_all ?? 0),
    byAudience: new Map(rows.map((row) => [row.audience_id, row.count])),
  }
}
