import type { FastifyInstance } from 'fastify'
import type { NoteService } from '../../content/notes/note-service.ts'
import { knowledgeManagementEndpoints as endpoints } from '../../contract/knowledge-management-endpoints.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Lists for the upkeep of notes. */
export function knowledgeManagementRoutes(
  server: FastifyInstance,
  { guard, noteService }: { guard: Guard; noteService: NoteService },
): void {
  const register = createEndpointRegistrar(server, guard)

  register(endpoints.listManagedNotes, ({ caller, query }) => noteService.listForUpkeep(caller, 'all', query))
  register(endpoints.listPublicNotes, ({ caller, query }) => noteService.listForUpkeep(caller, 'public', query))
  register(endpoints.listInactiveNotes, ({ caller, query }) => noteService.listForUpkeep(caller, 'inactive', query))
  register(endpoints.listEmptyNotes, ({ caller, query }) => noteService.listForUpkeep(caller, 'empty', query))
}
