import { sql } from 'kysely'
import {
  createAudience,
  deleteAudience,
  ensureDefaultAudience,
  type Principal,
  replacePrincipals,
} from '../../access/audiences.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { hashContent, type PreparedText } from '../indexing/document-index.ts'
import { saveVersion } from '../indexing/document-versions.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { propagateArchiveState } from './note-archive.ts'
import { writePassages } from './note-passages.ts'
import { isSelfOrDescendant, lockNoteTree, propagateAudience } from './note-tree.ts'
import type { NoteDeps, NoteInput } from './notes.ts'

/** Makes a note as told, for those who set up whole organizations: no viewer, every field given. */
export async function upsertNote(
  needs: NoteDeps,
  organizationId: string,
  input: NoteInput,
): Promise<'created' | 'changed' | 'unchanged'> {
  const { database, documentIndex } = needs
  const isSameText = (row: StoredNote | undefined) =>
    row !== undefined && row.title === input.title && row.content_hash.equals(hashContent(input))
  let before = await findStoredNote(database.unrestricted, organizationId, input.id)
  let prepared = isSameText(before) ? undefined : await prepare()
  for (;;) {
    const outcome = await documentIndex.withStaging(await nameOf(), prepared, () =>
      database.transaction(async (store) => {
        await lockNoteTree(store, organizationId)
        before = await findStoredNote(store, organizationId, input.id)
        // Another node wrote since: what was not prepared has to be, outside of the transaction.
        if (!prepared && !isSameText(before)) return 'stale'
        return writeNote(needs, store, organizationId, {
          before,
          input,
          prepared: isSameText(before) ? undefined : prepared,
        })
      }),
    )
    if (outcome !== 'stale') return outcome
    prepared = await prepare()
  }

  /** Without an audience where it is given one of its own, which the transaction makes. */
  async function nameOf() {
    const parent =
      before || input.parentId === undefined
        ? undefined
        : await findStoredNote(database.unrestricted, organizationId, input.parentId)
    const inherited =
      before?.audience_id ??
      parent?.audience_id ??
      (await ensureDefaultAudience(database.unrestricted, organizationId))
    const audienceId = before || input.audience === undefined ? inherited : undefined
    return { organizationId, rootId: null, id: input.id, key: before?.key, audienceId }
  }

  async function prepare() {
    const known = before
      ? await documentIndex.loadEmbeddedHashes(database.unrestricted, organizationId, before.key)
      : undefined
    return documentIndex.prepare(input, known ?? new Set())
  }
}

