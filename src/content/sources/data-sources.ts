import { sql } from 'kysely'
import { createAudience, deleteAudience, type Principal, replacePrincipals } from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import { isInAudience, manageableBy, visibleTo } from '../../access/visibility.ts'
import { rootNotFoundMessage } from '../../contract/errors.ts'
import { AppError } from '../../errors.ts'
import { allowLongTransaction, type Database, type Sql } from '../../storage/database.ts'
import { isMissingReference } from '../../storage/storage-error.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import type { UpsertOutcome } from '../upsert-outcome.ts'

export interface DataSource {
  id: string
  name: string
  audienceId: number
  writerAudienceId: number
  createdAt: Date
}

export interface DataSourceSummary extends DataSource {
  itemCount: number
  lastIndexedAt: Date | null
}

interface DataSourceFields {
  name: string
  readers: Principal[]
  writers: Principal[]
}

export interface DataSources {
  /** Returns the data source. One that does not exist and one that the caller cannot see give the same error. */
  find(caller: Caller, id: string): Promise<DataSource>
  /** Returns the data source if the caller can write to it. */
  findForWriting(caller: Caller, id: string): Promise<DataSource>
  /** Runs a write to a data source that the caller can write to. One that is deleted meanwhile does not exist either. */
  write<T>(caller: Caller, id: string, work: (source: DataSource) => Promise<T>): Promise<T>
  /** Returns the data sources that the caller can manage or read, by name. */
  list(caller: Caller): Promise<DataSource[]>
  /** The same with the number of items that the caller can manage or read of each; with an id only that one. */
  listSummaries(caller: Caller, id?: string): Promise<DataSourceSummary[]>
  exists(store: Sql, organizationId: string, id: string): Promise<boolean>
  /** Fails if there is one with this id, also one that another transaction has just created. */
  create(store: Sql, organizationId: string, source: { id: string } & DataSourceFields): Promise<void>
  upsert(store: Sql, organizationId: string, source: { id: string } & DataSourceFields): Promise<UpsertOutcome>
  /** Changes the given fields alone: another change at the same time keeps the others. Undefined: there is none. */
  change(
    store: Sql,
    organizationId: string,
    id: string,
    fields: { [Field in keyof DataSourceFields]?: DataSourceFields[Field] | undefined },
  ): Promise<Exclude<UpsertOutcome, 'created'> | undefined>
  remove(organizationId: string, id: string): Promise<void>
}

export function createDataSources({ database }: { database: Database }): DataSources {
  const columns = ['id', 'name', 'audience_id', 'writer_audience_id', 'created_at'] as const

  const find = async (caller: Caller, id: string): Promise<DataSource> => {
    const row = await database.unrestricted
      .selectFrom('data_source')
      .select(columns)
      .where(visibleTo(caller, 'data_source'))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw new AppError('root-not-found', rootNotFoundMessage)
    return toDataSource(row)
  }

  return {
    find,
    async findForWriting(caller, id) {
      const source = await find(caller, id)
      if (!isInAudience(caller, source.writerAudienceId) || caller.role === 'viewer') {
        throw new AppError(
          'forbidden',
          'You can read this data source but not write to it. Ask an admin to add you to its writers.',
        )
      }
      return source
    },
    async write(caller, id, work) {
      const source = await this.findForWriting(caller, id)
      try {
        return await work(source)
      } catch (error) {
        if (isMissingReference(error)) await find(caller, id)
        throw error
      }
    },
    async list(caller) {
      const rows = await database.unrestricted
        .selectFrom('data_source')
        .select(columns)
        .where(manageableBy(caller, 'data_source'))
        .orderBy('name')
        .orderBy('id')
        .execute()
      return rows.map(toDataSource)
    },
    async listSummaries(caller, id) {
      const { rows } = await sql<DataSourceSummary>`
        select s.id, s.name, s.audience_id as "audienceId", s.writer_audience_id as "writerAudienceId",
          s.created_at as "createdAt", i.count as "itemCount", i.last as "lastIndexedAt"
        from data_source s
        cross join lateral (
          select count(*) as count, max(d.edited_at) as last from document d
          where ${manageableBy(caller, 'd')} and d.org_id = s.org_id and d.root_id = s.id and ${isCommitted('d')}
        ) i
        where ${manageableBy(caller, 's')} and ${id === undefined ? sql`true` : sql`s.id = ${id}`}
        order by lower(s.name), s.id`.execute(database.unrestricted)
      return rows
    },
    async exists(store, organizationId, id) {
      const query = store.selectFrom('data_source').select('id').where('org_id', '=', organizationId)
      return (await query.where('id', '=', id).executeTakeFirst()) !== undefined
    },
    async create(store, organizationId, { id, name, readers, writers }) {
      const created = await store
        .insertInto('data_source')
        .values({
          org_id: organizationId,
          id,
          name,
          audience_id: await createAudience(store, organizationId, readers),
          writer_audience_id: await createAudience(store, organizationId, writers),
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!created) throw new AppError('conflict', `A data source with the id ${id} already exists. Choose another id.`)
    },
    async upsert(store, organizationId, { id, ...fields }) {
      const outcome = await this.change(store, organizationId, id, fields)
      if (outcome) return outcome
      await this.create(store, organizationId, { id, ...fields })
      return 'created'
    },
    async change(store, organizationId, id, { name, readers, writers }) {
      const existing = await store
        .selectFrom('data_source')
        .select(columns)
        .where('org_id', '=', organizationId)
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!existing) return undefined
      const replace = async (audienceId: number, principals: Principal[] | undefined) =>
        principals !== undefined && (await replacePrincipals(store, organizationId, audienceId, principals)).changed
      const hasOtherReaders = await replace(existing.audience_id, readers)
      const hasOtherWriters = await replace(existing.writer_audience_id, writers)
      const isRenamed = name !== undefined && existing.name !== name
      if (isRenamed) {
        await store
          .updateTable('data_source')
          .set({ name })
          .where('org_id', '=', organizationId)
          .where('id', '=', id)
          .execute()
      }
      return hasOtherReaders || hasOtherWriters || isRenamed ? 'changed' : 'unchanged'
    },
    async remove(organizationId, id) {
      await database.transaction(async (store) => {
        await allowLongTransaction(store)
        const deleted = await store
          .deleteFrom('data_source')
          .where('org_id', '=', organizationId)
          .where('id', '=', id)
          .returning(['audience_id', 'writer_audience_id'])
          .executeTakeFirst()
        if (!deleted) throw new AppError('root-not-found', rootNotFoundMessage)
        await deleteAudience(store, organizationId, deleted.audience_id)
        await deleteAudience(store, organizationId, deleted.writer_audience_id)
      })
    },
  }
}

function toDataSource(row: {
  id: string
  name: string
  audience_id: number
  writer_audience_id: number
  created_at: Date
}): DataSource {
  return {
    id: row.id,
    name: row.name,
    audienceId: row.audience_id,
    writerAudienceId: row.writer_audience_id,
    createdAt: row.created_at,
  }
}
