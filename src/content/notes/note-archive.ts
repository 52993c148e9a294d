import { sql } from 'kysely'
import type { Sql } from '../../storage/database.ts'
import { selectSubtree } from '../../storage/note-subtree.ts'
import type { DocumentIndex, PreparedText } from '../indexing/document-index.ts'
import { enqueueForEmbedding } from '../indexing/pending-embeddings.ts'
import { discardStaged } from '../indexing/staged-documents.ts'

/**
 * Updates `archived_at` of a note and its subpages after one of them was created, moved, archived or restored, and moves
 * their passages, with their vectors, to or from `archived_chunk`.
 *
 * Archived notes are left out of search, answers and digests. Archiving includes all subpages, visible to the caller or not;
 * restoring includes those that were not archived separately; a subpage of an archived note can be restored alone. So
 * each note inherits its state from the nearest ancestor with an explicit one (`archived_here`), as with audiences, and
 * `archived_at` is the effective state.
 */
export async function propagateArchiveState(
  store: Sql,
  organizationId: string,
  key: number,
): Promise<{ hasRestored: boolean }> {
  const { rows } = await sql<{ key: number; archived_at: Date | null }>`
    with recursive subtree (key, archived_at) as (
      select d.key, case when d.archived_here then d.archived_at when d.archived_here is null then p.archived_at end
      from document d left join document p on p.org_id = d.org_id and p.key = d.parent_key
      where d.org_id = ${organizationId} and d.key = ${key}
      union all
      select c.key, case when c.archived_here then c.archived_at when c.archived_here is null then b.archived_at end
      from document c join subtree b on c.parent_key = b.key where c.org_id = ${organizationId}
    )
    update document d set archived_at = b.archived_at from subtree b
    where d.org_id = ${organizationId} and d.key = b.key and d.archived_at is distinct from b.archived_at
    returning d.key, d.archived_at`.execute(store)
  const archived = rows.filter((row) => row.archived_at !== null).map((row) => row.key)
  const restored = rows.filter((row) => row.archived_at === null).map((row) => row.key)
  if (archived.length > 0) await archiveChunks(store, organizationId, archived)
  if (restored.length > 0) await restoreChunks(store, organizationId, restored)
  return { hasRestored: restored.length > 0 }
}

/** Archives a note and all subpages, including those that were restored alone before. */
export async function archiveSubtree(
  store: Sql,
  organizationId: string,
  key: number,
  at: Date,
): Promise<{ hasRestored: boolean }> {
  const subtree = selectSubtree({
    root: sql`d.org_id = ${organizationId} and d.key = ${key}`,
    where: sql`c.org_id = ${organizationId}`,
  })
  await sql`
    update document d set archived_here = null
    where d.org_id = ${organizationId} and d.key in (${subtree}) and d.archived_here = false`.execute(store)
  await sql`
    update document set archived_here = true, archived_at = coalesce(archived_at, ${at})
    where org_id = ${organizationId} and key = ${key}`.execute(store)
  await archiveChunks(store, organizationId, [key])
  return propagateArchiveState(store, organizationId, key)
}

/** Restores a note and the subpages that inherit from it. */
export async function unarchiveSubtree(
  store: Sql,
  organizationId: string,
  key: number,
): Promise<{ hasRestored: boolean }> {
  await sql`
    update document d set archived_here = case when p.archived_at is null then null else false end
    from document same left join document p on p.org_id = same.org_id and p.key = same.parent_key
    where same.org_id = ${organizationId} and same.key = ${key} and d.org_id = same.org_id and d.key = same.key`.execute(
    store,
  )
  return propagateArchiveState(store, organizationId, key)
}

/** Moves the passages of notes out of the index. */
export async function archiveChunks(store: Sql, organizationId: string, keys: number[]): Promise<void> {
  await discardStaged(store, organizationId, keys)
  await sql`
    insert into archived_chunk
      (org_id, document_key, ordinal, heading, body, terms, embed_hash, is_link_list, pages, space_id, embedding, code,
        sentences)
    select c.org_id, c.document_key, c.ordinal, c.heading, c.body, c.terms, c.embed_hash, c.is_link_list, c.pages,
      v.space_id, v.embedding, v.code, v.sentences
    from chunk c left join chunk_vector v on v.org_id = c.org_id and v.chunk_key = c.key
    where c.org_id = ${organizationId} and c.document_key = any(${keys}::bigint[])`.execute(store)
  await sql`delete from chunk where org_id = ${organizationId} and document_key = any(${keys}::bigint[])`.execute(store)
}

async function restoreChunks(store: Sql, organizationId: string, keys: number[]): Promise<void> {
  await discardStaged(store, organizationId, keys)
  await sql`
    with restored as (
      insert into chunk (org_id, document_key, audience_id, ordinal, heading, body, terms, embed_hash, is_link_list, pages)
      select a.org_id, a.document_key, d.audience_id, a.ordinal, a.heading, a.body, a.terms, a.embed_hash, a.is_link_list,
        a.pages
      from archived_chunk a join document d on d.org_id = a.org_id and d.key = a.document_key
      where a.org_id = ${organizationId} and a.document_key = any(${keys}::bigint[])
      returning org_id, key, document_key, audience_id, ordinal
    )
    insert into chunk_vector (org_id, chunk_key, document_key, audience_id, space_id, embedding, code, sentences)
    select p.org_id, p.key, p.document_key, p.audience_id, a.space_id, a.embedding, a.code, a.sentences
    from restored p
    join archived_chunk a on a.org_id = p.org_id and a.document_key = p.document_key and a.ordinal = p.ordinal
    where a.embedding is not null`.execute(store)
  // Archived passages are skipped when the model changes, so their vectors can be missing or outdated.
  await enqueueForEmbedding(store, organizationId, keys)
  await deleteArchivedChunks(store, organizationId, keys)
}

async function deleteArchivedChunks(store: Sql, organizationId: string, keys: number[]): Promise<void> {
  await sql`delete from archived_chunk where org_id = ${organizationId} and document_key = any(${keys}::bigint[])`.execute(
    store,
  )
}

/** Writes the passages of a note to the index, or to the archive if the note is archived. */
export async function writeNotePassages(
  documentIndex: DocumentIndex,
  store: Sql,
  { organizationId, key }: { organizationId: string; key: number },
  text: PreparedText,
): Promise<void> {
  const note = await store
    .selectFrom('document')
    .select(['audience_id', 'archived_at'])
    .where('org_id', '=', organizationId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const isArchived = note.archived_at !== null
  if (isArchived) await deleteArchivedChunks(store, organizationId, [key])
  await documentIndex.write(store, { organizationId, key, audienceId: note.audience_id }, text)
  // In the same transaction: no search finds them in between.
  if (isArchived) await archiveChunks(store, organizationId, [key])
}
