import { sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import type { CustomContent } from '../contract/custom-content.ts'
import type { Source } from '../contract/source.ts'
import { parseDateTime } from '../contract/text.ts'
import type { Database, Sql } from '../storage/database.ts'
import { type ContentListing, type ContentPage, listContents, walkerOf } from './content-listing.ts'
import type { DataSources } from './data-sources.ts'
import { type DocumentIndex, hashOf } from './document-index.ts'
import { keepVersion } from './document-versions.ts'
import type { ListWalks } from './list-walks.ts'
import { removeDocuments } from './removed-documents.ts'
import type { TurnTaking } from './turn-taking.ts'
import { isWritten } from './unfinished-documents.ts'

export interface CustomContents {
  index(viewer: Viewer, content: CustomContent): Promise<Source>
  list(viewer: Viewer, listing: ContentListing): Promise<ContentPage>
  remove(viewer: Viewer, key: { rootId: string; id: string }): Promise<void>
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
  turns: TurnTaking
  walks: ListWalks
  now: () => Date
  /** How many versions of each item are kept when it changes. */
  versionsKept: number
}): CustomContents {
  return {
    async index(viewer, content) {
      const source = await dataSources.findForWriting(viewer, content.rootId)
      const organizationId = viewer.organizationId
      const updatedAt = parseDateTime(content.updatedAt) as Date
      return turns.index(`${organizationId}/${content.rootId}/${content.id}`, async () => {
        await write(organizationId, source.audienceId, content, updatedAt)
        await walks.forget(walkerOf(viewer, content.rootId))
        return { id: content.id, title: content.title, url: content.url, updatedAt: updatedAt.toISOString() }
      })
    },

    list: (viewer, listing) => listContents({ database, walks }, viewer, listing),

    async remove(viewer, { rootId, id }) {
      await dataSources.findForWriting(viewer, rootId)
      await turns.remove(`${viewer.organizationId}/${rootId}/${id}`, () =>
        removeDocuments(
          database.service,
          viewer.organizationId,
          sql`d.root_id = ${rootId} and d.id = ${id}`,
          now(),
        ),
      )
      await walks.forget(walkerOf(viewer, rootId))
    },
  }

  async function write(
    organizationId: string,
    audienceId: number,
    content: CustomContent,
    updatedAt: Date,
  ): Promise<void> {
    const contentHash = hashOf(content)
    const at = now()
    const find = (store: Sql) =>
      store
        .selectFrom('document')
        .select(['key', 'title', 'content_hash', 'url', 'updated_at'])
        .where('org_id', '=', organizationId)
        .where('root_id', '=', content.rootId)
        .where('id', '=', content.id)
        .where(isWritten('document'))
    const isSameText = (row: { title: string; content_hash: Buffer } | undefined) =>
      row !== undefined && row.title === content.title && row.content_hash.equals(contentHash)

    const before = await find(database.service).executeTakeFirst()
    const isUnchanged =
      before &&
      isSameText(before) &&
      before.url === content.url &&
      before.updated_at.getTime() === updatedAt.getTime()
    if (isUnchanged) return
    const prepare = async () =>
      documentIndex.prepare(
        content,
        before ? await documentIndex.knownPassages(database.service, organizationId, before.key) : new Set(),
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
    const store = () => documentIndex.ahead(name, prepared, storeAll)
    const storeAll = () =>
      database.transaction(async (transaction) => {
        // Another node may have written since: its chunks must not stay beside this text.
        const current = await find(transaction).forUpdate().executeTakeFirst()
        if (!prepared && !isSameText(current)) return false
        if (current) {
          const next = { title: content.title, contentHash }
          await keepVersion(transaction, { organizationId, key: current.key }, next, {
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
