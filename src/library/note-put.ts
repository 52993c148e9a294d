import { sql } from 'kysely'
import {
  createAudience,
  defaultAudience,
  dropAudience,
  type Principal,
  replacePrincipals,
} from '../access/audiences.ts'
import { AppError } from '../errors.ts'
import type { Sql } from '../storage/database.ts'
import { hashOf, type PreparedText } from './document-index.ts'
import { keepVersion } from './document-versions.ts'
import { settleArchive } from './note-archive.ts'
import { writePassages } from './note-passages.ts'
import { isBelow, lockTree, settleAudiences } from './note-tree.ts'
import type { NoteInput, NoteNeeds } from './notes.ts'
import { removeDocuments } from './removed-documents.ts'
import { isWritten } from './unfinished-documents.ts'

/** Makes a note as told, for those who set up whole organizations: no viewer, every field given. */
export async function putNote(
  needs: NoteNeeds,
  organizationId: string,
  input: NoteInput,
): Promise<'created' | 'changed' | 'unchanged'> {
  const { database, documentIndex } = needs
  const isSameText = (row: Raw | undefined) =>
    row !== undefined && row.title === input.title && row.content_hash.equals(hashOf(input))
  let before = await rawNote(database.service, organizationId, input.id)
  let prepared = isSameText(before) ? undefined : await prepare()
  for (;;) {
    const outcome = await documentIndex.ahead(await nameOf(), prepared, () =>
      database.transaction(async (store) => {
        await lockTree(store, organizationId)
        before = await rawNote(store, organizationId, input.id)
        // Another node wrote since: what was not prepared has to be, outside of the transaction.
        if (!prepared && !isSameText(before)) return 'stale'
        return write(needs, store, organizationId, {
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
        : await rawNote(database.service, organizationId, input.parentId)
    const inherited =
      before?.audience_id ?? parent?.audience_id ?? (await defaultAudience(database.service, organizationId))
    const audienceId = before || input.audience === undefined ? inherited : undefined
    return { organizationId, rootId: null, id: input.id, key: before?.key, audienceId }
  }

  async function prepare() {
    const known = before
      ? await documentIndex.knownPassages(database.service, organizationId, before.key)
      : undefined
    return documentIndex.prepare(input, known ?? new Set())
  }
}

async function write(
  needs: NoteNeeds,
  store: Sql,
  organizationId: string,
  {
    before,
    input,
    prepared,
  }: { before: Raw | undefined; input: NoteInput; prepared: PreparedText | undefined },
): Promise<'created' | 'changed' | 'unchanged'> {
  const parent =
    input.parentId === undefined ? undefined : await rawNote(store, organizationId, input.parentId)
  if (input.parentId !== undefined && !parent) {
    throw new AppError('parent-not-found', `The parent note ${input.parentId} does not exist.`)
  }
  if (parent && before && (await isBelow(store, organizationId, parent.key, before.key))) {
    throw new AppError('conflict', `The note ${input.id} cannot be moved below itself.`)
  }
  const audience = await putAudience(
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
    content_hash: hashOf(input),
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
    : await insertNote(audience.id ?? parent?.audience_id ?? (await defaultAudience(store, organizationId)))
  if (before) await settleAudiences(store, organizationId, key)
  if (audience.dropped !== undefined) await dropAudience(store, organizationId, audience.dropped)
  const { isBack } = await settleArchive(store, organizationId, key)
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
      await keepVersion(store, { organizationId, key }, next, { keep: needs.versionsKept, at })
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
export async function removeSubtree(store: Sql, organizationId: string, id: string, at: Date): Promise<void> {
  await lockTree(store, organizationId)
  const { rows } = await sql<{ key: number }>`
    with recursive below (key) as (
      select key from document where org_id = ${organizationId} and root_id is null and id = ${id}
      union all
      select c.key from document c join below b on c.parent_key = b.key where c.org_id = ${organizationId}
    )
    select key from below`.execute(store)
  await removeNotes(
    store,
    organizationId,
    rows.map((row) => row.key),
    at,
  )
}

export async function removeNotes(
  store: Sql,
  organizationId: string,
  keys: number[],
  at: Date,
): Promise<void> {
  const which = sql`d.key = any(${keys}::bigint[])`
  const { ownAudienceIds } = await removeDocuments(store, organizationId, which, at)
  for (const audienceId of ownAudienceIds) await dropAudience(store, organizationId, audienceId)
}

type Raw = NonNullable<Awaited<ReturnType<typeof rawNote>>>

function rawNote(store: Sql, organizationId: string, id: string) {
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
    .where(isWritten('document'))
    .executeTakeFirst()
}

/** Makes, changes or takes away a note's own audience. A dropped one can go only after nothing points to it. */
export async function putAudience(
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
