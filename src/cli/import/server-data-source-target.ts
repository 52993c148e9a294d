import type { Client } from '../../../sdk/src/client.ts'
import { firstCallOptions } from '../server-client.ts'
import { dataSourceTargetBase, toCustomContent } from './data-source-items.ts'
import type { ImportTarget } from './import-target.ts'

/** Writes pages as items of a data source on a running server. */
export async function createServerDataSourceTarget(
  client: Client,
  rootId: string,
  urlBase: string | undefined,
): Promise<ImportTarget> {
  const storedIds = new Set<string>()
  const items = client.paginate('listContent', { rootId, hitsPerPage: 100 }, firstCallOptions)
  for await (const { id } of items) storedIds.add(id)
  return {
    ...dataSourceTargetBase(rootId, urlBase),
    isStored: (id) => storedIds.has(id),
    async put(page, sent) {
      const id = page.id as string
      const isStored = storedIds.has(id)
      if (sent?.id === id && isStored) return { id, outcome: 'unchanged' }
      await client.indexContent(toCustomContent(page, rootId, urlBase, page.date ?? page.modifiedAt ?? new Date()))
      return { id, outcome: isStored ? 'changed' : 'created' }
    },
    async remove(id) {
      await client.deleteContent({ rootId, id })
      return true
    },
  }
}
