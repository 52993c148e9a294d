import type { Insertable, Updateable } from 'kysely'
import type { Database, Reader, Sql } from '../../storage/database.ts'
import type { Schema } from '../../storage/schema.ts'
import type { DocumentIndex, IndexedText, PreparedText } from './document-index.ts'
import { saveVersion } from './document-versions.ts'
import type { KeyedMutex } from './keyed-mutex.ts'
import type { DocumentRef } from './staged-documents.ts'

export interface DocumentWriteDeps {
  database: Database
  documentIndex: DocumentIndex
  writeMutex: KeyedMutex
}

/** A write as decided from the stored document, or its result when there is nothing to write. */
export type WritePlan<State, Result> =
  | { result: Result }
  | {
      /** Row of the stored document; undefined for a new one. */
      key: number | undefined
      /** Audience of the passages; undefined where only the transaction creates it, which rules out staging. */
      audienceId: number | undefined
      /** Undefined when the text stays as it is stored. A new document always has one. */
      text: IndexedText | undefined
      /** Everything else that `commit` needs. */
      state: State
    }

/**
 * Writes one document: the only way to change the text of a note or a data source item.
 *
 * 1. `plan` reads the stored document and decides the new text.
 * 2. The text is chunked and embedded outside of the transaction: that takes up to seconds, and the embedded database
 *    has a single session that all queries share.
 * 3. Passages of a large document are staged in small batches, invisible until the commit.
 * 4. In one transaction, `plan` takes its locks and decides again. If another node wrote in between and the text is now
 *    a different one, the preparation is stale: nothing is written and it starts again at 1. Otherwise `commit`
 *    writes the row and the passages.
 *
 * Retries happen here only; callers never see a stale write.
 *
 * Locks are taken in this order: the mutex of the document (this process), then the locks of `plan` (the note tree of
 * the organization, or the row of the item; all nodes), then the rows of the document, then its staging mark.
 */
export function writeDocument<State, Result>(
  { database, documentIndex, writeMutex }: DocumentWriteDeps,
  document: DocumentRef,
  {
    writer,
    plan,
    commit,
  }: {
    /** The member on whose behalf it writes; undefined for an operator and for items, whose permission `plan` checks alone. */
    writer?: Reader
    /** Runs without locks first; with `lock`, inside the transaction, it locks whatever its decision depends on. */
    plan(store: Sql, options: { lock: boolean }): Promise<WritePlan<State, Result>>
    commit(store: Sql, state: State, text: PreparedText | undefined): Promise<Result>
  },
): Promise<Result> {
  const transact: Database['transaction'] = (work) =>
    writer ? database.writeAs(writer, work) : database.transaction(work)
  return writeMutex.runLimited(documentMutexKey(document), async () => {
    for (;;) {
      const planned = await plan(database.unrestricted, { lock: false })
      if ('result' in planned) return planned.result
      const { key, audienceId, text } = planned
      const prepared = text && (await documentIndex.prepare(text, { ...document, key }))
      const committed = await documentIndex.withStaging({ ...document, key, audienceId }, prepared, () =>
        transact(async (store) => {
          const current = await plan(store, { lock: true })
          if ('result' in current) return current
          if (current.text && !isSameText(current.text, text)) return undefined
          return { result: await commit(store, current.state, current.text && prepared) }
        }),
      )
      if (committed) return committed.result
    }
  })
}

/** Inserts a document, over the placeholder that staging has left for it, and returns its key. */
export async function insertDocument(store: Sql, row: Insertable<Schema['document']>): Promise<number> {
  const { key } = await store
    .insertInto('document')
    .values(row)
    .onConflict((conflict) => conflict.columns(['org_id', 'root_id', 'id']).doUpdateSet(row))
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

/** Updates a document. A new text saves the old one as a version first. */
export async function updateDocument(
  store: Sql,
  document: { organizationId: string; key: number },
  columns: Updateable<Schema['document']>,
  text: PreparedText | undefined,
  version: { maxVersions: number; at: Date },
): Promise<void> {
  if (text) await saveVersion(store, document, text.columns, version)
  await store
    .updateTable('document')
    .set({ ...columns, ...text?.columns })
    .where('org_id', '=', document.organizationId)
    .where('key', '=', document.key)
    .execute()
}

/** Returns the key in `writeMutex` that serializes the writes and the deletion of a document within this process. */
export function documentMutexKey({ organizationId, rootId, id }: DocumentRef): string {
  return `${organizationId}/${rootId ?? ''}/${id}`
}

function isSameText(a: IndexedText, b: IndexedText | undefined): boolean {
  return a.title === b?.title && a.type === b.type && a.content === b.content
}
