import { sql } from 'kysely'
import { ensureDefaultAudience, resolvePrincipals } from '../../access/audiences.ts'
import type { Caller } from '../../access/caller.ts'
import { visibleTo } from '../../access/visibility.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'
import { type AudienceChange, comparePeople, type PeopleChange, type RecordAudienceChange } from './audience-change.ts'
import { propagateArchiveState } from './note-archive.ts'
import type { NoteDeps } from './note-deps.ts'
import { assertSomebodyCanEdit } from './note-editors.ts'
import { copyAudience } from './note-own-audience.ts'
import { assertCanEdit, findNote, findNoteAfterWrite, findParent, type Note } from './note-row.ts'
import { describeAccess, type NamedAccess, replaceOwnAudience, replaceOwnEditors } from './note-sharing.ts'
import { isSelfOrDescendant, lockNoteTree, propagateAccess } from './note-tree.ts'

/** The place of a note in the tree, and its own lists. */
export interface NotePlace {
  /** Null at the top level, and if the caller cannot see the parent. */
  parentId: string | null
  position: number
  /** Principals by name; null: inherited. */
  audience: string[] | null
  editors: string[] | null
}

/** The consequence of a move for the people who can see and edit the note. */
export interface MoveEffect extends AudienceChange, PeopleChange {
  editing: PeopleChange
  /** Number of notes whose readers change: the note and the subpages that inherit from it; 0 if they stay the same. */
  noteCount: number
}

export interface NoteMove extends MoveEffect {
  note: Note
  /** Where the note was: moving it there again undoes the move. */
  from: NotePlace
}

/** Moves notes, and tells beforehand who gains and who loses access by it. */
export function createNoteMoving(deps: NoteDeps) {
  const { database } = deps
  return {
    /** Returns the consequence of a move without moving anything. */
    async previewMove(caller: Caller, id: string, parentId: string | null): Promise<MoveEffect> {
      const store = database.unrestricted
      const note = await findNote(store, caller, id)
      const parent = parentId === null ? undefined : await findParent(store, caller, parentId)
      assertCanMove(caller, note, parent)
      const { organizationId } = caller
      await assertNotBelowItself(store, organizationId, note, parent)
      const before = await describeAccess(store, organizationId, note)
      const after = await describeAccess(store, organizationId, {
        audienceId: note.ownAudienceId === undefined && parent ? parent.audienceId : note.audienceId,
        editors: note.ownEditors === undefined && parent ? parent.editors : note.editors,
      })
      return compareAccess(store, organizationId, note, before, after)
    },

    /** Moves a note with its subpages. Given lists replace its own, in the same transaction; null drops one. */
    move: (
      caller: Caller,
      id: string,
      to: Pick<NotePlace, 'parentId'> & {
        [Field in 'position' | 'audience' | 'editors']?: NotePlace[Field] | undefined
      },
      record: RecordAudienceChange,
    ): Promise<NoteMove> =>
      database.writeAs(caller, async (store) => {
        const { organizationId } = caller
        await lockNoteTree(store, organizationId)
        const note = await findNote(store, caller, id)
        const parent = to.parentId === null ? undefined : await findParent(store, caller, to.parentId)
        assertCanMove(caller, note, parent)
        const before = await describeAccess(store, organizationId, note)
        const from = describePlace(note, before)
        // The parent that the caller cannot see reads as null: sending it back moves nothing.
        if (to.parentId !== from.parentId) {
          await moveNote(deps, store, caller, note, { parent, position: to.position })
        } else if (to.position !== undefined) {
          await sql`
            update document set position = ${to.position}
            where org_id = ${organizationId} and key = ${note.key}`.execute(store)
        }
        if (to.audience !== undefined) {
          const placed = await findNoteAfterWrite(store, caller, note.key)
          const principals = to.audience ? await resolvePrincipals(store, organizationId, to.audience) : undefined
          await replaceOwnAudience(store, organizationId, placed, principals)
        }
        if (to.editors !== undefined) {
          const principals = to.editors
            ? await resolvePrincipals(store, organizationId, to.editors, 'editors')
            : undefined
          await replaceOwnEditors(store, organizationId, note.key, principals)
        }
        const moved = await findNoteAfterWrite(store, caller, note.key)
        const after = await describeAccess(store, organizationId, moved)
        await assertSomebodyCanEdit(store, organizationId, after, 'parentNoteId')
        await record(store, toAudienceChange(before, after))
        return { note: moved, from, ...(await compareAccess(store, organizationId, moved, before, after)) }
      }),
  }
}

