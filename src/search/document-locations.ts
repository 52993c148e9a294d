import { sql } from 'kysely'
import type { Principal } from '../access/audiences.ts'
import type { Caller } from '../access/caller.ts'
import { ancestorSql } from '../access/document-ancestors.ts'
import { visibleTo } from '../access/visibility.ts'
import type { Sql } from '../storage/database.ts'

/** A document and the titles above it, as far up as the caller can see them. */
export interface DocumentLocation {
  key: number
  kind: 'note' | 'item'
  id: string
  rootId: string | null
  isAttachment: boolean
  title: string
  url: string | null
  updatedAt: Date
  path: string[]
  owner: Principal | null
}

/** Returns the locations of the documents that the caller can see. */
export async function locateDocuments(
  store: Sql,
  caller: Caller,
  keys: readonly number[],
): Promise<Map<number, DocumentLocation>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{
    key: number
    id: string
    root_id: string | null
    is_attachment: boolean
    title: string
    url: string | null
    updated_at: Date
    source_name: string | null
    owner: Principal | null
    above: string[] | null
  }>`
    with recursive ${ancestorSql(caller, keys)}
    select d.key, d.id, d.root_id, d.is_attachment, d.title, d.url, d.updated_at, d.owner,
      s.name as source_name,
      (select array_agg(a.title order by a.depth desc) from ancestor a where a.start = d.key and a.depth > 0) as above
    from document d left join data_source s on ${visibleTo(caller, 's')} and s.id = d.root_id
    where ${visibleTo(caller, 'd')} and d.key = any(${[...keys]}::bigint[])`.execute(store)
  return new Map(
    rows.map((row) => [
      row.key,
      {
        key: row.key,
        kind: row.root_id === null && !row.is_attachment ? 'note' : 'item',
        id: row.id,
        rootId: row.root_id,
        isAttachment: row.is_attachment,
        title: row.title,
        url: row.url,
        updatedAt: row.updated_at,
        path: row.root_id === null ? (row.above ?? []) : row.source_name === null ? [] : [row.source_name],
        owner: row.owner,
      },
    ]),
  )
}
