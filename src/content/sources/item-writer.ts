import { sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'
import { deleteDocumentFile } from '../files/stored-file.ts'
import { hashContent, type IndexedText } from '../indexing/document-index.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { type DocumentWriteDeps, updateDocument, writeDocument } from '../indexing/write-document.ts'
import type { UpsertOutcome } from '../upsert-outcome.ts'
import { insertItem } from './insert-item.ts'

export interface ItemWriteDeps extends DocumentWriteDeps {
  now: () => Date
  /** Versions kept of each item. */
  maxVersions: number
}

export interface ItemTarget {
  organizationId: string
  rootId: string
  audienceId: number
  /** An item that exists keeps the audience it has. */
  keepsAudience: boolean
}

export interface Item extends IndexedText {
  id: string
  url: string
  updatedAt: Date
}

interface StoredItem {
  key: number
  audience_id: number
}

/** Creates or updates an item of a data source. Writes nothing if it is stored as it is. */
export function writeItem(deps: ItemWriteDeps, target: ItemTarget, item: Item): Promise<UpsertOutcome> {
  const { documentIndex, now, maxVersions } = deps
  const { organizationId, rootId } = target
  const { id, title, url, updatedAt } = item
  const contentHash = hashContent(item)
  const audienceOf = (stored: StoredItem | undefined) =>
    (target.keepsAudience ? stored?.audience_id : undefined) ?? target.audienceId
  return writeDocument<StoredItem | undefined, UpsertOutcome>(
    deps,
    { organizationId, rootId, id },
    {
      async plan(store, { lock }) {
        const query = store
          .selectFrom('document')
          .select(['key', 'title', 'content_hash', 'url', 'updated_at', 'audience_id'])
          .where('org_id', '=', organizationId)
          .where('root_id', '=', rootId)
          .where('id', '=', id)
          .where(isCommitted('document'))
        const stored = await (lock ? query.forUpdate() : query).executeTakeFirst()
        const isSameText = stored?.title === title && stored.content_hash.equals(contentHash)
        const isUnchanged =
          isSameText &&
          stored.url === url &&
          stored.updated_at.getTime() === updatedAt.getTime() &&
          stored.audience_id === audienceOf(stored)
        if (isUnchanged) return { result: 'unchanged' }
        return { key: stored?.key, audienceId: audienceOf(stored), text: isSameText ? undefined : item, state: stored }
      },
      async commit(store, stored, text) {
        const at = now()
        const audienceId = audienceOf(stored)
        const columns = { url, updated_at: updatedAt, edited_at: at }
        const place = { organizationId, rootId, id, audienceId }
        const key = stored?.key ?? (await insertItem(store, place, at, { ...columns, ...text!.columns }))
        if (stored) {
          await deleteDocumentFile(store, { organizationId, key })
          await updateDocument(store, { organizationId, key }, columns, text, { maxVersions, at })
          if (stored.audience_id !== audienceId) await setItemAudience(store, organizationId, key, audienceId)
        }
        if (text) await documentIndex.write(store, { organizationId, key, audienceId }, text)
        return stored ? 'changed' : 'created'
      },
    },
  )
}

async function setItemAudience(store: Sql, organizationId: string, key: number, audienceId: number): Promise<void> {
  await sql`
    update document set audience_id = ${audienceId} where org_id = ${organizationId} and key = ${key}`.execute(store)
  for (const table of ['chunk', 'chunk_vector'] as const) {
    await sql`
      update ${sql.table(table)} set audience_id = ${audienceId}
      where org_id = ${organizationId} and document_key = ${key}`.execute(store)
  }
}
