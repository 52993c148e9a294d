import type { FastifyInstance } from 'fastify'
import type { NoteService } from '../../content/notes/note-service.ts'
import type { Notes } from '../../content/notes/notes.ts'
import { favouriteEndpoints as endpoints } from '../../contract/favourites-endpoints.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** The favourite notes of the caller. */
export function favouriteRoutes(
  server: FastifyInstance,
  { guard, notes, noteService, now }: { guard: Guard; notes: Notes; noteService: NoteService; now: () => Date },
): void {
  const register = createEndpointRegistrar(server, guard)

  register(endpoints.listFavourites, ({ caller, query }) =>
    noteService.list(caller, { ...query, isFavourite: true, includeArchived: true, orderBy: 'lastEditedAt_DESC' }),
  )
  register(endpoints.addFavourite, ({ caller, params }) => notes.addFavourite(caller, params.id, now()))
  register(endpoints.removeFavourite, ({ caller, params }) => notes.removeFavourite(caller, params.id))
}
