import type { FastifyInstance } from 'fastify'
import type { NoteService } from '../../content/notes/note-service.ts'
import type { Notes } from '../../content/notes/notes.ts'
import type { TrashedBranch } from '../../content/notes/trashed-branch-rows.ts'
import type { ArchiveList, TrashList } from '../../contract/trash.ts'
import { trashEndpoints } from '../../contract/trash-endpoints.ts'
import { dayMs } from '../../durations.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Deleted and archived notes: listing, restoring, permanent deletion. */
export function trashRoutes(
  server: FastifyInstance,
  deps: { guard: Guard; notes: Notes; noteService: NoteService; trashDays: number },
): void {
  const { guard, notes, trashDays } = deps
  const { present } = deps.noteService
  const register = createEndpointRegistrar(server, guard)

  register(trashEndpoints.previewDeletion, async ({ caller, params }) => ({
    ...(await notes.countDeletion(caller, params.id)),
    trashDays,
  }))
  register(trashEndpoints.listTrash, async ({ caller, query }): Promise<TrashList> => {
    const { branches, nextCursor } = await notes.listTrash(caller, query.cursor)
    return {
      branches: branches.map((branch) => presentTrashedBranch(branch, trashDays)),
      trashDays,
      hasNextPage: nextCursor !== null,
      nextCursor,
    }
  })
  register(trashEndpoints.restoreFromTrash, async ({ caller, params }) => {
    const { note, noteCount } = await notes.restore(caller, params.id)
    return { note: note ? present(note) : null, noteCount }
  })
  register(trashEndpoints.deleteFromTrash, ({ caller, params }) => notes.deletePermanently(caller, params.id))
  register(trashEndpoints.listArchive, async ({ caller, query }): Promise<ArchiveList> => {
    const { branches, nextCursor } = await notes.listArchive(caller, query.cursor)
    return {
      branches: branches.map(({ note, parent, noteCount }) => ({
        note: present(note),
        parentNote: parent ?? null,
        noteCount,
      })),
      hasNextPage: nextCursor !== null,
      nextCursor,
    }
  })
}

function presentTrashedBranch(branch: TrashedBranch, trashDays: number): TrashList['branches'][number] {
  const { id, note, parent, noteCount, deletedAt, deletedBy } = branch
  return {
    id,
    note: note ?? null,
    parentNote: parent ?? null,
    noteCount,
    deletedAt: deletedAt.toISOString(),
    deletedBy: deletedBy ? { userId: deletedBy.id, name: deletedBy.name } : null,
    expiresAt: new Date(deletedAt.getTime() + trashDays * dayMs).toISOString(),
  }
}
