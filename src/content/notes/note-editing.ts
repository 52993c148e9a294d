import { sql } from 'kysely'
import { ensureDefaultAudience } from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { hashContent, type IndexedText, type PreparedText } from '../indexing/document-index.ts'
import { saveVersion } from '../indexing/document-versions.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { propagateArchiveState } from './note-archive.ts'
import { writePassages } from './note-passages.ts'
import { assertCanWrite, findNote, findNoteAfterWrite, findParent, type Note } from './note-row.ts'
import { isSelfOrDescendant, lockNoteTree, propagateAudience } from './note-tree.ts'
import { deleteNotes } from './note-upsert.ts'
import type { NoteDeps } from './notes.ts'

export interface NewNote extends IndexedText {
  id: string
  url: string
  parentId: string | undefined
}

/** What is undefined stays; `parentId` null is the top. */
export interface NoteUpdate {
  title?: string | undefined
  text?: { content: string; type: 'markdown' | 'html' } | undefined
  parentId?: string | null | undefined
  /** The note as the editor read it: refused where it was edited since. */
  lastEditedAt?: Date | undefined
}

/** What people do to notes. Each method answers with the note as it then is. */
export function createNoteEditing({
  database,
  documentIndex,
  writeMutex,
  now,
  versionsKept,
  onPending,
}: NoteDeps) {
  return {
    create: (caller: Caller, note: NewNote, at: Date): Promise<Note> =>
      writeMutex.runLimited(`${caller.organizationId}//${note.id}`, async () => {
        const { organizationId } = caller
        const above =
          note.parentId === undefined
            ? undefined
            : await findParent(database.unrestricted, caller, note.parentId)
        assertCanWrite(caller)
        const prepared = await documentIndex.prepare(note, new Set())
        const audienceId =
          above?.audienceId ?? (await ensureDefaultAudience(database.unrestricted, organizationId))
        const name = { organizationId, rootId: null, id: note.id, key: undefined, audienceId }
        return documentIndex.withStaging(name, prepared, () =>
          database.transaction(async (store) => {
            await lockNoteTree(store, organizationId)
            const made = await store
              .selectFrom('document')
              .select('key')
              .where('org_id', '=', organizationId)
              .where('root_id', 'is', null)
              .where('id', '=', note.id)
              .where(isCommitted('document'))
              .executeTakeFirst()
            // Asked for before, under the same key: that answer may not have arrived.
            if (made) return findNoteAfterWrite(store, caller, made.key, note.id)
            const parent =
              note.parentId === undefined ? undefined : await findParent(store, caller, note.parentId)
            const whole = {
              org_id: organizationId,
              id: note.id,
              parent_key: parent?.key ?? null,
              position: await nextPosition(store, caller, parent?.key),
              title: note.title,
              url: note.url,
              content: note.content,
              content_type: note.type,
              content_hash: hashContent(note),
              language: prepared.language,
              audience_id: parent?.audienceId ?? (await ensureDefaultAudience(store, organizationId)),
              owner: `user:${caller.memberId}`,
              created_at: at,
              updated_at: at,
              edited_at: at,
            }
            const { key } = await store
              .insertInto('document')
              .values(whole)
              .onConflict((conflict) => conflict.columns(['org_id', 'root_id', 'id']).doUpdateSet(whole))
              .returning('key')
              .executeTakeFirstOrThrow()
            await propagateArchiveState(store, organizationId, key)
            await writePassages(documentIndex, store, organizationId, key, prepared)
            return findNoteAfterWrite(store, caller, key, note.id)
          }),
        )
      }),

    update: (caller: Caller, id: string, change: NoteUpdate, at: Date): Promise<Note> =>
      writeMutex.runLimited(`${caller.organizationId}//${id}`, async () => {
        for (;;) {
          const before = await findNote(database.unrestricted, caller, id)
          if (typeof change.parentId === 'string')
            await findParent(database.unrestricted, caller, change.parentId)
          assertCanWrite(caller)
          const text = applyTextUpdate(before, change)
          const prepared = text && (await prepare(caller, before, text))
          const { organizationId } = caller
          const name = { organizationId, rootId: null, id, key: before.key, audienceId: before.audienceId }
          const after = await documentIndex.withStaging(name, prepared, () =>
            database.transaction(async (store) => {
              await lockNoteTree(store, caller.organizationId)
              const note = await findNote(store, caller, id)
              assertNotEditedSince(note, change)
              // Another node wrote since: what is left as it was would be taken from the wrong text.
              if (!note.contentHash.equals(before.contentHash) || note.title !== before.title)
                return undefined
              if (text && prepared) {
                await saveVersion(
                  store,
                  { organizationId: caller.organizationId, key: note.key },
                  { title: text.title, contentHash: hashContent(text) },
                  { keep: versionsKept, at },
                )
                await updateNoteText(store, caller, note, text, prepared, at)
              }
              await move(store, caller, note, change.parentId)
              if (prepared) {
                await writePassages(documentIndex, store, caller.organizationId, note.key, prepared)
              }
              return findNoteAfterWrite(store, caller, note.key, id)
            }),
          )
          if (after) return after
        }
      }),

    /**
     * Deletes the note and what the caller sees below it. What they do not see stays, with all that stands below that,
     * and moves up to where the deleted note stood: nobody loses what someone else could not know of, and the answer
     * is the same whether there was such a note or not. A note hidden below a visible one has an audience of its own,
     * so the move shows it to nobody new.
     */
    delete: (caller: Caller, id: string): Promise<void> =>
      writeMutex.runExclusive(`${caller.organizationId}//${id}`, () =>
        database.transaction(async (store) => {
          const { organizationId } = caller
          await lockNoteTree(store, organizationId)
          const note = await findNote(store, caller, id)
          assertCanWrite(caller)
          const { rows } = await sql<{ key: number }>`
            with recursive seen (key) as (
              select ${note.key}::bigint
              union all
              select d.key from document d join seen s on d.parent_key = s.key where ${visibleTo(caller, 'd')}
            )
            select key from seen`.execute(store)
          const keys = rows.map((row) => row.key)
          await sql`
            update document set parent_key = ${note.parentKey ?? null}, archived_here = archived_at is not null
            where org_id = ${organizationId} and parent_key = any(${keys}::bigint[])
              and key <> all(${keys}::bigint[])`.execute(store)
          await deleteNotes(store, organizationId, keys, now())
        }),
      ),
  }

  async function prepare(caller: Caller, before: Note, text: IndexedText): Promise<PreparedText> {
    const known = await documentIndex.loadEmbeddedHashes(
      database.unrestricted,
      caller.organizationId,
      before.key,
    )
    return documentIndex.prepare(text, known)
  }

  async function move(
    store: Sql,
    caller: Caller,
    note: Note,
    parentId: string | null | undefined,
  ): Promise<void> {
    const { organizationId } = caller
    // For someone who does not see the parent the note is at the top already: repeating what they read moves nothing.
    if (parentId === undefined || parentId === (note.parentId ?? null)) return
    const parent = parentId === null ? undefined : await findParent(store, caller, parentId)
    if (parent && (await isSelfOrDescendant(store, organizationId, parent.key, note.key))) {
      throw new AppError('conflict', 'A note cannot be moved below itself.')
    }
    await sql`
      update document set parent_key = ${parent?.key ?? null},
        position = ${await nextPosition(store, caller, parent?.key)}, archived_here = nullif(archived_here, false)
      where org_id = ${organizationId} and key = ${note.key}`.execute(store)
    await propagateAudience(store, organizationId, note.key)
    const { isBack } = await propagateArchiveState(store, organizationId, note.key)
    if (isBack) onPending?.()
  }
}

