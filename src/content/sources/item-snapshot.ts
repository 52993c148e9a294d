import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Database } from '../../storage/database.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { listingKeyFor } from './content-listing.ts'
import type { DataSources } from './data-sources.ts'
import type { StablePagination } from './stable-pagination.ts'

export interface ItemSnapshot {
  rootId: string
  ids: readonly string[]
  /** Ids outside of the range are neither removed nor counted. */
  from?: string | undefined
  to?: string | undefined
}

export interface SnapshotCounts {
  removed: number
  kept: number
  missing: number
}

/** Few enough that queries do not wait for long. */
const removalBatchSize = 100

/** Removes the items of a data source that a list of ids does not have. Items that the caller cannot see stay. */
export async function keepOnlyListed(
  {
    database,
    dataSources,
    pagination,
    now,
  }: { database: Database; dataSources: DataSources; pagination: StablePagination; now: () => Date },
  caller: Caller,
  { rootId, ids, from, to }: ItemSnapshot,
): Promise<SnapshotCounts> {
  const { organizationId } = caller
  await dataSources.findForWriting(caller, rootId)
  const { rows } = await sql<{ id: string }>`
    select d.id from document d
    where ${visibleTo(caller, 'd')} and d.root_id = ${rootId} and ${isCommitted('d')}
      and (${from ?? null}::text is null or d.id collate "C" >= ${from ?? null})
      and (${to ?? null}::text is null or d.id collate "C" < ${to ?? null})`.execute(database.unrestricted)
  const isInRange = (id: string) => (from === undefined || id >= from) && (to === undefined || id < to)
  const listed = new Set(ids.filter(isInRange))
  const removed = rows.filter(({ id }) => !listed.has(id)).map(({ id }) => id)
  for (let start = 0; start < removed.length; start += removalBatchSize) {
    const batch = removed.slice(start, start + removalBatchSize)
    const which = sql`${visibleTo(caller, 'd')} and d.root_id = ${rootId} and d.id = any(${batch}::text[])`
    await deleteDocuments(database.unrestricted, organizationId, which, now())
  }
  await pagination.reset(listingKeyFor(caller, rootId))
  const kept = rows.length - removed.length
  return { removed: removed.length, kept, missing: listed.size - kept }
}
