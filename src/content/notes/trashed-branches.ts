import { sql } from 'kysely'
import { deleteAudience, ensureEmptyAudience, ensurePersonalAudience } from '../../access/audiences.ts'
import type { Sql } from '../../storage/database.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { archiveChunks, propagateArchiveState } from './note-archive.ts'
import { propagateAccess } from './note-tree.ts'

/** Notes that one deletion moves to the trash. */
export interface DeletedBranch {
  organizationId: string
  id: string
  root: { key: number; parentKey: number | null }
  /** The root, the subpages that are deleted with it, and the attachments of all of them. */
  keys: number[]
  /** Without attachments. */
  noteCount: number
  /** Undefined for the command line. */
  deletedBy: string | undefined
  at: Date
}

/** A hidden subpage of a deleted note, as it was before it moved up. */
export interface DisplacedNote {
  key: number
  parent_key: number
  archived_here: boolean | null
}

/**
 * Moves notes from the live tables to the trash: rows, versions, passages and vectors. From then on they exist for no query
 * of content. Their own audiences stay and follow changes of groups and members. Must run under the lock of the note tree.
 */
export async function moveToTrash(
  store: Sql,
  { organizationId, id, root, keys, noteCount, deletedBy, at }: DeletedBranch,
  displaced: readonly DisplacedNote[],
): Promise<void> {
  await archiveChunks(store, organizationId, keys)
  await sql`
    insert into trashed_branch (org_id, id, root_key, parent_key, deleted_by, deleted_at, note_count, displaced)
    values (${organizationId}, ${id}, ${root.key}, ${root.parentKey}, ${deletedBy ?? null}, ${at}, ${noteCount},
      ${JSON.stringify(displaced)}::jsonb)`.execute(store)
  await sql`
    insert into trashed_note (org_id, key, branch_id, own_audience_id, document)
    select d.org_id, d.key, ${id}, d.own_audience_id, to_jsonb(d) from document d
    where d.org_id = ${organizationId} and d.key = any(${keys}::bigint[])`.execute(store)
  await sql`
    insert into trashed_version (org_id, note_key, id, version)
    select v.org_id, v.document_key, v.id, to_jsonb(v) from document_version v
    where v.org_id = ${organizationId} and v.document_key = any(${keys}::bigint[])`.execute(store)
  await sql`
    insert into trashed_chunk (org_id, note_key, ${chunkColumns})
    select org_id, document_key, ${chunkColumns} from archived_chunk
    where org_id = ${organizationId} and document_key = any(${keys}::bigint[])`.execute(store)
  await sql`
    update document_file set trashed_key = key, document_key = null
    where org_id = ${organizationId} and document_key = any(${keys}::bigint[])`.execute(store)
  await deleteDocuments(store, organizationId, sql`d.key = any(${keys}::bigint[])`, at)
}

const chunkColumns = sql.raw(
  'ordinal, heading, body, terms, embed_hash, is_link_list, pages, space_id, embedding, code, sentences',
)

/** Where a branch is restored to. */
export interface RestorePlan {
  organizationId: string
  branchId: string
  rootKey: number
  /** Undefined at the top level. */
  parentKey: number | undefined
  /** The member who alone can see it, where the note that it inherited its audience from is gone. */
  privateTo: string | undefined
  newId: () => string
  at: Date
}

/**
 * Moves a branch back to the live tables, with its keys, versions, audiences, archive state and vectors. A note whose id
 * was given to another one meanwhile gets a new id. Must run under the lock of the note tree.
 */
