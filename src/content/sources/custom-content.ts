import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { CustomContent } from '../../contract/custom-content.ts'
import type { Source } from '../../contract/source.ts'
import { parseDateTime } from '../../contract/text.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { documentMutexKey } from '../indexing/write-document.ts'
import { type ContentListOptions, type ContentPage, listContents, listingKeyFor } from './content-listing.ts'
import type { DataSources } from './data-sources.ts'
import { type ItemSnapshot, keepOnlyListed, type SnapshotCounts } from './item-snapshot.ts'
import { type ItemWriteDeps, writeItem } from './item-writer.ts'
import type { StablePagination } from './stable-pagination.ts'

export interface CustomContents {
  index(caller: Caller, content: CustomContent): Promise<Source>
  list(caller: Caller, listing: ContentListOptions): Promise<ContentPage>
  remove(caller: Caller, key: { rootId: string; id: string }): Promise<void>
  /** Removes the items that the caller can see and that are not listed, within a range of ids. */
  keepOnly(caller: Caller, snapshot: ItemSnapshot): Promise<SnapshotCounts>
}

/** Creates, updates, lists and deletes the items of data sources. */
export function createCustomContents(
  deps: ItemWriteDeps & { dataSources: DataSources; pagination: StablePagination; publicUrl: string },
): CustomContents {
  const { database, writeMutex, dataSources, pagination, publicUrl, now } = deps
  return {
    async index(caller, content) {
      const { organizationId } = caller
      const { rootId, id, title, url } = content
      const updatedAt = parseDateTime(content.updatedAt) as Date
      await dataSources.write(caller, rootId, ({ audienceId }) =>
        writeItem(deps, { organizationId, rootId, audienceId, keepsAudience: true }, { ...content, updatedAt }),
      )
      await pagination.reset(listingKeyFor(caller, rootId))
      return { id, title, url, updatedAt: updatedAt.toISOString() }
    },

    keepOnly: (caller, snapshot) => keepOnlyListed(deps, caller, snapshot),

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
