import type { ServerClient } from '../server-client.ts'
import { dataSourceTargetBase, toCustomContent } from './data-source-items.ts'
import type { ImportTarget } from './import-target.ts'

/** Items of a data source behind a running server. */
export async function createServerDataSourceTarget(
  server: ServerClient,
  rootId: string,
  urlBase: string | undefined,
): Promise<ImportTarget> {
  const present = await listItemIds(server, rootId)
  return {
    ...dataSourceTargetBase(rootId, urlBase),
    async put(page, sent) {
      const id = page.id as string
      if (sent?.id === id && present.has(id)) return { id, outcome: 'unchanged' }
      const content = toCustomContent(page, rootId, urlBase, page.date ?? page.modifiedAt ?? new Date())
      await server.call('POST', '/ask/index', content)
      return { id, outcome: present.has(id) ? 'changed' : 'created' }
    },
    async remove(id) {
      await server.call('DELETE', '/ask/index', { rootId, id })
      return true
    },
  }
}

async function listItemIds(server: ServerClient, rootId: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let page = 0, pages = 1; page < pages; page++) {
    const query = new URLSearchParams({ rootId, page: String(page), hitsPerPage: '100' })
    const result = (await server.call('GET', `/ask/index?${query}`)) as {
      nbPages: number
      hits: { id: string }[]
    }
    for (const hit of result.hits) ids.add(hit.id)
    pages = result.nbPages
  }
  return ids
}
