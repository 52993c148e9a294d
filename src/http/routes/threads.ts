import type { FastifyInstance } from 'fastify'
import { threadsEndpoints as endpoints } from '../../contract/threads-endpoints.ts'
import type { Threads } from '../../threads/threads.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Conversations: listing, reading, renaming, sharing, deleting. */
export function threadRoutes(server: FastifyInstance, { guard, threads }: { guard: Guard; threads: Threads }): void {
  const register = createEndpointRegistrar(server, guard)

  register(endpoints.listThreads, ({ caller, query }) => threads.list(caller, query))
  register(endpoints.readThread, async ({ caller, params, reply }) => {
    const thread = await threads.read(caller, params.id)
    if (thread.status === 'processing') reply.code(202).type('application/json; charset=utf-8').send(thread)
    return thread
  })
  register(endpoints.renameThread, ({ caller, params, body }) => threads.rename(caller, params.id, body.title))
  register(endpoints.deleteThread, ({ caller, params }) => threads.remove(caller, params.id))
  register(endpoints.shareThread, ({ caller, params, body }) => threads.share(caller, params.id, body.audience))
}
