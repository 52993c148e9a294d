import { sql } from 'kysely'
import type { Database } from '../../storage/database.ts'

/** Where a page ended: the next one begins after it, however much was written in between. */
export interface PageBoundary {
  updatedAt: Date
  id: string
  /** How many came after it, as long as the store has seen no more than so many writes; where both are known. */
  remaining?: { count: number; writes: number }
}

/** Who walks through what. */
export interface ListingKey {
  organizationId: string
  memberId: string
  rootId: string
}

/**
 * Remembers where the pages of a listing ended, for a caller who walks through them. Pages are asked for by number, and
 * a number alone shifts when others write: an item would be given twice, or skipped. Continuing after the last item
 * given does neither. A walk is forgotten after a while without a request, when it begins again at page 0, and when its
 * own caller writes (what they wrote must be seen where it belongs).
 */
export interface StablePagination {
  /** Where the page before this one ended, if this is a walk under way. */
  findBoundary(walker: ListingKey, pageSize: number, page: number): Promise<PageBoundary | undefined>
  saveBoundary(walker: ListingKey, pageSize: number, page: number, end: PageBoundary): Promise<void>
  reset(walker: ListingKey): Promise<void>
}

const idleTimeoutMs = 60_000
const maxPagesPerListing = 8
const maxListings = 10_000

/** Within this process: enough where there is only one. */
export function createMemoryStablePagination({ now }: { now: () => number }): StablePagination {
  const walks = new Map<string, { walker: string; usedAt: number; ends: Map<number, PageBoundary> }>()

  return {
    async findBoundary(walker, pageSize, page) {
      const name = `${formatListingKey(walker)} ${pageSize}`
      const walk = walks.get(name)
      if (!walk) return undefined
      if (page === 0 || now() - walk.usedAt > idleTimeoutMs) {
        walks.delete(name)
        return undefined
      }
      return walk.ends.get(page - 1)
    },
    async saveBoundary(walker, pageSize, page, end) {
      const name = `${formatListingKey(walker)} ${pageSize}`
      const walk = walks.get(name) ?? {
        walker: formatListingKey(walker),
        usedAt: 0,
        ends: new Map<number, PageBoundary>(),
      }
      walk.usedAt = now()
      walk.ends.set(page, end)
      if (walk.ends.size > maxPagesPerListing) walk.ends.delete(walk.ends.keys().next().value as number)
      walks.delete(name)
      walks.set(name, walk)
      if (walks.size > maxListings) walks.delete(walks.keys().next().value as string)
    },
    async reset(walker) {
      for (const [name, walk] of walks) if (walk.walker === formatListingKey(walker)) walks.delete(name)
    },
  }
}

/** In the database, for all nodes together. */
export function createDatabaseStablePagination({
  database,
  now,
}: {
  database: Database
  now: () => number
}): StablePagination {
  const oldest = () => new Date(now() - idleTimeoutMs)
  const ofWalker = ({ organizationId, memberId, rootId }: ListingKey) =>
    sql`org_id = ${organizationId} and member_id = ${memberId} and root_id = ${rootId}`

  return {
    async findBoundary(walker, pageSize, page) {
      if (page === 0) return undefined
      const walk = sql`${ofWalker(walker)} and page_size = ${pageSize}`
      const { rows } = await sql<PageBoundary>`
        select ended_at as "updatedAt", ended_id as id from list_walk
        where ${walk} and page = ${page - 1}
          and exists (select from list_walk where ${walk} and used_at >= ${oldest()})`.execute(
        database.unrestricted,
      )
      return rows[0]
    },
    async saveBoundary(walker, pageSize, page, end) {
      const { organizationId, memberId, rootId } = walker
      await sql`
        with outlived as (
          delete from list_walk where ${ofWalker(walker)} and page_size = ${pageSize}
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
    async reset(walker) {
      await sql`delete from list_walk where ${ofWalker(walker)}`.execute(database.unrestricted)
    },
  }
}

function formatListingKey({ organizationId, memberId, rootId }: ListingKey): string {
  return `${organizationId}/${memberId}/${rootId}`
}
