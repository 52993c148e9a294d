import { sql } from 'kysely'
import { dayMs } from '../../durations.ts'
import type { Database } from '../../storage/database.ts'

/** The last item of a page; the next page starts after it. */
export interface PageBoundary {
  updatedAt: Date
  id: string
  /** Number of items after it, valid while the write count of the database stays the same. */
  remaining?: { count: number; writes: number }
}

/** One caller paging through one data source. */
export interface ListingKey {
  organizationId: string
  memberId: string
  rootId: string
}

/**
 * Remembers the last item of each page per caller. Pages are requested by number, and a number alone shifts when others
 * write: items would be repeated or skipped. Continuing after the last item avoids both. Boundaries are dropped after a
 * time without requests, when the caller starts again at page 0, and when the caller writes: their own change must show
 * up in its place.
 */
export interface StablePagination {
  /** Returns the end of the previous page, if the caller has read it recently. */
  findBoundary(key: ListingKey, pageSize: number, page: number): Promise<PageBoundary | undefined>
  saveBoundary(key: ListingKey, pageSize: number, page: number, end: PageBoundary): Promise<void>
  reset(key: ListingKey): Promise<void>
}

const idleTimeoutMs = 60_000
const maxPagesPerListing = 8
const maxListings = 10_000

/** Keeps boundaries in this process: for a single node. */
export function createMemoryStablePagination({ now }: { now: () => number }): StablePagination {
  const listings = new Map<string, { key: string; usedAt: number; boundaries: Map<number, PageBoundary> }>()

  return {
    async findBoundary(key, pageSize, page) {
      const name = `${formatListingKey(key)} ${pageSize}`
      const listing = listings.get(name)
      if (!listing) return undefined
      if (page === 0 || now() - listing.usedAt > idleTimeoutMs) {
        listings.delete(name)
        return undefined
      }
      return listing.boundaries.get(page - 1)
    },
    async saveBoundary(key, pageSize, page, end) {
      const name = `${formatListingKey(key)} ${pageSize}`
      const { boundaries } = listings.get(name) ?? { boundaries: new Map<number, PageBoundary>() }
      boundaries.set(page, end)
      if (boundaries.size > maxPagesPerListing) boundaries.delete(boundaries.keys().next().value as number)
      // Moves the entry to the end: the first one is the least recently used.
      listings.delete(name)
      listings.set(name, { key: formatListingKey(key), usedAt: now(), boundaries })
      if (listings.size > maxListings) listings.delete(listings.keys().next().value as string)
    },
    async reset(key) {
      for (const [name, listing] of listings) {
        if (listing.key === formatListingKey(key)) listings.delete(name)
      }
    },
  }
}

/** Keeps boundaries in the database, for several nodes. */
export function createDatabaseStablePagination({
  database,
  now,
}: {
  database: Database
  now: () => number
}): StablePagination {
  const oldestUse = () => new Date(now() - idleTimeoutMs)
  const matchesListing = ({ organizationId, memberId, rootId }: ListingKey) =>
    sql`org_id = ${organizationId} and member_id = ${memberId} and root_id = ${rootId}`

  return {
    async findBoundary(key, pageSize, page) {
      if (page === 0) return undefined
      const listing = sql`${matchesListing(key)} and page_size = ${pageSize}`
      const { rows } = await sql<PageBoundary>`
        select ended_at as "updatedAt", ended_id as id from list_walk
        where ${listing} and page = ${page - 1}
          and exists (select from list_walk where ${listing} and used_at >= ${oldestUse()})`.execute(
        database.unrestricted,
      )
      return rows[0]
    },
    async saveBoundary(key, pageSize, page, end) {
      const { organizationId, memberId, rootId } = key
      await sql`
        with dropped as (
          delete from list_walk where ${matchesListing(key)} and page_size = ${pageSize}
            and (page <= ${page - maxPagesPerListing} or ${page === 0})
        )
        insert into list_walk (org_id, member_id, root_id, page_size, page, ended_at, ended_id, used_at)
        values (${organizationId}, ${memberId}, ${rootId}, ${pageSize}, ${page}, ${end.updatedAt}, ${end.id},
          ${new Date(now())})
        on conflict (org_id, member_id, root_id, page_size, page) do update
        set ended_at = excluded.ended_at, ended_id = excluded.ended_id, used_at = excluded.used_at`.execute(
        database.unrestricted,
      )
    },
    async reset(key) {
      await sql`delete from list_walk where ${matchesListing(key)}`.execute(database.unrestricted)
    },
  }
}

function formatListingKey({ organizationId, memberId, rootId }: ListingKey): string {
  return `${organizationId}/${memberId}/${rootId}`
}

/** Deletes the boundaries of abandoned walks. They stop being used long before. */
export async function deleteExpiredBoundaries(database: Database, now: Date): Promise<void> {
  await sql`delete from list_walk where used_at < ${new Date(now.getTime() - dayMs)}`.execute(database.unrestricted)
}
