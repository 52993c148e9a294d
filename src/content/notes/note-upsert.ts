import { sql } from 'kysely'
import { deleteAudience, ensureDefaultAudience, type Principal } from '../../access/audiences.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'
import { hashContent, type IndexedText, type PreparedText } from '../indexing/document-index.ts'
import { deleteDocuments } from '../indexing/removed-documents.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { insertDocument, updateDocument, writeDocument } from '../indexing/write-document.ts'
import type { UpsertOutcome } from '../upsert-outcome.ts'
import { propagateArchiveState, writeNotePassages } from './note-archive.ts'
import type { NoteDeps } from './note-deps.ts'
import { setOwnAudience } from './note-own-audience.ts'
import { isSelfOrDescendant, lockNoteTree, propagateAccess } from './note-tree.ts'

export interface NoteInput extends IndexedText {
  id: string
  /** Undefined: the address of its page in the app. */
  url: string | undefined
  parentId: string | undefined
  /** Undefined inherits the audience of the parent. */
  audience: Principal[] | undefined
  updatedAt: Date
  /** Undefined keeps the position; a new note gets 0. */
  position?: number
}

/** Creates or updates a note with every field given, on behalf of an operator: checks no permissions. */
export function upsertNote(deps: NoteDeps, organizationId: string, input: NoteInput): Promise<UpsertOutcome> {
  const contentHash = hashContent(input)
  return writeDocument<StoredState, UpsertOutcome>(
    deps,
    { organizationId, rootId: null, id: input.id },
    {
      async plan(store, { lock }) {
        if (lock) await lockNoteTree(store, organizationId)
        const stored = await findStoredNote(store, organizationId, input.id)
        const parent =
          input.parentId === undefined ? undefined : await findStoredNote(store, organizationId, input.parentId)
        const inheritedId = parent?.audience_id ?? (await ensureDefaultAudience(store, organizationId))
        const isSameText = stored?.title === input.title && stored.content_hash.equals(contentHash)
        return {
          key: stored?.key,
          audienceId: stored?.audience_id ?? (input.audience ? undefined : inheritedId),
          text: isSameText ? undefined : input,
          state: { stored, parent, inheritedId },
        }
      },
      commit: (store, state, text) => writeNote(deps, store, { organizationId, input, state, text }),
    },
  )
}

interface StoredState {
  stored: StoredNote | undefined
  parent: StoredNote | undefined
  /** Audience that the note inherits if it has none of its own. */
  inheritedId: number
}

async function writeNote(
  deps: NoteDeps,
  store: Sql,
  {
    organizationId,
    input,
    state: { stored, parent, inheritedId },
    text,
  }: { organizationId: string; input: NoteInput; state: StoredState; text: PreparedText | undefined },
): Promise<UpsertOutcome> {
  if (input.parentId !== undefined && !parent) {
    throw new AppError('parent-not-found', `The parent note ${input.parentId} does not exist.`)
  }
  if (parent && stored && (await isSelfOrDescendant(store, organizationId, parent.key, stored.key))) {
    throw new AppError('conflict', `The note ${input.id} cannot be moved below itself.`)
  }
  const ownAudienceId = stored?.own_audience_id ?? undefined
  const audience = await setOwnAudience(store, organizationId, ownAudienceId, input.audience)
  const columns = {
    url: input.url ?? null,
    parent_key: parent?.key ?? null,
    own_audience_id: audience.id,
    updated_at: input.updatedAt,
    position: input.position ?? stored?.position ?? 0,
  }
  const isUnchanged =
    stored !== undefined &&
    !text &&
    !audience.changed &&
    stored.url === columns.url &&
    stored.parent_key === columns.parent_key &&
    stored.updated_at.getTime() === columns.updated_at.getTime() &&
    stored.position === columns.position
  if (isUnchanged) return 'unchanged'
  const at = deps.now()
  const key =
    stored?.key ??
    (await insertDocument(store, {
      org_id: organizationId,
      id: input.id,
      audience_id: audience.id ?? inheritedId,
      editors: parent?.editors ?? null,
      created_at: at,
      edited_at: at,
      ...columns,
      ...text!.columns,
    }))
  const note = { organizationId, key }
  if (stored) {
    const { maxVersions } = deps
    await updateDocument(store, note, { ...columns, ...(text && { edited_at: at, edited_by: null }) }, text, {
      maxVersions,
      at,
    })
    await propagateAccess(store, organizationId, key)
  }
  if (audience.dropped !== undefined) await deleteAudience(store, organizationId, audience.dropped)
  const { hasRestored } = await propagateArchiveState(store, organizationId, key)
  if (hasRestored) deps.onEmbeddingsPending?.()
  if (text) await writeNotePassages(deps.documentIndex, store, note, text)
  return stored ? 'changed' : 'created'
}

/** Deletes notes for good, with the audiences that belong to them alone. */
export async function deleteNotes(store: Sql, organizationId: string, keys: number[], at: Date): Promise<void> {
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
      'editors',
      'updated_at',
      'position',
    ])
    .where('org_id', '=', organizationId)
    .where(isNote('document'))
    .where('id', '=', id)
    .where(isCommitted('document'))
    .executeTakeFirst()
}
