import { sql } from 'kysely'
import type { Caller } from '../../access/caller.ts'
import { editableBy, visibleTo } from '../../access/visibility.ts'
import { dayMs } from '../../durations.ts'
import { AppError } from '../../errors.ts'
import type { Sql } from '../../storage/database.ts'
import { isNote } from '../../storage/is-note.ts'
import { isAfterCursor, toPage } from '../../storage/newest-first.ts'
import { selectSubtree } from '../../storage/note-subtree.ts'
import { documentMutexKey } from '../indexing/write-document.ts'
import type { NoteDeps } from './note-deps.ts'
import { assertCanEdit, assertCanWrite, findNote, findNoteAfterWrite, type Note } from './note-row.ts'
import { lockNoteTree } from './note-tree.ts'
import { deleteNotes } from './note-upsert.ts'
import { type BranchRow, selectBranches, type TrashedBranch, toTrashedBranch } from './trashed-branch-rows.ts'
import { type DisplacedNote, deleteFromTrash, moveToTrash, restoreFromTrash } from './trashed-branches.ts'

const pageSize = 50

/** Deletes notes, and lists, restores and permanently deletes what was deleted. */
export function createNoteTrash(deps: NoteDeps) {
  const { database, writeMutex, now, newId, trashDays } = deps

  async function deleteBranch(
    store: Sql,
    organizationId: string,
    root: { key: number; parentKey: number | null },
    keys: number[],
    deletedBy: string | undefined,
  ): Promise<{ noteCount: number }> {
    const noteCount = await countNotes(store, organizationId, keys)
    const displaced = await moveUpRemaining(store, organizationId, root.parentKey, keys)
    const branch = { organizationId, id: newId(), root, keys, noteCount, deletedBy, at: now() }
    if (trashDays === 0) await deleteNotes(store, organizationId, keys, now())
    else await moveToTrash(store, branch, displaced)
    return { noteCount }
  }

  const onBranch = <T>(caller: Caller, id: string, work: (store: Sql, branch: BranchRow) => Promise<T>): Promise<T> =>
    database.transaction(async (store) => {
      await lockNoteTree(store, caller.organizationId)
      // The retention job deletes branches without the lock of the tree.
      await sql`select from trashed_branch where org_id = ${caller.organizationId} and id = ${id} for update`.execute(
        store,
      )
      const { rows } = await selectBranches(caller, sql`b.id = ${id}`, 1).execute(store)
      const branch = rows[0]
      if (!branch) throw new AppError('not-found', 'It is not in the trash.')
      assertCanWrite(caller)
      return work(store, branch)
    })

  return {
    /**
     * Moves the note and the subpages that the caller can see to the trash. A hidden subpage moves up to the parent of the
     * deleted note, with its own subpages: the caller cannot delete what they cannot see, and the response does not reveal
     * that it exists. It has an audience of its own, so the move shows it to nobody new. Fails if the caller can see but not
     * edit one of the subpages.
     */
    delete(caller: Caller, id: string): Promise<{ noteCount: number }> {
      const { organizationId, memberId } = caller
      return writeMutex.runExclusive(documentMutexKey({ organizationId, rootId: null, id }), () =>
        database.writeAs(caller, async (store) => {
          await lockNoteTree(store, organizationId)
          const note = await findNote(store, caller, id)
          assertCanEdit(caller, note)
          const keys = await listBranchKeys(store, caller, note)
          const lockedCount = await countLocked(store, caller, keys)
          if (lockedCount > 0) throw lockedSubpagesError(lockedCount)
          return deleteBranch(store, organizationId, toRoot(note), keys, memberId)
        }),
      )
    },

    /** Moves the note and all its subpages to the trash on behalf of an operator: checks no permissions. */
    remove(organizationId: string, id: string): Promise<void> {
      return writeMutex.runExclusive(documentMutexKey({ organizationId, rootId: null, id }), () =>
        database.transaction(async (store) => {
          await lockNoteTree(store, organizationId)
          const { rows } = await sql<{ key: number; parent_key: number | null }>`
            select d.key, d.parent_key from document d
            where d.org_id = ${organizationId} and ${isNote('d')} and d.id = ${id}`.execute(store)
          if (!rows[0]) return
          const { key, parent_key: parentKey } = rows[0]
          const subtree = await selectSubtree({
            root: sql`d.org_id = ${organizationId} and d.key = ${key}`,
            where: sql`c.org_id = ${organizationId}`,
          }).execute(store)
          const keys = subtree.rows.map((row) => row.key)
          await deleteBranch(store, organizationId, { key, parentKey }, keys, undefined)
        }),
      )
    },

    /**
     * Returns the number of notes that the caller would delete with this one, itself included, and how many of them they
     * cannot edit, which rules the deletion out.
     */
    countDeletion: (caller: Caller, id: string): Promise<{ noteCount: number; lockedCount: number }> =>
      database.readAs(caller, async (store) => {
        const keys = await listBranchKeys(store, caller, await findNote(store, caller, id))
        return {
          noteCount: await countNotes(store, caller.organizationId, keys),
          lockedCount: await countLocked(store, caller, keys),
        }
      }),

    /** Returns what the caller can restore, last deleted first: everything for admins, else their own deletions. */
    async listTrash(
      caller: Caller,
      cursor: string | undefined,
    ): Promise<{ branches: TrashedBranch[]; nextCursor: string | null }> {
      const { rows } = await selectBranches(
        caller,
        isAfterCursor(cursor, { at: 'b.deleted_at', id: 'b.id' }),
        pageSize + 1,
      ).execute(database.unrestricted)
      const { page, nextCursor } = toPage(rows, pageSize, (row) => row.deleted_at)
      return { branches: page.map(toTrashedBranch), nextCursor }
    },

    /**
     * Restores a branch to its place. Where its parent is gone it comes to the top level: with its own audience and the
     * editors that it had, or private if it inherited its audience. Returns no note to an admin whom it is not shared with.
     */
    restore: (caller: Caller, id: string): Promise<{ note: Note | undefined; noteCount: number }> =>
      onBranch(caller, id, async (store, branch) => {
        const { organizationId } = caller
        const inheritsFromMissing =
          branch.own_audience_id === null && branch.parent_key !== null && branch.live_parent_key === null
        const privateTo = inheritsFromMissing ? choosePrivateReader(caller, branch) : undefined
        const rootKey = branch.root_key
        const { hasRestored } = await restoreFromTrash(store, {
          organizationId,
          branchId: branch.id,
          rootKey,
          parentKey: branch.live_parent_key ?? undefined,
          privateTo,
          newId,
          at: now(),
        })
        if (hasRestored) deps.onEmbeddingsPending?.()
        const note = branch.is_visible ? await findNoteAfterWrite(store, caller, rootKey) : undefined
        return { note, noteCount: branch.note_count }
      }),

    /** Permanently deletes a branch in the trash. */
    deletePermanently: (caller: Caller, id: string): Promise<{ noteCount: number }> =>
      onBranch(caller, id, async (store, branch) => {
        await deleteFromTrash(store, caller.organizationId, branch.id)
        return { noteCount: branch.note_count }
      }),

    /** Permanently deletes the oldest branch that was in the trash for `trashDays` at a time; undefined if there is none. */
    deleteExpired: (at: Date): Promise<{ organizationId: string; id: string; noteCount: number } | undefined> =>
      database.transaction(async (store) => {
        const { rows } = await sql<{ org_id: string; id: string; note_count: number }>`
          select org_id, id, note_count from trashed_branch
          where deleted_at <= ${new Date(at.getTime() - trashDays * dayMs)}
          order by deleted_at limit 1 for update skip locked`.execute(store)
        if (!rows[0]) return undefined
        const { org_id: organizationId, id, note_count: noteCount } = rows[0]
        await deleteFromTrash(store, organizationId, id)
        return { organizationId, id, noteCount }
      }),
  }
}

