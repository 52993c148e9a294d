import type { z } from 'zod'
import { loadPrincipalNames, resolvePrincipals } from '../access/audiences.ts'
import type { Caller } from '../access/caller.ts'
import { isInAudience } from '../access/visibility.ts'
import type { DataSources } from '../content/sources/data-sources.ts'
import { listItems } from '../content/sources/item-listing.ts'
import type { DataSourceBody, dataSourceChange, itemPage, newDataSource } from '../contract/data-sources.ts'
import { rootNotFoundMessage } from '../contract/errors.ts'
import { documentUrl } from '../document-url.ts'
import { AppError } from '../errors.ts'
import { withCurrentAudiences } from '../identity/load-caller.ts'
import type { Database } from '../storage/database.ts'

export type DataSourceAdmin = ReturnType<typeof createDataSourceAdmin>

/**
 * Manages data sources. An admin manages every one of the organization, even those whose items they cannot read; other
 * people see the ones they can read.
 */
export function createDataSourceAdmin({
  database,
  dataSources,
  publicUrl,
  newId,
  now,
}: {
  database: Database
  dataSources: DataSources
  publicUrl: string
  newId: () => string
  now: () => Date
}) {
  const list = async (caller: Caller, id?: string): Promise<DataSourceBody[]> => {
    const found = await dataSources.listSummaries(caller, id)
    const names = await loadPrincipalNames(
      database.unrestricted,
      caller.organizationId,
      found.flatMap((source) => [source.audienceId, source.writerAudienceId]),
    )
    return found.map(({ audienceId, writerAudienceId, ...source }) => {
      const mayRead = isInAudience(caller, audienceId)
      return {
        ...source,
        readers: names(audienceId),
        writers: names(writerAudienceId),
        lastIndexedAt: source.lastIndexedAt?.toISOString() ?? null,
        createdAt: source.createdAt.toISOString(),
        mayRead,
        mayWrite: mayRead && caller.role !== 'viewer' && isInAudience(caller, writerAudienceId),
      }
    })
  }

  const find = async (caller: Caller, id: string): Promise<DataSourceBody> => {
    const [source] = await list(caller, id)
    if (!source) throw new AppError('root-not-found', rootNotFoundMessage)
    return source
  }

  const findAfterWrite = async (caller: Caller, id: string): Promise<DataSourceBody> =>
    find(await withCurrentAudiences(database, caller, now()), id)

  return {
    list: (caller: Caller) => list(caller),

    async create(caller: Caller, given: z.infer<typeof newDataSource>): Promise<DataSourceBody> {
      const id = given.id ?? newId()
      const { organizationId } = caller
      await database.transaction(async (store) =>
        dataSources.create(store, organizationId, {
          id,
          name: given.name.trim(),
          readers: await resolvePrincipals(store, organizationId, given.readers, 'readers'),
          writers: await resolvePrincipals(store, organizationId, given.writers, 'writers'),
        }),
      )
      return findAfterWrite(caller, id)
    },

    async change(caller: Caller, id: string, given: z.infer<typeof dataSourceChange>): Promise<DataSourceBody> {
      await find(caller, id)
      const { organizationId } = caller
      await database.transaction(async (store) =>
        dataSources.change(store, organizationId, id, {
          name: given.name?.trim(),
          readers: given.readers && (await resolvePrincipals(store, organizationId, given.readers, 'readers')),
          writers: given.writers && (await resolvePrincipals(store, organizationId, given.writers, 'writers')),
        }),
      )
      return findAfterWrite(caller, id)
    },

    remove: (caller: Caller, id: string) => dataSources.remove(caller.organizationId, id),

    async listItems(
      caller: Caller,
      id: string,
      query: { query: string; page: number; hitsPerPage: number },
    ): Promise<z.infer<typeof itemPage>> {
      await dataSources.find(caller, id)
      const { total, items } = await listItems(database, caller, id, query)
      return {
        total,
        page: query.page,
        nbPages: Math.ceil(total / query.hitsPerPage),
        items: items.map(({ key, ...item }) => ({
          ...item,
          url: documentUrl(publicUrl, { ...item, rootId: id, isAttachment: false }),
          documentId: String(key),
          updatedAt: item.updatedAt.toISOString(),
          indexedAt: item.indexedAt.toISOString(),
        })),
      }
    },
  }
}
