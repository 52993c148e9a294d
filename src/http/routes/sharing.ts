import type { FastifyInstance } from 'fastify'
import type { NoteService } from '../../content/notes/note-service.ts'
import type { NoteRights } from '../../content/notes/note-sharing.ts'
import type { Notes } from '../../content/notes/notes.ts'
import { sharingEndpoints } from '../../contract/sharing-endpoints.ts'
import type { Threads } from '../../threads/threads.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Who can see and edit notes, and what others shared with the caller. */
export function sharingRoutes(
  server: FastifyInstance,
  deps: { guard: Guard; notes: Notes; noteService: NoteService; threads: Threads },
): void {
  const { guard, notes, noteService, threads } = deps
  const register = createEndpointRegistrar(server, guard)

  register(sharingEndpoints.readRights, async ({ caller, params }) =>
    presentRights(await notes.getRights(caller, params.id)),
  )
  register(sharingEndpoints.changeRights, async ({ caller, params, body, recordAudienceChange }) =>
    presentRights(await notes.setRights(caller, params.id, body, recordAudienceChange)),
  )
  register(sharingEndpoints.sharedWithMe, async ({ caller }) => ({
    notes: (await notes.listSharedWith(caller)).map(noteService.present),
    threads: await threads.listSharedWith(caller),
  }))
}

function presentRights({ view, edit, canShare }: NoteRights) {
  return {
    view: view.own ?? null,
    effectiveView: view.effective,
    ...(view.inheritedFrom !== undefined && { viewInheritedFrom: view.inheritedFrom }),
    edit: edit.own ?? null,
    effectiveEdit: edit.effective,
    ...(edit.inheritedFrom !== undefined && { editInheritedFrom: edit.inheritedFrom }),
    canShare,
  }
}
