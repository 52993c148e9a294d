import { sql } from 'kysely'
import { ensurePersonalAudience, type Principal, resolvePrincipals } from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import type { IndexedText } from '../indexing/document-index.ts'
import { isCommitted } from '../indexing/staged-documents.ts'
import { insertDocument, updateDocument, writeDocument } from '../indexing/write-document.ts'
import type { RecordAudienceChange } from './audience-change.ts'
import { propagateArchiveState, writeNotePassages } from './note-archive.ts'
import type { NoteDeps } from './note-deps.ts'
import { moveNote, nextPosition } from './note-moving.ts'
import { createOwnAudience } from './note-own-audience.ts'
import { assertCanEdit, assertCanWrite, findNote, findNoteAfterWrite, findParent, type Note } from './note-row.ts'
import { lockNoteTree } from './note-tree.ts'

export interface NewNote extends IndexedText {
  id: string
  parentId: string | undefined
  /** Principals by name; undefined: those of the parent, at the top level only the caller. */
  audience: readonly string[] | undefined
}

/** Undefined fields keep their value; a `parentId` of null moves the note to the top level. */
export interface NoteUpdate {
  title?: string | undefined
  text?: { content: string; type: 'markdown' | 'html' } | undefined
  parentId?: string | null | undefined
  isTemplate?: boolean | undefined
  /** `editedAt` of the note as the editor read it; the update fails if the note was edited since. */
  lastEditedAt?: Date | undefined
}

/** Creates, edits and moves notes on behalf of a caller. Writes return the note as stored afterwards. */
export function createNoteEditing(deps: NoteDeps) {
  const { documentIndex, maxVersions } = deps
  return {
    /**
     * Creates the note, or returns the existing one with this id: a repeated request may have missed its answer. Fails
     * as a read does if the existing one is hidden from the caller by now.
     */
    create(caller: Caller, note: NewNote, at: Date): Promise<Note> {
      const { organizationId } = caller
      const { id, parentId } = note
      return writeDocument<{ parent: Note | undefined; audience: PlannedAudience }, Note>(
        deps,
        { organizationId, rootId: null, id },
        {
          writer: caller,
          async plan(store, { lock }) {
            if (lock) await lockNoteTree(store, organizationId)
            const parent = parentId === undefined ? undefined : await findParent(store, caller, parentId)
            if (parent) assertCanEdit(caller, parent)
            else assertCanWrite(caller)
            const existing = await store
              .selectFrom('document')
              .select('key')
              .where('org_id', '=', organizationId)
              .where('root_id', 'is', null)
              .where('id', '=', id)
              .where(isCommitted('document'))
              .executeTakeFirst()
            if (existing) return { result: await findNote(store, caller, id) }
            const audience = await planAudience(store, caller, note, parent)
            return { key: undefined, audienceId: audience.id, text: note, state: { parent, audience } }
          },
          async commit(store, { parent, audience }, text) {
            const audienceId = audience.id ?? (await createOwnAudience(store, organizationId, audience.principals))
            const key = await insertDocument(store, {
              org_id: organizationId,
              id,
              parent_key: parent?.key ?? null,
              position: await nextPosition(store, caller, parent?.key),
              url: null,
              audience_id: audienceId,
              own_audience_id: audience.isOwn ? audienceId : null,
              editors: parent?.editors ?? null,
              owner: `user:${caller.memberId}`,
              created_at: at,
              updated_at: at,
              edited_at: at,
              edited_by: caller.memberId,
              ...text!.columns,
            })
            await propagateArchiveState(store, organizationId, key)
            await writeNotePassages(documentIndex, store, { organizationId, key }, text!)
            return findNoteAfterWrite(store, caller, key)
          },
        },
      )
    },

    update(caller: Caller, id: string, change: NoteUpdate, at: Date, record?: RecordAudienceChange): Promise<Note> {
      const { organizationId } = caller
      const { parentId } = change
      return writeDocument<{ note: Note; parent: Note | undefined }, Note>(
        deps,
        { organizationId, rootId: null, id },
        {
          writer: caller,
          async plan(store, { lock }) {
            if (lock) await lockNoteTree(store, organizationId)
            const note = await findNote(store, caller, id)
            const parent = typeof parentId === 'string' ? await findParent(store, caller, parentId) : undefined
            assertCanEdit(caller, note)
            if (parent && parentId !== note.parentId) assertCanEdit(caller, parent)
            assertNotEditedSince(note, change)
            const { key, audienceId } = note
            return { key, audienceId, text: applyTextUpdate(note, change), state: { note, parent } }
          },
          async commit(store, { note, parent }, text) {
            const document = { organizationId, key: note.key }
            if (text) {
              const columns = { updated_at: at, edited_at: at, edited_by: caller.memberId }
              await updateDocument(store, document, columns, text, { maxVersions, at })
            }
            // The parent that the caller cannot see reads as null: sending it back moves nothing.
            if (parentId !== undefined && parentId !== (note.parentId ?? null)) {
              await moveNote(deps, store, caller, note, { parent, record })
            }
            if (change.isTemplate !== undefined) await setTemplate(store, document, change.isTemplate)
            if (text) await writeNotePassages(documentIndex, store, document, text)
            return findNoteAfterWrite(store, caller, note.key)
          },
        },
      )
    },
  }
}

/** The audience of a new note: one that exists, or the principals of one to create with the note. */
type PlannedAudience = { isOwn: boolean } & ({ id: number } | { id: undefined; principals: Principal[] })

async function planAudience(
  store: Sql,
  caller: Caller,
  note: NewNote,
  parent: Note | undefined,
): Promise<PlannedAudience> {
  const { organizationId, memberId } = caller
  if (note.audience)
    return { id: undefined, principals: await resolvePrincipals(store, organizationId, note.audience), isOwn: true }
  if (parent) return { id: parent.audienceId, isOwn: false }
  return { id: await ensurePersonalAudience(store, organizationId, memberId), isOwn: true }
}

/** Returns the text after the update; undefined if it stays the same. */
function applyTextUpdate(before: Note, change: NoteUpdate): IndexedText | undefined {
  const after = {
    title: change.title ?? before.title,
    content: change.text?.content ?? before.content,
    type: change.text?.type ?? before.type,
  }
  const isSame = (['title', 'content', 'type'] as const).every((field) => after[field] === before[field])
  return isSame ? undefined : after
}

async function setTemplate(
  store: Sql,
  { organizationId, key }: { organizationId: string; key: number },
  isTemplate: boolean,
): Promise<void> {
  await sql`
    update document set is_template = ${isTemplate} where org_id = ${organizationId} and key = ${key}`.execute(store)
}

function assertNotEditedSince(note: Note, change: NoteUpdate): void {
  if (change.lastEditedAt && change.lastEditedAt.getTime() !== note.editedAt.getTime()) {
    throw new AppError(
      'conflict',
      'Someone else has edited this note since you read it. Read it again and repeat your change.',
    )
  }
}
