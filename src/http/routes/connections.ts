import type { FastifyInstance } from 'fastify'
import type { ConnectionAdmin } from '../../admin/connection-admin.ts'
import { connectionEndpoints as endpoints } from '../../contract/connections-endpoints.ts'
import { createEndpointRegistrar, type Guard } from '../endpoint-registrar.ts'

/** Connections that keep data sources in step with their origin. */
export function connectionRoutes(
  server: FastifyInstance,
  { guard, connectionAdmin }: { guard: Guard; connectionAdmin: ConnectionAdmin },
): void {
  const register = createEndpointRegistrar(server, guard)
  const keyOf = ({ organizationId }: { organizationId: string }, { id }: { id: string }) => ({ organizationId, id })
  register(endpoints.listConnectionKinds, async () => connectionAdmin.listKinds())
  register(endpoints.listConnections, ({ caller }) => connectionAdmin.list(caller.organizationId))
  register(endpoints.createConnection, ({ caller, body }) => connectionAdmin.create(caller.organizationId, body))
  register(endpoints.tryConnection, ({ caller, body }) => connectionAdmin.try(caller.organizationId, body))
  register(endpoints.readConnection, ({ caller, params }) => connectionAdmin.read(keyOf(caller, params)))
  register(endpoints.changeConnection, ({ caller, params, body }) =>
    connectionAdmin.change(keyOf(caller, params), body),
  )
  register(endpoints.deleteConnection, ({ caller, params }) => connectionAdmin.remove(keyOf(caller, params)))
  register(endpoints.syncConnection, ({ caller, params, body }) => connectionAdmin.start(keyOf(caller, params), body))
  register(endpoints.cancelConnection, ({ caller, params }) => connectionAdmin.cancel(keyOf(caller, params)))
}
