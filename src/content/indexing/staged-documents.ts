import { type RawBuilder, sql } from 'kysely'
import { ensureEmptyAudience } from '../../access/audiences.ts'
import type { Database, Sql } from '../../storage/database.ts'

/**
 * A document with staged passages: written before the transaction that makes them part of the document. Their keys are
 * greater than `after_key` of the staging mark in `unfinished_document`, and row-level security hides them. The
 * transaction that writes the document deletes the mark, which makes them visible. A new document has a placeholder row
 * until then, with an empty content hash and the empty audience.
 *
 * Lock order: the document first, its mark second.
 */
export interface StagedDocument {
  organizationId: string
  key: number
  /** Id of the writer; a later writer replaces it and so takes the staging over. */
  writer: string
}

export interface DocumentRef {
  organizationId: string
  /** The data source; null for a note. */
  rootId: string | null
  id: string
}

/** Matches documents that were written, not placeholders of staging. */
export function isCommitted(alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.content_hash`)} <> ''::bytea`
}

/** Creates the staging mark, or takes over that of another writer or of a killed process. */
export async function beginStaging(
  store: Sql,
  document: DocumentRef,
  { writer, at }: { writer: string; at: Date },
): Promise<StagedDocument | undefined> {
  const { organizationId } = document
  const key = (await lockDocument(store, document)) ?? (await insertPlaceholder(store, document, at))
  if (key === undefined) return undefined
  // A separate statement, to see what was committed while the lock was waited for.
  await sql`
    insert into unfinished_document (org_id, document_key, after_key, writer, at)
    select ${organizationId}, ${key}::bigint, coalesce(max(c.key), 0), ${writer}, ${at}::timestamptz
    from chunk c where c.org_id = ${organizationId} and c.document_key = ${key}
    on conflict (org_id, document_key) do update set writer = excluded.writer, at = excluded.at`.execute(store)
  return { organizationId, key, writer }
}

async function lockDocument(store: Sql, { organizationId, rootId, id }: DocumentRef): Promise<number | undefined> {
  const { rows } = await sql<{ key: number }>`
    select key from document
    where org_id = ${organizationId} and root_id is not distinct from ${rootId} and id = ${id}
    for no key update`.execute(store)
  return rows[0]?.key
}

async function insertPlaceholder(
  store: Sql,
  { organizationId, rootId, id }: DocumentRef,
  at: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ key: number }>`
    insert into document (org_id, root_id, id, title, url, content, content_type, content_hash, audience_id, updated_at)
    values (${organizationId}, ${rootId}, ${id}, '', '', '', 'markdown', '',
      ${await ensureEmptyAudience(store, organizationId)}, ${at})
    on conflict do nothing returning key`.execute(store)
  return rows[0]?.key
}

/**
 * Returns common table expressions that end in `ours`: one row if this writer still owns the staging, else none. The row
 * stays locked, so no other writer takes over before the transaction ends.
 */
export function ownedStagingSql({ organizationId, key, writer }: StagedDocument, at: Date): RawBuilder<unknown> {
  return sql`
    locked as materialized (
      select key from document where org_id = ${organizationId} and key = ${key} for key share
    ), ours as (
      update unfinished_document u set at = ${at}::timestamptz from locked
      where u.org_id = ${organizationId} and u.document_key = locked.key and u.writer = ${writer}
      returning u.org_id, u.document_key, u.after_key
    )`
}

/** Deletes the staging mark, inside the transaction that writes the document. Staged passages have keys above `afterKey`. */
export async function endStaging(
  store: Sql,
  organizationId: string,
  key: number,
): Promise<{ afterKey: number } | undefined> {
  const { rows } = await sql<{ after_key: number }>`
    delete from unfinished_document where org_id = ${organizationId} and document_key = ${key}
    returning after_key`.execute(store)
  return rows[0] && { afterKey: rows[0].after_key }
}

/** Deletes the staged passages of these documents and their marks. */
export async function discardStaged(store: Sql, organizationId: string, keys: number[]): Promise<void> {
  await sql`
    with ended as (
      delete from unfinished_document where org_id = ${organizationId} and document_key = any(${keys}::bigint[])
      returning document_key, after_key
    )
    delete from chunk c using ended
    where c.org_id = ${organizationId} and c.document_key = ended.document_key and c.key > ended.after_key`.execute(
    store,
  )
}

/** Deleting this many passages takes about as long as a search. */
const deleteBatchSize = 250

/** Deletes staged passages that were not committed, in batches. Does nothing if the document was written meanwhile. */
export async function abandonStaging(database: Database, staged: StagedDocument, now: () => Date): Promise<void> {
  const { organizationId, key } = staged
  const deleteBatch = (): Promise<'more' | 'done'> =>
    database.transaction(async (store) => {
      await sql`select from document where org_id = ${organizationId} and key = ${key} for update`.execute(store)
      const { rows } = await sql<{ is_ours: boolean; deleted: number }>`
        with ${ownedStagingSql(staged, now())}, deleted as (
          delete from chunk where org_id = ${organizationId} and key in (
            select c.key from ours join chunk c on c.org_id = ours.org_id and c.document_key = ours.document_key
            where c.key > ours.after_key limit ${deleteBatchSize})
          returning key
        )
        select exists (select from ours) as is_ours, (select count(*)::int from deleted) as deleted`.execute(store)
      if (!rows[0]?.is_ours) return 'done'
      if (rows[0].deleted === deleteBatchSize) return 'more'
      await endStaging(store, organizationId, key)
      await sql`
        delete from document d where d.org_id = ${organizationId} and d.key = ${key} and not ${isCommitted('d')}`.execute(
        store,
      )
      return 'done'
    })
  while ((await deleteBatch()) === 'more');
}

/** Deletes passages that killed processes staged before the given time. */
export async function sweepAbandonedStaging(database: Database, stagedBefore: Date, now: () => Date): Promise<void> {
  const { rows } = await sql<{ org_id: string; document_key: number; writer: string }>`
    select org_id, document_key, writer from unfinished_document where at < ${stagedBefore}`.execute(
    database.unrestricted,
  )
  for (const { org_id: organizationId, document_key: key, writer } of rows) {
    await abandonStaging(database, { organizationId, key, writer }, now)
  }
}
