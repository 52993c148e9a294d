import { type RawBuilder, sql } from 'kysely'
import { ensureEmptyAudience } from '../../access/audiences.ts'
import type { Database, Sql } from '../../storage/database.ts'

/**
 * A document some of whose passages are written ahead of it. They are behind the key in `unfinished_document` and hidden
 * by row-level security; the transaction that writes the document takes the mark away, and they are there. A document that
 * is new has a row ahead of itself, too, without a hash of its content and with nobody's audience.
 *
 * Whoever locks several of these rows locks the document first and the mark second.
 */
export interface StagedDocument {
  organizationId: string
  key: number
  /** Who is at it: another one who begins puts their own name there. */
  writer: string
}

export interface DocumentRef {
  organizationId: string
  /** Null: a note. */
  rootId: string | null
  id: string
}

/** Whether a row of `document` is one, and not just kept for one whose passages come first. */
export function isCommitted(alias: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(`${alias}.content_hash`)} <> ''::bytea`
}

/** Marks the document, or takes over where another writer or a killed process left off. */
export async function beginStaging(
  store: Sql,
  name: DocumentRef,
  { writer, at }: { writer: string; at: Date },
): Promise<StagedDocument | undefined> {
  const { organizationId } = name
  const key = (await lockDocument(store, name)) ?? (await insertPlaceholder(store, name, at))
  if (key === undefined) return undefined
  // A statement of its own: what the lock waited for is seen only by the next one.
  await sql`
    insert into unfinished_document (org_id, document_key, after_key, writer, at)
    select ${organizationId}, ${key}::bigint, coalesce(max(c.key), 0), ${writer}, ${at}::timestamptz
    from chunk c where c.org_id = ${organizationId} and c.document_key = ${key}
    on conflict (org_id, document_key) do update set writer = excluded.writer, at = excluded.at`.execute(
    store,
  )
  return { organizationId, key, writer }
}

async function lockDocument(
  store: Sql,
  { organizationId, rootId, id }: DocumentRef,
): Promise<number | undefined> {
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

/** `ours`, a row as long as it is ours to go on with: then nobody takes it away until the transaction ends. */
export function ownedStagingSql(
  { organizationId, key, writer }: StagedDocument,
  at: Date,
): RawBuilder<unknown> {
  return sql`
    held as materialized (
      select key from document where org_id = ${organizationId} and key = ${key} for key share
    ), ours as (
      update unfinished_document u set at = ${at}::timestamptz from held
      where u.org_id = ${organizationId} and u.document_key = held.key and u.writer = ${writer}
      returning u.org_id, u.document_key, u.after_key
    )`
}

/** Takes the mark away, within the transaction that makes the passages what they are to be; tells behind which key they are. */
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

/** Leaves out what was written ahead of these documents: they are to be as they are. */
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

/** So many passages are deleted in about as long as a search takes. */
const deleteBatchSize = 250

/** Removes what was written ahead and not made use of, a little at a time; what became part of a document stays. */
export async function abandonStaging(
  database: Database,
  unfinished: StagedDocument,
  now: () => Date,
): Promise<void> {
  const { organizationId, key } = unfinished
  const isDone = () =>
    database.transaction(async (store) => {
      await sql`select from document where org_id = ${organizationId} and key = ${key} for update`.execute(
        store,
      )
      const { rows } = await sql<{ is_ours: boolean; deleted: number }>`
        with ${ownedStagingSql(unfinished, now())}, deleted as (
          delete from chunk where org_id = ${organizationId} and key in (
            select c.key from ours join chunk c on c.org_id = ours.org_id and c.document_key = ours.document_key
            where c.key > ours.after_key limit ${deleteBatchSize})
          returning key
        )
        select exists (select from ours) as is_ours, (select count(*)::int from deleted) as deleted`.execute(
        store,
      )
      if (!rows[0]?.is_ours) return true
      if (rows[0].deleted === deleteBatchSize) return false
      await endStaging(store, organizationId, key)
      await sql`
        delete from document d where d.org_id = ${organizationId} and d.key = ${key} and not ${isCommitted('d')}`.execute(
        store,
      )
      return true
    })
  while (!(await isDone())) {
    // The next few.
  }
}

/** What a process left that was killed in the middle, and that nobody came back to. */
export async function sweepAbandonedStaging(
  database: Database,
  leftBefore: Date,
  now: () => Date,
): Promise<void> {
  const { rows } = await sql<{ org_id: string; document_key: number; writer: string }>`
    select org_id, document_key, writer from unfinished_document where at < ${leftBefore}`.execute(
    database.unrestricted,
  )
  for (const { org_id: organizationId, document_key: key, writer } of rows) {
    await abandonStaging(database, { organizationId, key, writer }, now)
  }
}
