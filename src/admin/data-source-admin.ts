import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Caller } from '../access/caller.ts'
import { isInAudience, visibleTo } from '../access/visibility.ts'
import { isCommitted } from '../content/indexing/staged-documents.ts'
import type { DataSources } from '../content/sources/data-sources.ts'
import type { DataSourceBody, dataSourceChange, itemPage, newDataSource } from '../contract/administration.ts'
import { rootNotFoundMessage } from '../contract/errors.ts'
import { AppError } from '../errors.ts'
import type { Database } from '../storage/database.ts'
import { loadAudienceNames, resolvePrincipalsForField } from './audience-names.ts'

export type ItemPage = z.infer<typeof itemPage>

export interface DataSourceAdmin {
  list(caller: Caller): Promise<DataSourceBody[]>
  create(caller: Caller, given: z.infer<typeof newDataSource>): Promise<DataSourceBody>
  change(caller: Caller, id: string, given: z.infer<typeof dataSourceChange>): Promise<DataSourceBody>
  remove(caller: Caller, id: string): Promise<void>
  listItems(
    caller: Caller,
    id: string,
    query: { query: string; page: number; hitsPerPage: number },
  ): Promise<ItemPage>
}

/**
 * Data sources as they are managed. An admin manages every one of the organization, also those whose items they may not
 * read; everybody else knows of those that they may read.
 */
export function createDataSourceAdmin({
  database,
  dataSources,
  newId,
}: {
  database: Database
  dataSources: DataSources
  newId: () => string
}): DataSourceAdmin {
  const read = async (caller: Caller, only?: RawBuilder<unknown>): Promise<DataSourceBody[]> => {
    const mayKnow =
      caller.role === 'admin' ? sql`s.org_id = ${caller.organizationId}` : visibleTo(caller, 's')
    const { rows } = await sql<DataSourceRow>`
      select s.id, s.name, s.audience_id, s.writer_audience_id, s.created_at, d.count, d.last
      from data_source s
      cross join lateral (
        select count(*) as count, max(d.edited_at) as last from document d
        where d.org_id = s.org_id and d.root_id = s.id and ${isCommitted('d')}
      ) d
      where ${mayKnow} and ${only ?? sql`true`} order by lower(s.name), s.id`.execute(database.unrestricted)
    const names = await loadAudienceNames(
      database.unrestricted,
      caller.organizationId,
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
      mayRead: isInAudience(caller, row.audience_id),
      mayWrite:
        caller.role !== 'viewer' &&
        isInAudience(caller, row.audience_id) &&
        isInAudience(caller, row.writer_audience_id),
    }))
  }

  /** What was written may have changed what the viewer sees: their audiences are as old as the request. */
  const readAgain = async (caller: Caller, id: string): Promise<DataSourceBody> => {
    const { rows } = await sql<{ id: number }>`
      select distinct p.audience_id as id from audience_principal p
      where p.org_id = ${caller.organizationId} and p.principal = any (
        array['everyone', 'user:' || ${caller.memberId}::text]
        || array(select 'group:' || t.team_id from team_member t
                 where t.org_id = ${caller.organizationId} and t.member_id = ${caller.memberId}))`.execute(
      database.unrestricted,
    )
    const [source] = await read({ ...caller, audienceIds: rows.map((row) => row.id) }, sql`s.id = ${id}`)
    if (!source) throw dataSourceNotFoundError()
    return source
  }

  return {
    list: (caller) => read(caller),

    async create(caller, given) {
      const id = given.id ?? newId()
      await database.transaction(async (store) => {
        const taken = await sql`
          select from data_source where org_id = ${caller.organizationId} and id = ${id}`.execute(store)
        if (taken.rows.length > 0)
          throw new AppError('conflict', `There is a data source with the id ${id} already.`)
        await dataSources.upsert(store, caller.organizationId, {
          id,
          name: given.name.trim(),
          readers: await resolvePrincipalsForField('readers', store, caller.organizationId, given.readers),
          writers: await resolvePrincipalsForField('writers', store, caller.organizationId, given.writers),
        })
      })
      return readAgain(caller, id)
    },

    async change(caller, id, given) {
      const [before] = await read(caller, sql`s.id = ${id}`)
      if (!before) throw dataSourceNotFoundError()
      await database.transaction(async (store) =>
        dataSources.upsert(store, caller.organizationId, {
          id,
          name: (given.name ?? before.name).trim(),
          readers: await resolvePrincipalsForField(
            'readers',
            store,
            caller.organizationId,
            given.readers ?? before.readers,
          ),
          writers: await resolvePrincipalsForField(
            'writers',
            store,
            caller.organizationId,
            given.writers ?? before.writers,
          ),
        }),
      )
      return readAgain(caller, id)
    },

    remove: (caller, id) => dataSources.remove(caller.organizationId, id),

    async listItems(caller, id, { query, page, hitsPerPage }) {
      await dataSources.find(caller, id)
      const pattern = `%${query.trim().replace(/[\\%_]/g, '\\$&')}%`
      return database.readAs(caller, async (store) => {
        const from = sql`document d where ${visibleTo(caller, 'd')} and d.root_id = ${id}
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

interface DataSourceRow {
  id: string
  name: string
  audience_id: number
  writer_audience_id: number
  created_at: Date
  count: number
  last: Date | null
}

function dataSourceNotFoundError(): AppError {
  return new AppError('root-not-found', rootNotFoundMessage)
}