async function writeNote(
  needs: NoteDeps,
  store: Sql,
  organizationId: string,
  {
    before,
    input,
    prepared,
  }: { before: StoredNote | undefined; input: NoteInput; prepared: PreparedText | undefined },
): Promise<'created' | 'changed' | 'unchanged'> {
  const parent =
    input.parentId === undefined ? undefined : await findStoredNote(store, organizationId, input.parentId)
  if (input.parentId !== undefined && !parent) {
    throw new AppError('parent-not-found', `The parent note ${input.parentId} does not exist.`)
  }
  if (parent && before && (await isSelfOrDescendant(store, organizationId, parent.key, before.key))) {
    throw new AppError('conflict', `The note ${input.id} cannot be moved below itself.`)
  }
  const audience = await setOwnAudience(
    store,
    organizationId,
    before?.own_audience_id ?? undefined,
    input.audience,
  )
  const fields = {
    title: input.title,
    url: input.url,
    content: input.content,
    content_type: input.type,
    content_hash: hashContent(input),
    ...(prepared && { language: prepared.language }),
    parent_key: parent?.key ?? null,
    own_audience_id: audience.id,
    updated_at: input.updatedAt,
    position: input.position ?? before?.position ?? 0,
  }
  const isSame =
    before !== undefined &&
    !prepared &&
    !audience.changed &&
    before.url === input.url &&
    before.parent_key === fields.parent_key &&
    before.updated_at.getTime() === input.updatedAt.getTime() &&
    before.position === fields.position
  if (isSame) return 'unchanged'
  const at = needs.now()
  const key = before
    ? await updateNote(before.key)
    : await insertNote(
        audience.id ?? parent?.audience_id ?? (await ensureDefaultAudience(store, organizationId)),
      )
  if (before) await propagateAudience(store, organizationId, key)
  if (audience.dropped !== undefined) await deleteAudience(store, organizationId, audience.dropped)
  const { isBack } = await propagateArchiveState(store, organizationId, key)
  if (isBack) needs.onPending?.()
  if (prepared) await writePassages(needs.documentIndex, store, organizationId, key, prepared)
  return before ? 'changed' : 'created'

  async function insertNote(audienceId: number): Promise<number> {
    const whole = {
      org_id: organizationId,
      id: input.id,
      audience_id: audienceId,
      created_at: at,
      edited_at: at,
      ...fields,
    }
    const row = await store
      .insertInto('document')
      .values(whole)
      .onConflict((conflict) => conflict.columns(['org_id', 'root_id', 'id']).doUpdateSet(whole))
      .returning('key')
      .executeTakeFirstOrThrow()
    return row.key
  }
  async function updateNote(key: number): Promise<number> {
    if (prepared) {
      const next = { title: fields.title, contentHash: fields.content_hash }
      await saveVersion(store, { organizationId, key }, next, { keep: needs.versionsKept, at })
    }
    await store
      .updateTable('document')
      .set({ ...fields, ...(prepared && { edited_at: at }) })
      .where('org_id', '=', organizationId)
      .where('key', '=', key)
      .execute()
    return key
  }
}

/** Removes a note, everything below it, and the audiences that only those had. */
export async function deleteSubtree(store: Sql, organizationId: string, id: string, at: Date): Promise<void> {
  await lockNoteTree(store, organizationId)
  const { rows } = await sql<{ key: number }>`
    with recursive below (key) as (
      select key from document where org_id = ${organizationId} and root_id is null and id = ${id}
      union all
      select c.key from document c join below b on c.parent_key = b.key where c.org_id = ${organizationId}
    )
    select key from below`.execute(store)
  await deleteNotes(
    store,
    organizationId,
    rows.map((row) => row.key),
    at,
  )
}

export async function deleteNotes(
  store: Sql,
  organizationId: string,
  keys: number[],
  at: Date,
): Promise<void> {
  const which = sql`d.key = any(${keys}::bigint[])`
  const { ownAudienceIds } = await deleteDocuments(store, organizationId, which, at)
  for (const audienceId of ownAudienceIds) await deleteAudience(store, organizationId, audienceId)
}

type StoredNote = NonNullable<Awaited<ReturnType<typeof findStoredNote>>>

function findStoredNote(store: Sql, organizationId: string, id: string) {
  return store
    .selectFrom('document')
    .select([
      'key',
      'title',
      'url',
      'content_hash',
      'parent_key',
      'own_audience_id',
      'audience_id',
      'updated_at',
      'position',
    ])
    .where('org_id', '=', organizationId)
    .where('root_id', 'is', null)
    .where('id', '=', id)
    .where(isCommitted('document'))
    .executeTakeFirst()
}

/** Makes, changes or takes away a note's own audience. A dropped one can go only after nothing points to it. */
export async function setOwnAudience(
  store: Sql,
  organizationId: string,
  current: number | undefined,
  wanted: Principal[] | undefined,
): Promise<{ id: number | null; changed: boolean; dropped?: number }> {
  if (wanted === undefined) return { id: null, changed: current !== undefined, dropped: current }
  if (current === undefined) return { id: await createAudience(store, organizationId, wanted), changed: true }
  const { changed } = await replacePrincipals(store, organizationId, current, wanted)
  return { id: current, changed }
}
