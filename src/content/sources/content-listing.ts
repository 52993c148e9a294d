import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { rootNotFoundMessage } from '../../contract/errors.ts'
import type { Source } from '../../contract/source.ts'
import { documentUrl } from '../../document-url.ts'
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

/** Returns a page of the items of a data source, last updated first. */
export async function listContents(
  { database, pagination, publicUrl }: { database: Database; pagination: StablePagination; publicUrl: string },
  caller: Caller,
  { rootId, page, hitsPerPage }: ContentListOptions,
): Promise<ContentPage> {
  const key = listingKeyFor(caller, rootId)
  const start = await pagination.findBoundary(key, hitsPerPage, page)
  const skipped = start ? 0 : page * hitsPerPage
  const read = (known?: number) => loadPage(database, caller, { rootId, start, skipped, hitsPerPage, known })
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
    await pagination.saveBoundary(key, hitsPerPage, page, {
      updatedAt: last.updatedAt,
      id: last.id,
      remaining,
    })
  } else if (page === 0) await pagination.reset(key)
  return {
    nbPages: (start ? page : 0) + Math.ceil(total / hitsPerPage),
    page,
    hits: hits.map((hit) => ({
      ...hit,
      url: documentUrl(publicUrl, { ...hit, rootId, isAttachment: false }),
      updatedAt: hit.updatedAt.toISOString(),
    })),
  }
}

export function listingKeyFor(caller: Caller, rootId: string): ListingKey {
  return { organizationId: caller.organizationId, memberId: caller.memberId, rootId }
}

interface ContentRow {
  id: string
  title: string
  url: string | null
  updatedAt: Date
}

/**
 * Reads data source, count and page with one statement, so that they are of the same moment. Titles are read for the page
 * only: skipped items are passed over in the index alone, or a page deep in a long list takes several times as long.
 */
async function loadPage(
  database: Database,
  caller: Caller,
  {
    rootId,
    start,
    skipped,
    hitsPerPage,
    known,
  }: {
    rootId: string
    start: PageBoundary | undefined
    skipped: number
    hitsPerPage: number
    /** Number of items from the start on, if known: counting takes longer than everything else. */
    known: number | undefined
  },
): Promise<{ total: number; hits: ContentRow[] }> {
  const visible = sql`${visibleTo(caller, 'd')} and d.root_id = ${rootId}`
  // The first condition follows from the second, but lets the index scan start at the boundary.
  const from = start
    ? sql`${visible} and d.updated_at <= ${start.updatedAt} and (d.updated_at < ${start.updatedAt} or d.id > ${start.id})`
    : visible
  const total =
    known === undefined
      ? sql`select count(*) as total from document d where ${from}`
      : sql`select ${known}::bigint as total`
  const { rows } = await sql<{ total: number } & (ContentRow | { id: null })>`${asReadOnly}
    with root as (
      select from data_source s where ${visibleTo(caller, 's')} and s.id = ${rootId}
    ), counted as (
      ${total}
    ), page as (
      select d.id, d.updated_at from document d where ${from}
      order by d.updated_at desc, d.id limit ${hitsPerPage} offset ${skipped}
    ), paged as (
      select d.id, d.title, d.url, d.updated_at as "updatedAt" from page
      join document d on ${visible} and d.id = page.id
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
