import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import { rootNotFoundMessage } from '../contract/errors.ts'
import type { Source } from '../contract/source.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { onlyReads } from '../storage/kept-statements.ts'
import type { Boundary, ListWalks, Walker } from './list-walks.ts'

export interface ContentPage {
  nbPages: number
  page: number
  hits: Source[]
}

export interface ContentListing {
  rootId: string
  page: number
  hitsPerPage: number
}

/** A page of the items under a data source, those that were updated last first. */
export async function listContents(
  { database, walks }: { database: Database; walks: ListWalks },
  viewer: Viewer,
  { rootId, page, hitsPerPage }: ContentListing,
): Promise<ContentPage> {
  const walker = walkerOf(viewer, rootId)
  const start = await walks.startOf(walker, hitsPerPage, page)
  const skipped = start ? 0 : page * hitsPerPage
  const read = (left?: number) => readPage(database, viewer, { rootId, start, skipped, hitsPerPage, left })
  const writes = database.writes()
  const known = start?.left && start.left.writes === writes ? start.left.count : undefined
  let found = await read(known)
  if (known !== undefined && database.writes() !== writes) found = await read()
  const { total, hits } = found
  const last = hits.at(-1)
  if (last) {
    const left =
      writes !== undefined && database.writes() === writes
        ? { count: total - skipped - hits.length, writes }
        : undefined
    await walks.remember(walker, hitsPerPage, page, { updatedAt: last.updatedAt, id: last.id, left })
  } else if (page === 0) await walks.forget(walker)
  return {
    nbPages: (start ? page : 0) + Math.ceil(total / hitsPerPage),
    page,
    hits: hits.map((hit) => ({ ...hit, updatedAt: hit.updatedAt.toISOString() })),
  }
}

export function walkerOf(viewer: Viewer, rootId: string): Walker {
  return { organizationId: viewer.organizationId, memberId: viewer.memberId, rootId }
}

interface Hit {
  id: string
  title: string
  url: string
  updatedAt: Date
}

/** The data source, the count and the page come out of one statement: they speak of the same moment. */
async function readPage(
  database: Database,
  viewer: Viewer,
  {
    rootId,
    start,
    skipped,
    hitsPerPage,
    left,
  }: {
    rootId: string
    start: Boundary | undefined
    skipped: number
    hitsPerPage: number
    /** How many there are from the start on, where that is known: counting them takes longer than all the rest. */
    left: number | undefined
  },
): Promise<{ total: number; hits: Hit[] }> {
  const seen = sql`${visibleTo(viewer, 'd')} and d.root_id = ${rootId}`
  // The first condition follows from the second, but only by it does the index begin there.
  const from = start
    ? sql`${seen} and d.updated_at <= ${start.updatedAt} and (d.updated_at < ${start.updatedAt} or d.id > ${start.id})`
    : seen
  const total =
    left === undefined
      ? sql`select count(*) as total from document d where ${from}`
      : sql`select ${left}::bigint as total`
  const { rows } = await sql<{ total: number } & (Hit | { id: null })>`${onlyReads}
    with root as (
      select from data_source s where ${visibleTo(viewer, 's')} and s.id = ${rootId}
    ), counted as (
      ${total}
    ), paged as (
      select d.id, d.title, d.url, d.updated_at as "updatedAt" from document d where ${from}
      order by d.updated_at desc, d.id limit ${hitsPerPage} offset ${skipped}
    )
    select counted.total, paged.* from root cross join counted left join paged on true
    order by paged."updatedAt" desc, paged.id`.execute(database.service)
  const [first] = rows
  if (!first) throw new AppError('root-not-found', rootNotFoundMessage)
  return {
    total: first.total,
    hits: rows.flatMap((row) =>
      row.id === null ? [] : [{ id: row.id, title: row.title, url: row.url, updatedAt: row.updatedAt }],
    ),
  }
}