const toRoot = ({ key, parentKey }: Note) => ({ key, parentKey: parentKey ?? null })

/** Returns the keys of a note, of the subpages that the caller reaches through notes they can see, and of attachments. */
async function listBranchKeys(store: Sql, caller: Caller, { key }: Note): Promise<number[]> {
  const { rows } = await selectSubtree({
    root: sql`${visibleTo(caller, 'd')} and d.key = ${key}`,
    where: visibleTo(caller, 'c'),
  }).execute(store)
  return rows.map((row) => row.key)
}

/** Counts the notes among documents; the others are their attachments. */
async function countNotes(store: Sql, organizationId: string, keys: number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from document d
    where d.org_id = ${organizationId} and d.key = any(${keys}::bigint[]) and ${isNote('d')}`.execute(store)
  return rows[0]?.count ?? 0
}

/** Counts the notes among documents that the caller cannot edit. */
async function countLocked(store: Sql, caller: Caller, keys: number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from document d where d.org_id = ${caller.organizationId} and d.key = any(${keys}::bigint[])
      and ${isNote('d')} and not ${editableBy(caller, 'd')}`.execute(store)
  return rows[0]?.count ?? 0
}

function lockedSubpagesError(count: number): AppError {
  const subpages = count === 1 ? 'a subpage' : `${count} subpages`
  return new AppError(
    'forbidden',
    `This note has ${subpages} that you can read but not edit. Move them first, or ask somebody who can edit them.`,
  )
}

/**
 * Moves the subpages that are not deleted with the branch up to its parent, and returns where they were. Those who could edit
 * them stay the same, which their own list says from then on.
 */
async function moveUpRemaining(
  store: Sql,
  organizationId: string,
  parentKey: number | null,
  deleted: number[],
): Promise<DisplacedNote[]> {
  const isRemaining = sql`org_id = ${organizationId} and parent_key = any(${deleted}::bigint[])
    and key <> all(${deleted}::bigint[])`
  const { rows } = await sql<DisplacedNote>`
    select key, parent_key, archived_here from document where ${isRemaining}`.execute(store)
  await sql`
    update document set parent_key = ${parentKey}, archived_here = archived_at is not null, own_editors = editors
    where ${isRemaining}`.execute(store)
  return rows
}

function choosePrivateReader(caller: Caller, branch: BranchRow): string {
  if (branch.is_visible) return caller.memberId
  // An admin who could not see the note must not get to see it by restoring it.
  if (branch.deleted_by !== null) return branch.deleted_by
  throw new AppError(
    'conflict',
    'Nobody is left who could see this note: the note that it was shared through is gone, and so is the person who deleted it. If its parent is in the trash, restore that one first.',
  )
}
