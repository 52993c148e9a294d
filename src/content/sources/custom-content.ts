import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { CustomContent } from '../../contract/custom-content.ts'
import type { Source } from '../../contract/source.ts'
import { parseDateTime } from '../../contract/text.ts'
import { deleteDocumentFile } from '../files/stored-file.ts'
import { hashContent } from '../indexing/document-index.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import {
  type DocumentWriteDeps,
  documentMutexKey,
  insertDocument,
  updateDocument,
  writeDocument,
} from '../indexing/write-document.ts'
import { type ContentListOptions, type ContentPage, listContents, listingKeyFor } from './content-listing.ts'
import type { DataSources } from './data-sources.ts'
import type { StablePagination } from './stable-pagination.ts'

export interface CustomContents {
  index(caller: Caller, content: CustomContent): Promise<Source>
  list(caller: Caller, listing: ContentListOptions): Promise<ContentPage>
  remove(caller: Caller, key: { rootId: string; id: string }): Promise<void>
}

/** Creates, updates, lists and deletes the items of data sources. */
export function createCustomContents(
  deps: DocumentWriteDeps & {
    dataSources: DataSources
    pagination: StablePagination
    publicUrl: string
    now: () => Date
    /** Versions kept of each item. */
    maxVersions: number
  },
): CustomContents {
  const { database, documentIndex, writeMutex, dataSources, pagination, publicUrl, now, maxVersions } = deps
  return {
    async index(caller, content) {
      const { organizationId } = caller
      const { rootId, id, title, url } = content
      const { audienceId } = await dataSources.findForWriting(caller, rootId)
      const updatedAt = parseDateTime(content.updatedAt) as Date
      const contentHash = hashContent(content)

      await writeDocument<{ key: number } | undefined, void>(
        deps,
        { organizationId, rootId, id },
        {
          async plan(store, { lock }) {
            const query = store
              .selectFrom('document')
              .select(['key', 'title', 'content_hash', 'url', 'updated_at'])
              .where('org_id', '=', organizationId)
              .where('root_id', '=', rootId)
              .where('id', '=', id)
              .where(isCommitted('document'))
            const stored = await (lock ? query.forUpdate() : query).executeTakeFirst()
            const isSameText = stored?.title === title && stored.content_hash.equals(contentHash)
            const isUnchanged = isSameText && stored.url === url && stored.updated_at.getTime() === updatedAt.getTime()
            if (isUnchanged) return { result: undefined }
            return { key: stored?.key, audienceId, text: isSameText ? undefined : content, state: stored }
          },
          async commit(store, stored, text) {
            const at = now()
            const columns = { url, updated_at: updatedAt, edited_at: at }
            const key =
              stored?.key ??
              (await insertDocument(store, {
                org_id: organizationId,
                root_id: rootId,
                id,
                audience_id: audienceId,
                created_at: at,
                ...columns,
                ...text!.columns,
              }))
            if (stored) await deleteDocumentFile(store, { organizationId, key })
            if (stored) await updateDocument(store, { organizationId, key }, columns, text, { maxVersions, at })
            if (text) await documentIndex.write(store, { organizationId, key, audienceId }, text)
          },
        },
      )
      await pagination.reset(listingKeyFor(caller, rootId))
      return { id, title, url, updatedAt: updatedAt.toISOString() }
    },

    list: (caller, listing) => listContents({ database, pagination, publicUrl }, caller, listing),

    async remove(caller, { rootId, id }) {
      const { organizationId } = caller
      await dataSources.findForWriting(caller, rootId)
      await writeMutex.runExclusive(documentMutexKey({ organizationId, rootId, id }), () =>
        deleteDocuments(database.unrestricted, organizationId, sql`d.root_id = ${rootId} and d.id = ${id}`, now()),
      )
      await pagination.reset(listingKeyFor(caller, rootId))
    },
  }
}
