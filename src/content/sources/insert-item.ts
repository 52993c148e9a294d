import type { Sql } from '../../storage/database.ts'
import { insertDocument } from '../indexing/write-document.ts'

/** Where an item is, and who can see it. */
export interface ItemPlace {
  organizationId: string
  rootId: string
  id: string
  audienceId: number
}

type DocumentColumns = Parameters<typeof insertDocument>[1]

/** Inserts a new item of a data source and returns its key. */
export function insertItem(
  store: Sql,
  { organizationId, rootId, id, audienceId }: ItemPlace,
  at: Date,
  columns: Omit<DocumentColumns, 'org_id' | 'root_id' | 'id' | 'audience_id' | 'created_at'>,
): Promise<number> {
  return insertDocument(store, {
    org_id: organizationId,
    root_id: rootId,
    id,
    audience_id: audienceId,
    created_at: at,
    ...columns,
  })
}
