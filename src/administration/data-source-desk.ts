import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Viewer } from '../access/viewer.ts'
import { isIn, visibleTo } from '../access/visibility.ts'
import type { DataSourceBody, dataSourceChange, itemPage, newDataSource } from '../contract/administration.ts'
import { rootNotFoundMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { DataSources } from '../library/data-sources.ts'
import { isWritten } from '../library/unfinished-documents.ts'
import type { Database } from '../storage/database.ts'
import { audienceNames, principalsFor } from './audience-names.ts'

export type ItemPage = z.infer<typeof itemPage>

export interface DataSourceDesk {
  list(viewer: Viewer): Promise<DataSourceBody[]>
  create(viewer: Viewer, given: z.infer<typeof newDataSource>): Promise<DataSourceBody>
  change(viewer: Viewer, id: string, given: z.infer<typeof dataSourceChange>): Promise<DataSourceBody>
  remove(viewer: Viewer, id: string): Promise<void>
  items(
    viewer: Viewer,
    id: string,
    query: { query: string; page: number; hitsPerPage: number },
  ): Promise<ItemPage>
}

/**
 * Data sources as they are managed. An admin manages every one of the organization, also those whose items they may not
 * read; everybody else knows of those that they may read.
 */
export function createDataSourceDesk({
  database,
  dataSources,
  newId,
}: {
  database: Database
  dataSources: DataSources
  newId: () => string
}): DataSourceDesk {
  const read = async (viewer: Viewer, only?: RawBuilder<unknown>): Promise<DataSourceBody[]> => {
    const mayKnow =
      viewer.role === 'admin' ? sql`s.org_id = ${viewer.organizationId}` : visibleTo(viewer, 's')
    const { rows } = await sql<Row>`
      select s.id, s.name, s.audience_id, s.writer_audience_id, s.created_at, d.count, d.last
      from data_source s
      cross join lateral (
        select count(*) as count, max(d.edited_at) as last from document d
        where d.org_id = s.org_id and d.root_id = s.id and ${isWritten('d')}
      ) d
      where ${mayKnow} and ${only ?? sql`true`} order by lower(s.name), s.id`.execute(database.service)
    const names = await audienceNames(
      database.service,
      viewer.organizationId,
      rows.flatMap((row) => [row.audience_id, row.writer_audience_id]),
    )
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      readers: names(row.audience_id),
      writers: names(row.writer_audience_id),
      itemCount: row.count,
      lastIndexedAt: row.last?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
      mayRead: isIn(viewer, row.audience_id),
      mayWrite:
        viewer.role !== 'viewer' && isIn(viewer, row.audience_id) && isIn(viewer, row.writer_audience_id),
    }))
  }

  /** What was written may have changed what the viewer sees: their audiences are as old as the request. */
  const readAgain = async (viewer: Viewer, id: string): Promise<DataSourceBody> => {
    const { rows } = await sql<{ id: number }>`
      select distinct p.audience_id as id from audience_principal p
      where p.org_id = ${viewer.organizationId} and p.principal = any (
        array['everyone', 'user:' || ${viewer.memberId}::text]
        || array(select 'group:' || t.team_id from team_member t
                 where t.org_id = ${viewer.organizationId} and t.member_id = ${viewer.memberId}))`.execute(
      database.service,
    )
    const [source] = await read({ ...viewer, audienceIds: rows.map((row) => row.id) }, sql`s.id = ${id}`)
    if (!source) throw notFound()
    return source
  }

  return {
    list: (viewer) => read(viewer),

    async create(viewer, given) {
      const id = given.id ?? newId()
      await database.transaction(async (store) => {
        const taken = await sql`
          select from data_source where org_id = ${viewer.organizationId} and id = ${id}`.execute(store)
        if (taken.rows.length > 0)
          throw new AppError('conflict', `There is a data source with the id ${id} already.`)
        await dataSources.put(store, viewer.organizationId, {
          id,
          name: given.name.trim(),
          readers: await principalsFor('readers', store, viewer.organizationId, given.readers),
          writers: await principalsFor('writers', store, viewer.organizationId, given.writers),
        })
      })
      return readAgain(viewer, id)
    },

    async change(viewer, id, given) {
      const [before] = await read(viewer, sql`s.id = ${id}`)
      if (!before) throw notFound()
      await database.transaction(async (store) =>
        dataSources.put(store, viewer.organizationId, {
          id,
          name: (given.name ?? before.name).trim(),
          readers: await principalsFor(
            'readers',
            store,
            viewer.organizationId,
            given.readers ?? before.readers,
          ),
          writers: await principalsFor(
            'writers',
            store,
            viewer.organizationId,
            given.writers ?? before.writers,
          ),
        }),
      )
      return readAgain(viewer, id)
    },

    remove: (viewer, id) => dataSources.remove(viewer.organizationId, id),

    async items(viewer, id, { query, page, hitsPerPage }) {
      await dataSources.find(viewer, id)
      const pattern = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
      return database.readAs(viewer, async (store) => {
        const from = sql`document d where ${visibleTo(viewer, 'd')} and d.root_id = ${id}
          and ${query.trim() === '' ? sql`true` : sql`d.title ilike ${pattern}`}`
        const counted = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(store)
        const { rows } = await sql<{
          id: string
          key: number
          title: string
          url: string
          updated_at: Date
          edited_at: Date
        }>`
          select d.id, d.key, d.title, d.url, d.updated_at, d.edited_at from ${from}
          order by d.updated_at desc, d.id limit ${hitsPerPage} offset ${page * hitsPerPage}`.execute(store)
        const total = counted.rows[0]?.total ?? 0
        return {
          total,
          page,
          nbPages: Math.ceil(total / hitsPerPage),
          items: rows.map((row) => ({
            id: row.id,
            documentId: String(row.key),
            title: row.title,
            url: row.url,
            updatedAt: row.updated_at.toISOString(),
            indexedAt: row.edited_at.toISOString(),
          })),
        }
      })
    },
  }
}

interface Row {
  id: string
  name: string
  audience_id: number
  writer_audience_id: number
  created_at: Date
  count: number
  last: Date | null
}

function notFound(): AppError {
  return new AppError('root-not-found', rootNotFoundMessage)
}
