import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import type { CustomContent } from '../../contract/custom-content.ts'
import type { Source } from '../../contract/source.ts'
import { parseDateTime } from '../../contract/text.ts'
import type { Database, Sql } from '../../storage/database.ts'
import { type DocumentIndex, hashContent } from '../indexing/document-index.ts'
import { saveVersion } from '../indexing/document-versions.ts'
import type { KeyedMutex } from '../indexing/keyed-mutex.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { type ContentListOptions, type ContentPage, listContents, listingKeyFor } from './content-listing.ts'
import type { DataSources } from './data-sources.ts'
import type { StablePagination } from './stable-pagination.ts'

export interface CustomContents {
  index(caller: Caller, content: CustomContent): Promise<Source>
  list(caller: Caller, listing: ContentListOptions): Promise<ContentPage>
  remove(caller: Caller, key: { rootId: string; id: string }): Promise<void>
}

/** The items that callers index under a data source: created or refreshed, listed, deleted. */
export function createCustomContents({
  database,
  dataSources,
  documentIndex,
  turns,
  walks,
  now,
  versionsKept,
}: {
  database: Database
  dataSources: DataSources
  documentIndex: DocumentIndex
  turns: KeyedMutex
  walks: StablePagination
  now: () => Date
  /** How many versions of each item are kept when it changes. */
  versionsKept: number
}): CustomContents {
  return {
    async index(caller, content) {
      const source = await dataSources.findForWriting(caller, content.rootId)
      const organizationId = caller.organizationId
      const updatedAt = parseDateTime(content.updatedAt) as Date
      return turns.runLimited(`${organizationId}/${content.rootId}/${content.id}`, async () => {
        await write(organizationId, source.audienceId, content, updatedAt)
        await walks.reset(listingKeyFor(caller, content.rootId))
        return { id: content.id, title: content.title, url: content.url, updatedAt: updatedAt.toISOString() }
      })
    },

    list: (caller, listing) => listContents({ database, walks }, caller, listing),

    async remove(caller, { rootId, id }) {
      await dataSources.findForWriting(caller, rootId)
      await turns.runExclusive(`${caller.organizationId}/${rootId}/${id}`, () =>
        deleteDocuments(
          database.unrestricted,
          caller.organizationId,
          sql`d.root_id = ${rootId} and d.id = ${id}`,
          now(),
        ),
      )
      await walks.reset(listingKeyFor(caller, rootId))
    },
  }

  async function write(
    organizationId: string,
    audienceId: number,
    content: CustomContent,
    updatedAt: Date,
  ): Promise<void> {
    const contentHash = hashContent(content)
    const at = now()
    const find = (store: Sql) =>
      store
        .selectFrom('document')
        .select(['key', 'title', 'content_hash', 'url', 'updated_at'])
        .where('org_id', '=', organizationId)
        .where('root_id', '=', content.rootId)
        .where('id', '=', content.id)
        .where(isCommitted('document'))
    const isSameText = (row: { title: string; content_hash: Buffer } | undefined) =>
      row !== undefined && row.title === content.title && row.content_hash.equals(contentHash)

    const before = await find(database.unrestricted).executeTakeFirst()
    const isUnchanged =
      before &&
      isSameText(before) &&
      before.url === content.url &&
      before.updated_at.getTime() === updatedAt.getTime()
    if (isUnchanged) return
    const prepare = async () =>
      documentIndex.prepare(
        content,
        before
          ? await documentIndex.loadEmbeddedHashes(database.unrestricted, organizationId, before.key)
          : new Set(),
      )
    let prepared = isSameText(before) ? undefined : await prepare()
    const fields = () => ({
      title: content.title,
      url: content.url,
      content: content.content,
      content_type: content.type,
      content_hash: contentHash,
      updated_at: updatedAt,
      edited_at: at,
      ...(prepared && { language: prepared.language }),
    })
    const name = { organizationId, rootId: content.rootId, id: content.id, key: before?.key, audienceId }
    const store = () => documentIndex.withStaging(name, prepared, storeAll)
    const storeAll = () =>
      database.transaction(async (transaction) => {
        // Another node may have written since: its chunks must not stay beside this text.
        const current = await find(transaction).forUpdate().executeTakeFirst()
        if (!prepared && !isSameText(current)) return false
        if (current) {
          const next = { title: content.title, contentHash }
          await saveVersion(transaction, { organizationId, key: current.key }, next, {
            keep: versionsKept,
            at,
          })
        }
        const whole = {
          org_id: organizationId,
          root_id: content.rootId,
          id: content.id,
          audience_id: audienceId,
          created_at: at,
          ...fields(),
        }
        const { key } = await transaction
          .insertInto('document')
          .values(whole)
          .onConflict((conflict) =>
            conflict.columns(['org_id', 'root_id', 'id']).doUpdateSet(current ? fields() : whole),
          )
          .returning('key')
          .executeTakeFirstOrThrow()
        if (prepared) await documentIndex.write(transaction, { organizationId, key, audienceId }, prepared)
        return true
      })
    if (await store()) return
    prepared = await prepare()
    await store()
  }
}