export async function restoreFromTrash(store: Sql, plan: RestorePlan): Promise<{ hasRestored: boolean }> {
  const { organizationId, branchId, rootKey, at } = plan
  const inBranch = sql`n.org_id = ${organizationId} and n.branch_id = ${branchId}`
  const changes = JSON.stringify(await planChanges(store, plan))
  // Nobody's audience and archived until the whole branch is there: then both are computed from its place.
  const nobody = await ensureEmptyAudience(store, organizationId)
  await sql`
    insert into document overriding system value
    select d.* from trashed_note n cross join lateral jsonb_populate_record(null::document,
      n.document
      || jsonb_build_object('audience_id', ${nobody}::bigint, 'archived_at',
        case when (n.document->>'archived_here')::boolean then n.document->'archived_at' else to_jsonb(${at}::timestamptz) end)
      || coalesce(${changes}::jsonb -> n.key::text, '{}')) d
    where ${inBranch}`.execute(store)
  await sql`
    insert into document_version overriding system value
    select v.* from trashed_note n
    join trashed_version t on t.org_id = n.org_id and t.note_key = n.key
    cross join lateral jsonb_populate_record(null::document_version, t.version) v
    where ${inBranch}`.execute(store)
  await sql`
    insert into archived_chunk (org_id, document_key, ${chunkColumns})
    select n.org_id, t.note_key, ${chunkColumns} from trashed_note n
    join trashed_chunk t on t.org_id = n.org_id and t.note_key = n.key
    where ${inBranch}`.execute(store)
  await sql`
    update document_file f set document_key = f.key, trashed_key = null
    from trashed_note n where ${inBranch} and f.org_id = n.org_id and f.trashed_key = n.key`.execute(store)
  await moveDisplacedBack(store, organizationId, branchId)
  await sql`
    delete from removed_document r using trashed_note n
    where ${inBranch} and r.org_id = n.org_id and r.key = n.key`.execute(store)
  await sql`delete from trashed_branch where org_id = ${organizationId} and id = ${branchId}`.execute(store)
  await propagateAccess(store, organizationId, rootKey)
  return propagateArchiveState(store, organizationId, rootKey)
}

/** Returns the columns that differ from the deleted ones, by key of the note. */
async function planChanges(store: Sql, plan: RestorePlan): Promise<Record<string, Record<string, unknown>>> {
  const { organizationId, branchId, rootKey, parentKey, privateTo } = plan
  const { rows } = await sql<{ key: number; is_id_taken: boolean; is_owner_gone: boolean; editors: string[] | null }>`
    select n.key, n.document->'editors' as editors,
      exists (select from document d
        where d.org_id = n.org_id and d.root_id is null and d.id = n.document->>'id') as is_id_taken,
      not exists (
        select from member m where m.org_id = n.org_id and n.document->>'owner' = 'user:' || m.id
        union all
        select from team t where t.org_id = n.org_id and n.document->>'owner' = 'group:' || t.id
      ) as is_owner_gone
    from trashed_note n where n.org_id = ${organizationId} and n.branch_id = ${branchId}`.execute(store)
  const ownLists = privateTo
    ? {
        own_audience_id: await ensurePersonalAudience(store, organizationId, privateTo),
        own_editors: null,
        editors: null,
      }
    : // Without a parent to inherit them from, its editors become its own: a restore must not let more people edit.
      parentKey === undefined && { own_editors: rows.find((row) => row.key === rootKey)?.editors ?? null }
  return Object.fromEntries(
    rows.map((row) => [
      row.key,
      {
        ...(row.is_owner_gone && { owner: null }),
        ...(row.is_id_taken && { id: plan.newId() }),
        ...(row.key === rootKey && { parent_key: parentKey ?? null, ...ownLists }),
      },
    ]),
  )
}

/**
 * Moves hidden subpages back below their notes, unless somebody has moved them since, or has let them inherit readers or
 * editors from where they are: below the restored note they would inherit others.
 */
async function moveDisplacedBack(store: Sql, organizationId: string, branchId: string): Promise<void> {
  await sql`
    update document d set parent_key = moved.parent_key, archived_here = moved.archived_here
    from trashed_branch b
    cross join lateral jsonb_to_recordset(b.displaced) as moved (key bigint, parent_key bigint, archived_here boolean)
    where b.org_id = ${organizationId} and b.id = ${branchId}
      and d.org_id = b.org_id and d.key = moved.key and d.parent_key is not distinct from b.parent_key
      and d.own_audience_id is not null and (d.own_editors is not null or d.editors is null)`.execute(store)
}

/** Deletes a branch from the trash for good, with the audiences that belong to its notes alone. */
export async function deleteFromTrash(store: Sql, organizationId: string, branchId: string): Promise<void> {
  const { rows } = await sql<{ own_audience_id: number }>`
    select own_audience_id from trashed_note
    where org_id = ${organizationId} and branch_id = ${branchId} and own_audience_id is not null`.execute(store)
  await sql`delete from trashed_branch where org_id = ${organizationId} and id = ${branchId}`.execute(store)
  for (const { own_audience_id: audienceId } of rows) await deleteAudience(store, organizationId, audienceId)
}
