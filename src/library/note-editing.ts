import { sql } from 'kysely'
import { defaultAudience } from '../access/audiences.ts'
import type { Viewer } from '../access/viewer.ts'
import { visibleTo } from '../access/visibility.ts'
import { AppError } from '../errors.ts'
import type { Sql } from '../storage/database.ts'
import { hashOf, type IndexedText, type PreparedText } from './document-index.ts'
import { keepVersion } from './document-versions.ts'
import { settleArchive } from './note-archive.ts'
import { writePassages } from './note-passages.ts'
import { removeNotes } from './note-put.ts'
import { findNote, findParent, type Note, noteAfter, requireWriter } from './note-row.ts'
import { isBelow, lockTree, settleAudiences } from './note-tree.ts'
import type { NoteNeeds } from './notes.ts'
import { isWritten } from './unfinished-documents.ts'

export interface NewNote extends IndexedText {
  id: string
  url: string
  parentId: string | undefined
}

/** What is undefined stays; `parentId` null is the top. */
export interface NoteChange {
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
  turns,
  now,
  versionsKept,
  onPending,
}: NoteNeeds) {
  return {
    create: (viewer: Viewer, note: NewNote, at: Date): Promise<Note> =>
      turns.index(`${viewer.organizationId}//${note.id}`, async () => {
        const { organizationId } = viewer
        const above =
          note.parentId === undefined ? undefined : await findParent(database.service, viewer, note.parentId)
        requireWriter(viewer)
        const prepared = await documentIndex.prepare(note, new Set())
        const audienceId = above?.audienceId ?? (await defaultAudience(database.service, organizationId))
        const name = { organizationId, rootId: null, id: note.id, key: undefined, audienceId }
        return documentIndex.ahead(name, prepared, () =>
          database.transaction(async (store) => {
            await lockTree(store, organizationId)
            const made = await store
              .selectFrom('document')
              .select('key')
              .where('org_id', '=', organizationId)
              .where('root_id', 'is', null)
              .where('id', '=', note.id)
              .where(isWritten('document'))
              .executeTakeFirst()
            // Asked for before, under the same key: that answer may not have arrived.
            if (made) return noteAfter(store, viewer, made.key, note.id)
            const parent =
              note.parentId === undefined ? undefined : await findParent(store, viewer, note.parentId)
            const whole = {
              org_id: organizationId,
              id: note.id,
              parent_key: parent?.key ?? null,
              position: await nextPosition(store, viewer, parent?.key),
              title: note.title,
              url: note.url,
              content: note.content,
              content_type: note.type,
              content_hash: hashOf(note),
              language: prepared.language,
              audience_id: parent?.audienceId ?? (await defaultAudience(store, organizationId)),
              owner: `user:${viewer.memberId}`,
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
            await settleArchive(store, organizationId, key)
            await writePassages(documentIndex, store, organizationId, key, prepared)
            return noteAfter(store, viewer, key, note.id)
          }),
        )
      }),

    change: (viewer: Viewer, id: string, change: NoteChange, at: Date): Promise<Note> =>
      turns.index(`${viewer.organizationId}//${id}`, async () => {
        for (;;) {
          const before = await findNote(database.service, viewer, id)
          if (typeof change.parentId === 'string') await findParent(database.service, viewer, change.parentId)
          requireWriter(viewer)
          const text = textAfter(before, change)
          const prepared = text && (await prepare(viewer, before, text))
          const { organizationId } = viewer
          const name = { organizationId, rootId: null, id, key: before.key, audienceId: before.audienceId }
          const after = await documentIndex.ahead(name, prepared, () =>
            database.transaction(async (store) => {
              await lockTree(store, viewer.organizationId)
              const note = await findNote(store, viewer, id)
              refuseIfEdited(note, change)
              // Another node wrote since: what is left as it was would be taken from the wrong text.
              if (!note.contentHash.equals(before.contentHash) || note.title !== before.title)
                return undefined
              if (text && prepared) {
                await keepVersion(
                  store,
                  { organizationId: viewer.organizationId, key: note.key },
                  { title: text.title, contentHash: hashOf(text) },
                  { keep: versionsKept, at },
                )
                await writeText(store, viewer, note, text, prepared, at)
              }
              await move(store, viewer, note, change.parentId)
              if (prepared) {
                await writePassages(documentIndex, store, viewer.organizationId, note.key, prepared)
              }
              return noteAfter(store, viewer, note.key, id)
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
    delete: (viewer: Viewer, id: string): Promise<void> =>
      turns.remove(`${viewer.organizationId}//${id}`, () =>
        database.transaction(async (store) => {
          const { organizationId } = viewer
          await lockTree(store, organizationId)
          const note = await findNote(store, viewer, id)
          requireWriter(viewer)
          const { rows } = await sql<{ key: number }>`
            with recursive seen (key) as (
              select ${note.key}::bigint
              union all
              select d.key from document d join seen s on d.parent_key = s.key where ${visibleTo(viewer, 'd')}
            )
            select key from seen`.execute(store)
          const keys = rows.map((row) => row.key)
          await sql`
            update document set parent_key = ${note.parentKey ?? null}, archived_here = archived_at is not null
            where org_id = ${organizationId} and parent_key = any(${keys}::bigint[])
              and key <> all(${keys}::bigint[])`.execute(store)
          await removeNotes(store, organizationId, keys, now())
        }),
      ),
  }

  async function prepare(viewer: Viewer, before: Note, text: IndexedText): Promise<PreparedText> {
    const known = await documentIndex.knownPassages(database.service, viewer.organizationId, before.key)
    return documentIndex.prepare(text, known)
  }

  async function move(
    store: Sql,
    viewer: Viewer,
    note: Note,
    parentId: string | null | undefined,
  ): Promise<void> {
    const { organizationId } = viewer
    // For someone who does not see the parent the note is at the top already: repeating what they read moves nothing.
    if (parentId === undefined || parentId === (note.parentId ?? null)) return
    const parent = parentId === null ? undefined : await findParent(store, viewer, parentId)
    if (parent && (await isBelow(store, organizationId, parent.key, note.key))) {
      throw new AppError('conflict', 'A note cannot be moved below itself.')
    }
    await sql`
      update document set parent_key = ${parent?.key ?? null},
        position = ${await nextPosition(store, viewer, parent?.key)}, archived_here = nullif(archived_here, false)
      where org_id = ${organizationId} and key = ${note.key}`.execute(store)
    await settleAudiences(store, organizationId, note.key)
    const { isBack } = await settleArchive(store, organizationId, note.key)
    if (isBack) onPending?.()
  }
}

/** The text that the change makes; undefined where it stays. */
function textAfter(before: Note, change: NoteChange): IndexedText | undefined {
  const after = {
    title: change.title ?? before.title,
    content: change.text?.content ?? before.content,
    type: change.text?.type ?? before.type,
  }
  const isSame = (['title', 'content', 'type'] as const).every((field) => after[field] === before[field])
  return isSame ? undefined : after
}

function refuseIfEdited(note: Note, change: NoteChange): void {
  if (change.lastEditedAt && change.lastEditedAt.getTime() !== note.editedAt.getTime()) {
    throw new AppError('conflict', 'Someone else edited this note since you read it. Read it again first.')
  }
}

async function writeText(
  store: Sql,
  viewer: Viewer,
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
      content_hash: hashOf(text),
      language: prepared.language,
      updated_at: at,
      edited_at: at,
    })
    .where('org_id', '=', viewer.organizationId)
    .where('key', '=', note.key)
    .execute()
}

/** Behind the siblings that this person sees: the number must not tell them of others. */
async function nextPosition(store: Sql, viewer: Viewer, parentKey: number | undefined): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(d.position) + 1, 0) as next from document d
    where ${visibleTo(viewer, 'd')} and d.root_id is null
      and d.parent_key is not distinct from ${parentKey ?? null}::bigint`.execute(store)
  return rows[0]?.next ?? 0
}
