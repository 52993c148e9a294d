import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { rootNotFoundMessage } from '../../contract/errors.ts'
import type { Source } from '../../contract/source.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../storage/database.ts'
import { asReadOnly } from '../../storage/prepared-statements.ts'
import type { ListingKey, PageBoundary, StablePagination } from './stable-pagination.ts'

export interface ContentPage {
  nbPages: number
  page: number
  hits: Source[]
}

export interface ContentListOptions {
  rootId: string
  page: number
  hitsPerPage: number
}

/** A page of the items under a data source, those that were updated last first. */
export async function listContents(
  { database, pagination }: { database: Database; pagination: StablePagination },
  caller: Caller,
  { rootId, page, hitsPerPage }: ContentListOptions,
): Promise<ContentPage> {
  const walker = listingKeyFor(caller, rootId)
  const start = await pagination.findBoundary(walker, hitsPerPage, page)
  const skipped = start ? 0 : page * hitsPerPage
  const read = (left?: number) => loadPage(database, caller, { rootId, start, skipped, hitsPerPage, left })
  const writes = database.writeCount()
  const known = start?.remaining && start.remaining.writes === writes ? start.remaining.count : undefined
  let found = await read(known)
  if (known !== undefined && database.writeCount() !== writes) found = await read()
  const { total, hits } = found
  const last = hits.at(-1)
  if (last) {
    const remaining =
      writes !== undefined && database.writeCount() === writes
        ? { count: total - skipped - hits.length, writes }
        : undefined
    await pagination.saveBoundary(walker, hitsPerPage, page, {
      updatedAt: last.updatedAt,
      id: last.id,
      remaining,
    })
  } else if (page === 0) await pagination.reset(walker)
  return {
    nbPages: (start ? page : 0) + Math.ceil(total / hitsPerPage),
    page,
    hits: hits.map((hit) => ({ ...hit, updatedAt: hit.updatedAt.toISOString() })),
  }
}

export function listingKeyFor(caller: Caller, rootId: string): ListingKey {
  return { organizationId: caller.organizationId, memberId: caller.memberId, rootId }
}

interface ContentRow {
  id: string
  title: string
  url: string
  updatedAt: Date
}

/** The data source, the count and the page come out of one statement: they speak of the same moment. */
async function loadPage(
  database: Database,
  caller: Caller,
  {
    rootId,
    start,
    skipped,
    hitsPerPage,
    left,
  }: {
    rootId: string
    start: PageBoundary | undefined
    skipped: number
    hitsPerPage: number
    /** How many there are from the start on, where that is known: counting them takes longer than all the rest. */
    left: number | undefined
  },
): Promise<{ total: number; hits: ContentRow[] }> {
  const seen = sql`${visibleTo(caller, 'd')} and d.root_id = ${rootId}`
  // The first condition follows from the second, but only by it does the index begin there.
  const from = start
    ? sql`${seen} and d.updated_at <= ${start.updatedAt} and (d.updated_at < ${start.updatedAt} or d.id > ${start.id})`
    : seen
  const total =
    left === undefined
      ? sql`select count(*) as total from document d where ${from}`
      : sql`select ${left}::bigint as total`
  const { rows } = await sql<{ total: number } & (ContentRow | { id: null })>`${asReadOnly}
    with root as (
      select from data_source s where ${visibleTo(caller, 's')} and s.id = ${rootId}
    ), counted as (
      ${total}
    ), paged as (
      select d.id, d.title, d.url, d.updated_at as "updatedAt" from document d where ${from}
      order by d.updated_at desc, d.id limit ${hitsPerPage} offset ${skipped}
    )
    select counted.total, paged.* from root cross join counted left join paged on true
    order by paged."updatedAt" desc, paged.id`.execute(database.unrestricted)
  const [first] = rows
  if (!first) throw new AppError('root-not-found', rootNotFoundMessage)
  return {
    total: first.total,
    hits: rows.flatMap((row) =>
      row.id === null ? [] : [{ id: row.id, title: row.title, url: row.url, updatedAt: row.updatedAt }],
    ),
  }
}