/** The text that the change makes; undefined where it stays. */
function applyTextUpdate(before: Note, change: NoteUpdate): IndexedText | undefined {
  const after = {
    title: change.title ?? before.title,
    content: change.text?.content ?? before.content,
    type: change.text?.type ?? before.type,
  }
  const isSame = (['title', 'content', 'type'] as const).every((field) => after[field] === before[field])
  return isSame ? undefined : after
}

function assertNotEditedSince(note: Note, change: NoteUpdate): void {
  if (change.lastEditedAt && change.lastEditedAt.getTime() !== note.editedAt.getTime()) {
    throw new AppError('conflict', 'Someone else edited this note since you read it. Read it again first.')
  }
}

async function updateNoteText(
  store: Sql,
  caller: Caller,
  note: Note,
  text: IndexedText,
  prepared: PreparedText,
  at: Date,
): Promise<void> {
  await store
    .updateTable('document')
    .set({
      title: text.title,
      content: text.content,
      content_type: text.type,
      content_hash: hashContent(text),
      language: prepared.language,
      updated_at: at,
      edited_at: at,
    })
    .where('org_id', '=', caller.organizationId)
    .where('key', '=', note.key)
    .execute()
}

/** Behind the siblings that this person sees: the number must not tell them of others. */
async function nextPosition(store: Sql, caller: Caller, parentKey: number | undefined): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(d.position) + 1, 0) as next from document d
    where ${visibleTo(caller, 'd')} and d.root_id is null
      and d.parent_key is not distinct from ${parentKey ?? null}::bigint`.execute(store)
  return rows[0]?.next ?? 0
}
