import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import type { Database } from '../../storage/database.ts'
import { containsText } from '../../storage/like-pattern.ts'

export interface ItemSummary {
  id: string
  key: number
  title: string
  url: string | null
  updatedAt: Date
  indexedAt: Date
}

/** Returns a page of the items of a data source whose titles contain the query, last updated first. */
export function listItems(
  database: Database,
  caller: Caller,
  rootId: string,
  { query, page, hitsPerPage }: { query: string; page: number; hitsPerPage: number },
): Promise<{ total: number; items: ItemSummary[] }> {
  return database.readAs(caller, async (store) => {
    const from = sql`document d where ${visibleTo(caller, 'd')} and d.root_id = ${rootId}
      and ${query.trim() === '' ? sql`true` : containsText('d.title', query)}`
    const counted = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(store)
    const { rows } = await sql<ItemSummary>`
      select d.id, d.key, d.title, d.url, d.updated_at as "updatedAt", d.edited_at as "indexedAt" from ${from}
      order by d.updated_at desc, d.id limit ${hitsPerPage} offset ${page * hitsPerPage}`.execute(store)
    return { total: counted.rows[0]?.total ?? 0, items: rows }
  })
}