/** Refuses a move of a note that the caller cannot edit, and one below a note that they cannot edit. */
function assertCanMove(caller: Caller, note: Note, parent: Note | undefined): void {
  assertCanEdit(caller, note)
  if (parent && parent.key !== note.parentKey) assertCanEdit(caller, parent)
}

/**
 * Moves the note with its subpages. At the top level, where there is nothing to inherit, it keeps its readers and editors as
 * its own lists: a move must not show it to everyone.
 */
export async function moveNote(
  deps: NoteDeps,
  store: Sql,
  caller: Caller,
  note: Note,
  {
    parent,
    position,
    record,
  }: { parent: Note | undefined; position?: number | undefined; record?: RecordAudienceChange | undefined },
): Promise<void> {
  const { organizationId } = caller
  await assertNotBelowItself(store, organizationId, note, parent)
  const before = record && (await describeAccess(store, organizationId, note))
  const ownAudienceId = note.ownAudienceId ?? (parent ? null : await keepReaders(store, organizationId, note))
  await sql`
    update document set parent_key = ${parent?.key ?? null}, own_audience_id = ${ownAudienceId},
      own_editors = ${parent ? sql`own_editors` : sql`editors`},
      position = ${position ?? (await nextPosition(store, caller, parent?.key))},
      archived_here = nullif(archived_here, false)
    where org_id = ${organizationId} and key = ${note.key}`.execute(store)
  await propagateAccess(store, organizationId, note.key)
  if (before) {
    const moved = await findNoteAfterWrite(store, caller, note.key)
    await record(store, toAudienceChange(before, await describeAccess(store, organizationId, moved)))
  }
  const { hasRestored } = await propagateArchiveState(store, organizationId, note.key)
  if (hasRestored) deps.onEmbeddingsPending?.()
}

/** Returns the position after the siblings that the caller can see: it must not reveal hidden ones. */
export async function nextPosition(store: Sql, caller: Caller, parentKey: number | undefined): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(d.position) + 1, 0) as next from document d
    where ${visibleTo(caller, 'd')} and ${isNote('d')}
      and d.parent_key is not distinct from ${parentKey ?? null}::bigint`.execute(store)
  return rows[0]?.next ?? 0
}

/** Returns an own audience for a note that inherits one; null if it inherits the default one, which it will also have there. */
async function keepReaders(store: Sql, organizationId: string, note: Note): Promise<number | null> {
  const isDefault = note.audienceId === (await ensureDefaultAudience(store, organizationId))
  return isDefault ? null : copyAudience(store, organizationId, note.audienceId)
}

async function assertNotBelowItself(
  store: Sql,
  organizationId: string,
  note: Note,
  parent: Note | undefined,
): Promise<void> {
  if (parent && (await isSelfOrDescendant(store, organizationId, parent.key, note.key))) {
    throw new AppError('conflict', 'A note cannot be moved below itself.')
  }
}

function describePlace(note: Note, { readerNames, editorNames }: NamedAccess): NotePlace {
  // Below a parent that the caller cannot see, it can inherit editors; at the top level, where it reads as being, it could not.
  const isInherited = note.ownEditors === undefined && (note.parentId !== undefined || note.editors === undefined)
  return {
    parentId: note.parentId ?? null,
    position: note.position,
    audience: note.ownAudienceId === undefined ? null : readerNames,
    editors: isInherited ? null : editorNames,
  }
}

function toAudienceChange(before: NamedAccess, after: NamedAccess): AudienceChange {
  return {
    before: before.readerNames,
    after: after.readerNames,
    editors: { before: before.editorNames, after: after.editorNames },
  }
}

async function compareAccess(
  store: Sql,
  organizationId: string,
  note: Note,
  before: NamedAccess,
  after: NamedAccess,
): Promise<MoveEffect> {
  const people = await comparePeople(store, organizationId, before, after)
  const isChanged = people.gained.count + people.lost.count > 0
  return {
    ...toAudienceChange(before, after),
    ...people,
    noteCount: isChanged ? await countInheriting(store, organizationId, note.key) : 0,
  }
}

/** Counts the note and its subpages without an audience of their own: who can see the note can see all of them. */
async function countInheriting(store: Sql, organizationId: string, key: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with recursive inheriting (key) as (
      select ${key}::bigint
      union all
      select c.key from document c join inheriting i on c.parent_key = i.key
      where c.org_id = ${organizationId} and ${isNote('c')} and c.own_audience_id is null
    )
    select count(*) as count from inheriting`.execute(store)
  return rows[0]?.count ?? 0
}
